"""Teach nets by letting them play themselves. The only place that knows PyTorch.

Needs the extra ``tavli[train]``.
"""
