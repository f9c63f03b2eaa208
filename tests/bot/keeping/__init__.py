"""Backups, as whoever hosts the bot makes them."""
