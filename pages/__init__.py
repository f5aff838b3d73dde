"""The pages: get the core and the user, read inputs, call one use case, render."""
