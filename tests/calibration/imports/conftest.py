from tests.small_corpus import closed_round, corpus

__all__ = ["closed_round", "corpus"]
