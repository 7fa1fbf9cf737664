"""What answers connections: the guard in front of them, both ASGI servers, and Django's pages behind them."""
