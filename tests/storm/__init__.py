"""A storm: tables under load, and the bot killed at random instants and started again, often.

Afterwards everything that anybody was told is in the database, once; every game replays to what is
stored, every record verifies, and every result counts once.  ``make storm`` is the long form::

    life      one process of the bot, from its start until it is killed
    place     people who play at one table, game after game
    hall      all places, the storm itself, and what is checked while it lasts
    books     what is checked of the whole database at the end
"""
