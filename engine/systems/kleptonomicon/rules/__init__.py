"""Rules told in one place: a command, what follows from it, and how it is said (see `engine/systems/README.md`)."""
