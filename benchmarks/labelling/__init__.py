"""Clinicians who label at once: simulated browsers, a real server, and the account of what became of it."""
