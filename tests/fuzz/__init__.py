"""Odd requests by the thousand, past login, CSRF and method checks: whatever comes, the site answers without a 5xx.

    .venv/bin/python -m tests.fuzz --requests 100000 --seed 1

starts a site of its own, furnishes it, and prints how many requests were accepted at each address, and all statuses.
"""
