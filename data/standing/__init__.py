"""Standing: ratings, boards and profiles, all of them made from the log of results.

``results`` is the log.  Everything else here is derived from it by ``ledger``: game by game as
they end (``recording``), or for a whole server at once (``rebuild``), to the same numbers.
"""
