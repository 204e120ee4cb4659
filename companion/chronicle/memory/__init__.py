"""What a campaign remembers from one evening to the next, and how people set it right."""
