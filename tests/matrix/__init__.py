"""Every phase of every game, with every call of the bot failing in every way of Discord's."""
