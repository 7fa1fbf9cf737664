"""Actions on ladders: joining, challenging, answering, and ending challenges."""
