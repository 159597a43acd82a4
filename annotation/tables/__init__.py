"""The published table formats, read strictly and written byte for byte the same. No database, no Django.

Start at `files.reading.read_table`, `files.writing.write_table` and `kinds.LAYOUTS`.
"""
