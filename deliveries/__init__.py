"""Delivering what is in the outbox: pages, pushes, webhooks, mails, and each person's choices."""
