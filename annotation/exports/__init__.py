"""From rows to the tables of annotation, in the published order."""
