"""Finished games of a server as JSON lines, out of one database and into another."""
