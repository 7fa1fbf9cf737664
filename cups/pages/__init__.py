"""The pages about cups: the list, the form that opens one, and the page of each."""
