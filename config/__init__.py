"""The only package that knows all three applications."""
