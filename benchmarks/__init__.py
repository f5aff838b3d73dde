"""Measurements of speed and memory; run by `make bench`, never by the tests."""
