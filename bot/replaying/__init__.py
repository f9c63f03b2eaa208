"""Finished games looked back on: found, commented, and shown page by page."""
