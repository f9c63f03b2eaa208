"""Backups: made, looked through, and put back."""
