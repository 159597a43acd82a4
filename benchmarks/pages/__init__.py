"""Every page of the site opened at the published size: how long the server takes, and what it asks for."""
