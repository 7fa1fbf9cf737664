"""What operators see of the site: health, metrics, logs and faults."""
