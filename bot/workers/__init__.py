"""Worker processes, for what would keep the event loop busy: searches, charts, comments.

``await pool.run(function, *arguments, limit=seconds)`` (``bot.workers.pool``) runs any function
that can be imported.
"""
