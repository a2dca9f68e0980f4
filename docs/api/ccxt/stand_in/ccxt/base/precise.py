"""Arithmetic of decimal strings. For ../../../check_recorded.py alone."""

from decimal import Decimal


def plain(value):
    return format(value.normalize() + 0, "f")


class Precise:
    @staticmethod
    def string_add(one, other):
        return plain(Decimal(one) + Decimal(other))

    @staticmethod
    def string_sub(one, other):
        return None if one is None or other is None else plain(Decimal(one) - Decimal(other))

    @staticmethod
    def string_mul(one, other):
        return None if one is None or other is None else plain(Decimal(one) * Decimal(other))

    @staticmethod
    def string_div(one, other, precision=18):
        scale = Decimal(10) ** precision
        return plain(Decimal(int(Decimal(one) / Decimal(other) * scale)) / scale)

    @staticmethod
    def string_abs(value):
        return None if value is None else value.lstrip("-")

    @staticmethod
    def string_neg(value):
        return None if value is None else plain(-Decimal(value))
