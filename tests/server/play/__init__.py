"""The live side without a network."""
