"""Thousands of odd requests that pass login, CSRF and method checks: the site must never answer with a 5xx.

    .venv/bin/python -m tests.fuzz --requests 100000 --seed 1

starts a site of its own, fills it, and prints how many requests were accepted at each URL, and all statuses.
"""
