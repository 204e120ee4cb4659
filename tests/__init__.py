"""What the companion promises."""
