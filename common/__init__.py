"""Code that all apps share: limits, locks, downloads, metrics. It imports none of them."""
