"""Compiled kernels of the solvers. They get rules and tables as arguments."""
