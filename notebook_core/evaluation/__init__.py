"""Evaluation: cases asked through the same use case as any question, and what they show."""
