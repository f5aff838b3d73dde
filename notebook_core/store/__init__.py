"""Keeps everything: the DuckDB store behind `ports.Store`. All SQL of the project lives here."""
