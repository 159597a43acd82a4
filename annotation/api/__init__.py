"""Labelling for programs: the same actions and the same access rules as the pages.

A rater sees their own rounds, items and labels; never another's, a judge's vote or a model's name.
"""
