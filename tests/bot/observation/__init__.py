"""What can be watched."""
