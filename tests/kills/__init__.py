"""The running site under stress: its processes are killed at random while people play and get notices."""
