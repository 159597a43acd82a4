"""From votes and rankings to tables."""
