"""Finding moments of a game in which one action was clearly best: pure functions that are independent of the site.

A moment is judged by what the deciding seat could have remembered. Nothing depends on time: the same record and the
same seed give the same puzzles.
"""
