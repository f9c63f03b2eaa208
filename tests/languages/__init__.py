"""Every language: complete, within the limits, its terms kept, and games played in it."""
