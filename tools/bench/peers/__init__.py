"""Other programs that listen, on the same recording with the same speech model; never a dependency of the companion."""
