"""Write down everything a user, a script or an outside check can see, and compare two such folders.

    python -m benchmarks.golden write FOLDER [--only help demo corpus site] [--full]
    python -m benchmarks.golden compare FOLDER OTHER
    python -m benchmarks.golden check FOLDER [--only ...] [--full]      write anew and compare

`write` runs the commands through this checkout's manage.py, in empty databases of its own, and asks for
every page as every role. Written before a change of the code and again after it, the folders must be equal
byte for byte. The two must be written on one machine, with one set of libraries.

What could differ between two runs of the same code is made the same where that is possible: the clock stands
at a moment that follows from the number of the step, pseudonyms and invitations are drawn from a seed, files
are named relative to the folder. What is left is taken out of pages, and out of pages only; `normal.py` lists
it. Tables, JSON, manifests and hashes are kept as they are.
"""
