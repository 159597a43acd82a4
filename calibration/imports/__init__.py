"""From votes to rows."""
