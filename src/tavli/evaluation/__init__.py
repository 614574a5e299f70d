"""What a position is worth: nets and exact tables behind one contract."""
