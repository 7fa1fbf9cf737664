"""People in real browsers on the whole running site."""
