"""What all applications share: limits, locks, downloads, metrics. It depends on none of them."""
