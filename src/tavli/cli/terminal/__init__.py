"""The table in a terminal: what is said, what is drawn, what is typed."""
