"""Dice as values: what is asked for, and where the faces come from."""
