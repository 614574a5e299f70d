"""The HTTP calls of the page: JSON in, JSON out."""
