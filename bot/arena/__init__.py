"""Computer players measured against each other: ``python -m bot arena GAME LEVEL LEVEL``."""
