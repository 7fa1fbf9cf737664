"""The forms of the account pages: allauth's with our wording, and our own."""
