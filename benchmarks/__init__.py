"""How fast Concord is, beside what else could be used, and what it withstands. `make bench` runs it all."""
