"""The same work done with other libraries, each program run by the Python of `.venv-bench`.

They cannot share Concord's environment: irrCAC needs an older pandas. A whole bootstrap with them takes
minutes to hours, so a few draws are timed and the time of all of them is reckoned from these.
"""
