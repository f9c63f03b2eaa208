"""Games being played: seats, lock, computer seats, saving every action, invitations, timers."""
