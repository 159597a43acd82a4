"""From the tables of annotation to rows: compared first, written in one transaction, never over human
work.
"""
