"""The pure ring: from extracted lines to normalised text, sentences, passages and terms."""
