"""A large site: every part a process with settings of its own, as on separate machines."""
