"""Spread work over machines. The only place that knows Ray.

Needs the extra ``tavli[cluster]``. It knows nothing of games: what is spread are
functions and objects of other packages.
"""
