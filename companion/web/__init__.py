"""The page: one table view for everybody, one private view per seat, served on this computer."""
