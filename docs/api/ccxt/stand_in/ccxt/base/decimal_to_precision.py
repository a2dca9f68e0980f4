"""For ../../../check_recorded.py alone."""

TICK_SIZE = 4
