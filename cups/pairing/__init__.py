"""Who meets whom, in which seats, and who leads: pure functions that know nothing installed and nothing of the site.

People are numbers from 1. A round is its tables, a table its people in the order of the seats; a table of one is a bye.
"""
