"""Tests of the arena."""
