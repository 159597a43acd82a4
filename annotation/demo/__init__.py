"""The synthetic demo corpus: everything in it was written for this project and describes nobody.

Texts, rubrics, the truth about each written reply and the raters' remarks are files beside this module;
labels, votes and judgments are generated from them, always the same. Pure: no database, no Django.
"""
