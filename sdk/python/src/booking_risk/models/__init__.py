"""Generated, but for this line."""
