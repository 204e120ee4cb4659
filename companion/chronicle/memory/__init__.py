"""Memory of a campaign from one evening to the next, and people's corrections of it."""
