"""Looking ahead: plies, rollouts, and what to do with the cube."""
