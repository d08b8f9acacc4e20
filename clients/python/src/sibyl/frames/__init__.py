"""Frames and rows of Python to what the service takes, and its answers back to frames. No input or output."""
