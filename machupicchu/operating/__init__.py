"""Tools for operators: back up, restore and move a site; the pages on privacy, terms and imprint."""
