"""Whole matches as files: our own record, and the two-column text of others."""
