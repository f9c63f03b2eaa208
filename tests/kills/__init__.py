"""The bot as a process of its own that is killed at any moment, and started again."""
