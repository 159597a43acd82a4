"""Programs that time one computation each in a process of their own and print one JSON object.

Each reads the arrays that `benchmarks.made_data` wrote. Loading Python and the arrays is not in the time.
"""
