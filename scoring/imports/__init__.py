"""From judgments to rows and cells."""
