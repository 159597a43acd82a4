"""What pages show: read, computed and put in order; nothing is changed."""
