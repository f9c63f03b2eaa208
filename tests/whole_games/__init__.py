"""Whole games over the gateway, every version of every message checked against a replay."""
