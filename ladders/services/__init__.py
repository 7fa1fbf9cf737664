"""What is done on ladders: joining, challenging, answering, and taking up results."""
