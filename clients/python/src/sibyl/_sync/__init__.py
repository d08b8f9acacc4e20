"""The synchronous client, generated from `_async` by scripts/make_sync.py."""
