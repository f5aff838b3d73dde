"""Pieces of pages: functions of domain values, and the components that draw untrusted text."""
