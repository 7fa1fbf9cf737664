"""The contents of `deploy/`: units, proxies, containers, settings."""
