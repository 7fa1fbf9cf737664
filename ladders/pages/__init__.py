"""The pages about ladders: the list, and the page of each."""
