"""The games of tavli: rules, matches, players, and the house they play in."""

__version__ = "0.1.0"
