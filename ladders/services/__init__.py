"""Actions on ladders: joining, challenging, answering, and settling challenges."""
