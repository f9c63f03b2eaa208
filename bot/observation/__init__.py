"""What whoever hosts the bot can watch: figures for Prometheus, and whether the bot is well."""
