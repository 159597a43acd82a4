"""Services that a test run starts for itself and throws away: PostgreSQL, Redis, Chromium, Node."""


class MissingServiceError(Exception):
    """A program that this machine lacks; the message says which, and how to get it."""
