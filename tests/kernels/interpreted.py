"""Whether kernels are left to Python in this run: then less of everything is asked."""

import os

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
