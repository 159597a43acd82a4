"""Ask a judge about one criterion: the prompt and the reading of its answer. Pure."""
