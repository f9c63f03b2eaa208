"""What each verb of a control does: one handler per verb, found in ``presses.dispatch``."""
