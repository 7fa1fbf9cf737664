"""Answering connections: the guard in front of them, both ASGI servers, and Django's pages behind these."""
