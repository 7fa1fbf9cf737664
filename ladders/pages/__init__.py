"""What people see of ladders: the list, and the page of each."""
