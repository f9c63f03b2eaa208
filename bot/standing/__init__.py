"""The command line's side of standing: everything made anew, exports and imports."""
