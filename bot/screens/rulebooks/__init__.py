"""The rules of each game as players read them: pages of paragraphs, each translated by itself."""
