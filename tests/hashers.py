"""Passwords for tests."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    """The site's hasher with minimal work, as tests create many users."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
