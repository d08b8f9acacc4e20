"""The asynchronous client, written by hand; `_sync` is generated from it by scripts/make_sync.py."""
