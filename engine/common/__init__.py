"""Small helpers several rules systems share; nothing here knows a game."""
