"""Positions whose chances are counted out, not judged: tables, built once and kept."""
