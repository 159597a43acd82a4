"""The synthetic demo corpus: everything in it was written for this project and describes nobody."""
