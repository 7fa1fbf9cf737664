"""What `deploy/` holds: units, proxies, containers, settings."""
