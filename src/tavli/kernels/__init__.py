"""The fast twin of `tavli.rules`: positions as arrays, searched by compiled code.

Each kernel names the function of `tavli.rules` that defines what it answers. The first
call compiles, and what was compiled is kept: see `kernels.kept` and `kernels.warmup`.
"""
