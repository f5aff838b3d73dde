"""Answer engines: evidence in, a stream of events out."""
