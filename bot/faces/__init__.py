"""The bot's own pictures of cards: how they are drawn, uploaded, and found by a reader's deck."""
