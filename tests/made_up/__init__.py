"""Presses, forms and commands that nobody's client should send: all answered, nothing changed."""
