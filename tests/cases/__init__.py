"""Small files as other programs write them, each with what is right of it in test_cases.py."""
