"""From judgments to the published table."""
