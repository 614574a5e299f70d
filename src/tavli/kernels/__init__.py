"""The fast twin of `tavli.rules`: positions as arrays, searched by compiled code.

Needs the extra ``tavli[kernels]``, NumPy and Numba. Each kernel names the function
of `tavli.rules` that defines what it answers.
"""
