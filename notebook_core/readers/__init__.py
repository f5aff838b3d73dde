"""Readers: each turns the bytes of one kind of source into extracted pages."""
