"""What people and judges say together: majorities, verdicts, and votes as they are stored. Pure."""
