"""Synthetic corpora of any size with known truth, for benchmarks and tests. Pure: numbers in, frames out."""
