"""The errors of ccxt that svc.py names. For ../../../check_recorded.py alone."""


class ExchangeError(Exception):
    pass


NAMES = (
    "ArgumentsRequired AuthenticationError BadRequest BadSymbol DuplicateOrderId ExchangeNotAvailable InsufficientFunds InvalidAddress "
    "InvalidNonce InvalidOrder MarketClosed NotSupported OperationRejected OrderImmediatelyFillable OrderNotFound PermissionDenied "
    "RateLimitExceeded"
)
for name in NAMES.split():
    globals()[name] = type(name, (ExchangeError,), {})
