"""What people see of cups: the list, the form that opens one, and the page of each."""
