"""Several processes with one database."""
