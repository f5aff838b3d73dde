"""Groundnote without its pages: sources in, answers with verified citations out."""
