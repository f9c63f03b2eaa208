"""Slash commands, one extension a subject: thin, they call ``bot.tables`` and show screens."""
