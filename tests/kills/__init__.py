"""The running site under fire: all of its processes are killed at random while people play and are told of it."""
