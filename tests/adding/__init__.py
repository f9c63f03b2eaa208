"""A fourth game, added as docs/adding-a-game.md says: Whist for two, a few lines in each room."""
