"""The live side of the house: sockets, tables, and the one writer."""
