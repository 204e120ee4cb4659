"""Programs that prepare what the package ships; never imported by it."""
