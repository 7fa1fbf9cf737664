"""Delivering the outbox: open pages, push, webhooks, emails, and each user's preferences."""
