"""Not shipped: benchmarks, training, making of recordings, collecting of texts; run as `python -m tools.<module>`."""
