"""Not shipped: benchmarks, training, the making of recordings, the collecting of texts; each module runs as `python -m tools.…`."""
