"""The pages about clubs: the list, the form that founds one, and the page of each."""
