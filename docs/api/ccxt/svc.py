"""The venue as an exchange of CCXT, to copy into your own project beside the package ccxt. Python 3.9 or later.

It is the class of svc.mjs in Python: a test compares each request of the two byte for byte. ccxt.md in the folder above lists its methods.

    exchange = svc({"apiKey": key, "privateKey": seed, "urls": {"api": "https://venue.example"}})

`apiKey` is the venue's API key. `privateKey` is the Ed25519 key that signs orders: its seed of 32 bytes in hex, or a key of a Solana
wallet in base58. `walletAddress` is the account, where another key than its owner's signs.
"""

import hashlib
import re
import struct
from urllib.parse import quote

from ccxt.base.decimal_to_precision import TICK_SIZE
from ccxt.base.errors import (
    ArgumentsRequired,
    AuthenticationError,
    BadRequest,
    BadSymbol,
    DuplicateOrderId,
    ExchangeError,
    ExchangeNotAvailable,
    InsufficientFunds,
    InvalidAddress,
    InvalidNonce,
    InvalidOrder,
    MarketClosed,
    NotSupported,
    OperationRejected,
    OrderImmediatelyFillable,
    OrderNotFound,
    PermissionDenied,
    RateLimitExceeded,
)
from ccxt.base.exchange import Exchange
from ccxt.base.precise import Precise
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SIDE = {"BUY": 0, "SELL": 1}
ORDER_TYPE = {"MARKET": 0, "LIMIT": 1, "TAKE_PROFIT_MARKET": 5, "STOP_LOSS_MARKET": 7}
TIME_IN_FORCE = {"GTC": 0, "IOC": 1, "FOK": 2}
GROUPING = {"ENTRY": 0, "POSITION": 1}
TRIGGER_SOURCE = {"LastPrice": 0, "MarkPrice": 1}
POST_ONLY = 1
REDUCE_ONLY = 2
# Pages that a read from `since` on may take: a hundred thousand rows.
PAGES_LIMIT = 100
PAGE_ROWS = 1000
# Bars of one answer.
BARS_LIMIT = 1500
BOOK_LEVELS = 1000
HOUR_MS = 3_600_000
# The venue refuses a write that is signed for later than this.
AHEAD_MS = 5_000

# Values of `triggerPriceType`, and the venue's names for them.
TRIGGER_PRICE = {"last": "LastPrice", "mark": "MarkPrice"}
# Parameters that give an order a trigger.
TRIGGERS = ["triggerPrice", "stopPrice", "stopLossPrice", "takeProfitPrice"]
MARGIN_MODE = {"CROSS": 0, "ISOLATED": 1}
# Fields of an entry's `stopLoss` and `takeProfit`.
CHILD_TERMS = ["triggerPrice", "stopPrice", "triggerPriceType", "clientOrderId", "type"]

# The signed operation of each write.
OPERATIONS = {
    "POST v1/orders": "place_order",
    "PUT v1/orders/{order_id}": "modify_order",
    "DELETE v1/orders/{order_id}": "cancel_order",
    "POST v1/orders/batch": "place_batch_orders",
    "POST v1/orders/group": "place_order_group",
    "POST v1/orders/batch/cancel": "cancel_batch_orders",
    "DELETE v1/orders/client/{client_id}": "cancel_by_client_id",
    "DELETE v1/orders": "cancel_all_orders",
    "POST v1/orders/schedule-cancel": "schedule_cancel",
    "POST v1/leverage": "update_leverage",
    "POST v1/isolated-margin": "update_isolated_margin",
    "POST v1/withdrawals": "withdraw",
}


# --- keys -----------------------------------------------------------------------------------------------------------

BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58_decode(text):
    """Bytes with their leading zeros, which the base class drops."""
    number = 0
    for character in text:
        number = number * 58 + BASE58.index(character)
    zeros = len(text) - len(text.lstrip("1"))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def base58_encode(data):
    number = int.from_bytes(data, "big")
    encoded = ""
    while number > 0:
        number, digit = divmod(number, 58)
        encoded = BASE58[digit] + encoded
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + encoded


# --- payloads in borsh ----------------------------------------------------------------------------------------------


def u8(value):
    return struct.pack("<B", value)


def u64(value):
    return struct.pack("<Q", int(value))


def text(value):
    encoded = value.encode()
    return struct.pack("<I", len(encoded)) + encoded


def option(value, write):
    return u8(0) if value is None else u8(1) + write(value)


def vec(items, write):
    return struct.pack("<I", len(items)) + b"".join(write(item) for item in items)


def place(order):
    return (
        text(order["market"])
        + u8(SIDE[order["side"]])
        + text(order.get("size", ""))
        + option(order.get("price"), text)
        + u8(ORDER_TYPE[order["order_type"]])
        + u8(order.get("flags", 0))
        + u8(TIME_IN_FORCE[order["time_in_force"]])
        + option(order.get("trigger_price"), text)
        + option(order.get("trigger_source"), lambda source: u8(TRIGGER_SOURCE[source]))
    )


def cancel(order):
    return u64(order["order_id"]) + text(order["market"])


def modify(change):
    return (
        u64(change["order_id"])
        + text(change["market"])
        + u8(SIDE[change["side"]])
        + u8(ORDER_TYPE[change["order_type"]])
        + text(change["size"])
        + option(change.get("price"), text)
    )


LAYOUT = {
    "place_order": place,
    "modify_order": modify,
    "cancel_order": cancel,
    "place_batch_orders": lambda fields: vec(fields["orders"], place),
    "place_order_group": lambda fields: u8(GROUPING[fields["grouping"]]) + vec(fields["orders"], place),
    "cancel_batch_orders": lambda fields: vec(fields["orders"], cancel),
    "cancel_by_client_id": lambda fields: text(fields["client_id"]),
    "cancel_all_orders": lambda fields: option(fields.get("market"), text),
    "schedule_cancel": lambda fields: option(fields["time"], u64),
    "update_leverage": lambda fields: (
        text(fields["market"]) + struct.pack("<H", fields["leverage"]) + u8(MARGIN_MODE[fields["mode"]])
    ),
    "update_isolated_margin": lambda fields: text(fields["market"]) + text(fields["amount"]),
    "withdraw": lambda fields: text(fields["amount"]) + text(fields["fee"]) + u8(int(fields["opens_account"])),
}


def payload_of(operation, fields, timestamp):
    """The bytes of an operation at `timestamp` (Unix milliseconds)."""
    return LAYOUT[operation](fields) + u64(timestamp)


def digest_of(operation, account, payload):
    """Hex of SHA-256("svc-trading:<operation>" ‖ account ‖ payload): this text is signed. `account`: its 32 bytes."""
    return hashlib.sha256(f"svc-trading:{operation}".encode() + account + payload).hexdigest()


# --- the exchange ---------------------------------------------------------------------------------------------------


class svc(Exchange):
    def describe(self):
        return self.deep_extend(super().describe(), {
            "id": "svc",
            "name": "svc",
            "version": "v1",
            "certified": False,
            "pro": False,
            "dex": True,
            # Milliseconds of a unit of cost: 100 units a second.
            "rateLimit": 10,
            "has": {
                "CORS": None,
                "spot": False,
                "margin": False,
                "swap": True,
                "future": False,
                "option": False,
                "addMargin": True,
                "cancelAllOrders": True,
                "cancelAllOrdersAfter": True,
                "cancelOrder": True,
                "cancelOrders": True,
                "cancelOrderWithClientOrderId": True,
                "closePosition": True,
                "createLimitOrder": True,
                "createMarketOrder": True,
                "createMarketOrderWs": False,
                "createOrder": True,
                "createOrders": True,
                "createOrderWithTakeProfitAndStopLoss": True,
                "createPostOnlyOrder": True,
                "createReduceOnlyOrder": True,
                "createStopLossOrder": True,
                "createTakeProfitOrder": True,
                "createTriggerOrder": True,
                "editOrder": True,
                "fetchBalance": True,
                "fetchCanceledOrders": True,
                "fetchClosedOrders": True,
                "fetchCurrencies": False,
                "fetchCurrenciesWs": False,
                "fetchDeposits": True,
                "fetchDepositsWithdrawals": True,
                "fetchFundingHistory": True,
                "fetchFundingRate": True,
                "fetchFundingRateHistory": True,
                "fetchFundingRates": True,
                "fetchL2OrderBook": True,
                "fetchMarkets": True,
                "fetchMarkPrice": True,
                "fetchMarkPrices": True,
                "fetchMyTrades": True,
                "fetchOHLCV": True,
                "fetchOpenInterest": True,
                "fetchOpenInterestHistory": True,
                "fetchOpenOrders": True,
                "fetchOrder": True,
                "fetchOrderBook": True,
                "fetchOrders": True,
                "fetchOrderTrades": True,
                "fetchOrderWithClientOrderId": True,
                "fetchPosition": True,
                "fetchPositions": True,
                "fetchTicker": True,
                "fetchTickers": True,
                "fetchTime": True,
                "fetchTrades": True,
                "fetchTradingFee": True,
                "fetchTradingFees": True,
                "fetchWithdrawals": True,
                "reduceMargin": True,
                "setLeverage": True,
                "setMarginMode": True,
                "withdraw": True,
            },
            "timeframes": {
                "1s": "1",
                "1m": "60",
                "3m": "180",
                "5m": "300",
                "15m": "900",
                "30m": "1800",
                "1h": "3600",
                "2h": "7200",
                "4h": "14400",
                "6h": "21600",
                "8h": "28800",
                "12h": "43200",
                "1d": "86400",
            },
            "urls": {"api": "http://127.0.0.1:4000"},
            "api": {
                # Without a key an address has 25 reads a second.
                "public": {
                    "get": {
                        "v1/time": 4,
                        "v1/markets": 4,
                        "v1/markets/stats": 4,
                        "v1/markets/bbo/{symbol}": 4,
                        "v1/markets/funding": 4,
                        "v1/markets/kline": 4,
                        "v1/markets/open-interest": 4,
                        "v1/orderbook/{symbol}": 4,
                        "v1/trades": 4,
                        "v1/withdrawals/terms": 4,
                    },
                },
                "private": {
                    "get": {
                        "v1/accounts": 1,
                        "v1/fills": 1,
                        "v1/funding": 1,
                        "v1/leverage": 1,
                        "v1/orders": 1,
                        "v1/orders/{order_id}": 1,
                        "v1/positions": 1,
                        "v1/rate-limits": 1,
                        "v1/transfers/search": 1,
                    },
                    "post": {
                        "v1/orders": 1,
                        "v1/orders/batch": 1,
                        "v1/orders/batch/cancel": 1,
                        "v1/orders/group": 1,
                        "v1/orders/schedule-cancel": 1,
                        "v1/leverage": 1,
                        "v1/isolated-margin": 1,
                        "v1/withdrawals": 1,
                    },
                    "put": {"v1/orders/{order_id}": 1},
                    "delete": {
                        "v1/orders": 1,
                        "v1/orders/client/{client_id}": 1,
                        "v1/orders/{order_id}": 1,
                    },
                },
            },
            "requiredCredentials": {"apiKey": True, "secret": False, "privateKey": True, "walletAddress": False},
            "precisionMode": TICK_SIZE,
            "options": {"sandboxMode": False, "defaultType": "swap"},
            "exceptions": {
                "exact": {
                    "ApiKeyIdentityConflict": AuthenticationError,
                    "BATCH_SIZE_OUT_OF_RANGE": BadRequest,
                    "CLIENT_ID_LIMIT": OperationRejected,
                    "DRAINING": ExchangeNotAvailable,
                    "DUPLICATED_CLIENT_ID": DuplicateOrderId,
                    "DUPLICATE_REQUEST": DuplicateOrderId,
                    "EXPIRED_API_KEY": AuthenticationError,
                    "GROUP_PRICE": InvalidOrder,
                    "GROUP_SIDE": InvalidOrder,
                    "INSUFFICIENT_MARGIN": InsufficientFunds,
                    "ISOLATED_MARGIN_NEEDED": InsufficientFunds,
                    "ISOLATED_MARGIN_NOT_FREE": InsufficientFunds,
                    "LEVERAGE_NEEDS_MARGIN": InsufficientFunds,
                    "LEVERAGE_OUT_OF_RANGE": BadRequest,
                    "MARGIN_MODE_IN_USE": OperationRejected,
                    "POSITION_NOT_ISOLATED": OperationRejected,
                    "INTERNAL": ExchangeNotAvailable,
                    "INVALID_DECIMAL": BadRequest,
                    "INVALID_LOT": InvalidOrder,
                    "INVALID_ORDER_TERMS": InvalidOrder,
                    "INVALID_SIGNATURE": AuthenticationError,
                    "INVALID_TICK": InvalidOrder,
                    "INVALID_TRIGGER_PRICE": InvalidOrder,
                    "IP_NOT_ALLOWED": PermissionDenied,
                    "MARKET_HALTED": MarketClosed,
                    "MARKET_NOT_FOUND": BadSymbol,
                    "MARKET_POST_ONLY": MarketClosed,
                    "MARKET_REDUCE_ONLY": MarketClosed,
                    "MARK_STALE": MarketClosed,
                    "MARK_UNAVAILABLE": MarketClosed,
                    "MIN_NOTIONAL": InvalidOrder,
                    "NOT_PRIMARY": ExchangeNotAvailable,
                    "NO_POSITION": InvalidOrder,
                    "NUMBER_TOO_LARGE": InvalidOrder,
                    "ORDER_IS_CLOSED": OrderNotFound,
                    "ORDER_NOT_FOUND": OrderNotFound,
                    "ORDER_TYPE_NOT_SUPPORTED": InvalidOrder,
                    "POST_ONLY_WOULD_CROSS": OrderImmediatelyFillable,
                    "PRICE_BAND": InvalidOrder,
                    "RATE_LIMITED": RateLimitExceeded,
                    "REDUCE_ONLY_WOULD_INCREASE": InvalidOrder,
                    "SIGNER_NOT_AUTHORIZED": PermissionDenied,
                    "SIZE_LIMIT": InvalidOrder,
                    "TIMESTAMP_MISMATCH": InvalidNonce,
                    "TIMESTAMP_OUT_OF_WINDOW": InvalidNonce,
                    "TOO_MANY_OPEN_ORDERS": OperationRejected,
                    "UNKNOWN_API_KEY": AuthenticationError,
                    "WITHDRAWALS_A_DAY": OperationRejected,
                    "WITHDRAWAL_EXCEEDS_AVAILABLE": InsufficientFunds,
                    "WITHDRAWAL_FEE": BadRequest,
                    "WITHDRAWAL_TOO_SMALL": BadRequest,
                },
                "broad": {},
            },
        })

    # --- public reads -----------------------------------------------------------------------------------------------

    def read_public(self, path, params):
        return self.request(path, "public", "GET", params, None, None, {"cost": 4})

    def read_private(self, path, params):
        return self.request(path, "private", "GET", params, None, None, {"cost": 1})

    def write(self, method, path, params):
        return self.request(path, "private", method, params, None, None, {"cost": 1})

    def rows(self, response):
        return self.safe_list(response, "results", [])

    def fetch_time(self, params={}):
        """The venue's clock, Unix milliseconds."""
        return self.safe_integer(self.read_public("v1/time", params), "server_time")

    def fetch_markets(self, params={}):
        if self.safe_bool(self.options, "adjustForTimeDifference", False):
            self.load_time_difference()
        return self.parse_markets(self.read_public("v1/markets", params))

    def parse_market(self, market):
        scale = self.safe_string(market, "ratio_scale")
        base = self.safe_currency_code(self.safe_string(market["base_asset"], "symbol"))
        quote = self.safe_currency_code(self.safe_string(market["quote_asset"], "symbol"))
        lot = self.parse_number(self.safe_string(market, "base_lot_size"))
        initial = self.safe_string(market, "im_ratio")

        def ratio(key):
            return self.parse_number(Precise.string_div(self.safe_string(market, key), scale, 9))

        return self.safe_market_structure({
            "id": self.safe_string(market, "symbol"),
            "symbol": f"{base}/{quote}:{quote}",
            "base": base,
            "quote": quote,
            "settle": quote,
            "baseId": self.safe_string(market["base_asset"], "symbol"),
            "quoteId": self.safe_string(market["quote_asset"], "symbol"),
            "settleId": self.safe_string(market["quote_asset"], "symbol"),
            "type": "swap",
            "spot": False,
            "margin": False,
            "swap": True,
            "future": False,
            "option": False,
            "active": self.safe_string(market, "status") != "Halted",
            "contract": True,
            "linear": True,
            "inverse": False,
            "contractSize": self.parse_number("1"),
            "taker": ratio("taker_fee"),
            "maker": ratio("maker_fee"),
            "precision": {"amount": lot, "price": self.parse_number(self.safe_string(market, "price_tick"))},
            "limits": {
                "leverage": {
                    "min": self.parse_number("1"),
                    "max": self.parse_number(Precise.string_div(scale, initial, 2)),
                },
                "amount": {"min": lot, "max": None},
                "price": {"min": None, "max": None},
                "cost": {"min": self.safe_number(market, "min_notional"), "max": None},
            },
            "created": None,
            "info": market,
        })

    def fetch_ticker(self, symbol, params={}):
        """Open, high and low are of the mark; `last` is the last trade, `markPrice` the price that margin is computed at."""
        self.load_markets()
        market = self.market(symbol)
        stats = self.read_public("v1/markets/stats", self.extend({"market": market["id"]}, params))
        best = self.read_public("v1/markets/bbo/{symbol}", {"symbol": market["id"]})
        return self.parse_ticker(self.extend(self.rows(stats)[0], {"best": best}), market)

    def fetch_tickers(self, symbols=None, params={}):
        """Of all markets or some; without bid and ask."""
        self.load_markets()
        response = self.read_public("v1/markets/stats", self.extend({"market": "ALL"}, params))
        return self.parse_tickers(self.rows(response), self.market_symbols(symbols))

    def parse_ticker(self, ticker, market=None):
        best = self.safe_dict(ticker, "best", {})
        timestamp = self.safe_integer(ticker, "timestamp")
        last = self.omit_zero(self.safe_string(ticker, "last_traded_price"))
        opened = self.safe_string(ticker, "open_24h")
        mark = self.safe_string(ticker, "mark_price")
        return self.safe_ticker({
            "symbol": self.safe_symbol(self.safe_string(ticker, "symbol"), market),
            "timestamp": timestamp,
            "datetime": self.iso8601(timestamp),
            "high": self.safe_string(ticker, "high_24h"),
            "low": self.safe_string(ticker, "low_24h"),
            "bid": self.safe_string(best, "bid"),
            "bidVolume": self.safe_string(best, "bid_size"),
            "ask": self.safe_string(best, "ask"),
            "askVolume": self.safe_string(best, "ask_size"),
            "open": opened,
            "close": last,
            "last": last,
            "change": Precise.string_sub(mark, opened),
            "percentage": Precise.string_mul(self.safe_string(ticker, "price_change_rate_24h"), "100"),
            "baseVolume": self.safe_string(ticker, "base_volume_24h"),
            "quoteVolume": self.safe_string(ticker, "volume_24h"),
            "markPrice": mark,
            "indexPrice": mark,
            "info": ticker,
        }, market)

    def fetch_mark_price(self, symbol, params={}):
        self.load_markets()
        market = self.market(symbol)
        response = self.read_public("v1/markets/stats", self.extend({"market": market["id"]}, params))
        return self.parse_ticker(self.rows(response)[0], market)

    def fetch_mark_prices(self, symbols=None, params={}):
        return self.fetch_tickers(symbols, params)

    def fetch_order_book(self, symbol, limit=None, params={}):
        """`nonce` is the number of the book: it grows with each change. The book has at most 1,000 levels a side."""
        self.load_markets()
        market = self.market(symbol)
        request = {"symbol": market["id"]}
        if limit is not None:
            request["depth"] = min(limit, BOOK_LEVELS)
        response = self.read_public("v1/orderbook/{symbol}", self.extend(request, params))
        levels = {
            "bids": [list(level) for level in self.safe_dict(response, "bids", {}).items()],
            "asks": [list(level) for level in self.safe_dict(response, "asks", {}).items()],
        }
        book = self.parse_order_book(levels, market["symbol"], self.safe_integer(response, "last_updated_at"))
        book["nonce"] = self.safe_integer(response, "seq_no")
        return book

    def fetch_trades(self, symbol, since=None, limit=None, params={}):
        """One page: the first trades since `since`, or the latest. `until` in params goes with `since`."""
        self.load_markets()
        market = self.market(symbol)
        until = self.safe_integer(params, "until")
        if until is not None and since is None:
            raise ArgumentsRequired(f"{self.id} fetchTrades() takes until together with since")
        request = {"market": market["id"]}
        if since is not None:
            request["start_at"] = since
        if limit is not None:
            request["page_size"] = min(limit, PAGE_ROWS)
        response = self.read_public("v1/trades", self.extend(request, self.omit(params, "until")))
        return self.parse_trades(self.up_to(until, self.rows(response)), market, since, limit)

    def up_to(self, until, rows):
        """The rows until then, where the venue has no end of the span."""
        return [row for row in rows if until is None or self.safe_integer(row, "created_at") <= until]

    def parse_trade(self, trade, market=None):
        """Public trades, and fills of the account, which alone have an order."""
        timestamp = self.safe_integer(trade, "created_at")
        fee = self.safe_string(trade, "fee")
        return self.safe_trade({
            "id": self.safe_string(trade, "id"),
            "order": self.safe_string(trade, "order_id"),
            "timestamp": timestamp,
            "datetime": self.iso8601(timestamp),
            "symbol": self.safe_symbol(self.safe_string(trade, "market"), market),
            "type": None,
            "side": self.safe_string_lower(trade, "side"),
            "takerOrMaker": self.safe_string_lower(trade, "liquidity") if "liquidity" in trade else "taker",
            "price": self.safe_string(trade, "price"),
            "amount": self.safe_string(trade, "size"),
            "cost": None,
            "fee": None if fee is None else {"cost": fee, "currency": "USDC"},
            "info": trade,
        }, market)

    def fetch_ohlcv(self, symbol, timeframe="1m", since=None, limit=None, params={}):
        """At most 1,500 bars of trades from `since` on, or the latest; spans without a trade have none."""
        self.load_markets()
        market = self.market(symbol)
        until = self.safe_integer(params, "until")
        resolution = self.safe_integer(self.timeframes, timeframe)
        if resolution is None:
            raise BadRequest(f"{self.id} fetchOHLCV() has the timeframes {', '.join(self.timeframes)}")
        span = min(BARS_LIMIT if limit is None else limit, BARS_LIMIT) * resolution * 1000
        request = {"market": market["id"], "resolution": resolution}
        # The venue answers with the latest bars of a span, so the span is never longer than an answer.
        if since is None:
            request["start_at"] = max(0, (self.venue_time() if until is None else until) - span + 1)
            if until is not None:
                request["end_at"] = until
        else:
            request["start_at"] = since
            request["end_at"] = since + span - 1 if until is None else min(since + span - 1, until)
        rest = self.omit(params, "until")
        response = self.read_public("v1/markets/kline", self.extend(request, rest))
        return self.parse_ohlcvs(self.rows(response), market, timeframe, since, limit)

    def parse_ohlcv(self, ohlcv, market=None):
        return [
            self.safe_integer(ohlcv, "time"),
            self.safe_number(ohlcv, "open"),
            self.safe_number(ohlcv, "high"),
            self.safe_number(ohlcv, "low"),
            self.safe_number(ohlcv, "close"),
            self.safe_number(ohlcv, "volume"),
        ]

    def fetch_funding_rate(self, symbol, params={}):
        self.load_markets()
        market = self.market(symbol)
        response = self.read_public("v1/markets/stats", self.extend({"market": market["id"]}, params))
        return self.parse_funding_rate(self.rows(response)[0], market)

    def fetch_funding_rates(self, symbols=None, params={}):
        self.load_markets()
        response = self.read_public("v1/markets/stats", self.extend({"market": "ALL"}, params))
        rates = [self.parse_funding_rate(row) for row in self.rows(response)]
        wanted = self.filter_by_array(rates, "symbol", self.market_symbols(symbols), False)
        return self.index_by(wanted, "symbol")

    def parse_funding_rate(self, contract, market=None):
        """The rate is of a period of `interval`, and charged by the second."""
        of = self.safe_market(self.safe_string(contract, "symbol"), market)
        timestamp = self.safe_integer(contract, "mark_updated_at")
        following = self.safe_integer(contract, "next_funding_at")
        hours = Precise.string_div(self.safe_string(of["info"], "funding_period_seconds"), "3600", 0)
        return {
            "info": contract,
            "symbol": of["symbol"],
            "markPrice": self.safe_number(contract, "mark_price"),
            "indexPrice": self.safe_number(contract, "mark_price"),
            "interestRate": None,
            "estimatedSettlePrice": None,
            "timestamp": timestamp,
            "datetime": self.iso8601(timestamp),
            "fundingRate": self.safe_number(contract, "funding_rate"),
            "fundingTimestamp": timestamp,
            "fundingDatetime": self.iso8601(timestamp),
            "nextFundingRate": None,
            "nextFundingTimestamp": following,
            "nextFundingDatetime": self.iso8601(following),
            "previousFundingRate": None,
            "previousFundingTimestamp": None,
            "previousFundingDatetime": None,
            "interval": f"{hours}h",
        }

    def fetch_funding_rate_history(self, symbol=None, since=None, limit=None, params={}):
        """The rate at the end of each hour, with that time."""
        self.load_markets()
        market = self.market(symbol)
        request = self.hours_request(market, since, limit, params)
        rates = []
        for row in self.rows(self.read_public("v1/markets/funding", request)):
            timestamp = self.hour_end(row)
            rates.append({
                "info": row,
                "symbol": market["symbol"],
                "fundingRate": self.safe_number(row, "rate"),
                "timestamp": timestamp,
                "datetime": self.iso8601(timestamp),
            })
        return self.filter_by_symbol_since_limit(rates, market["symbol"], since, limit)

    def fetch_open_interest(self, symbol, params={}):
        self.load_markets()
        market = self.market(symbol)
        response = self.read_public("v1/markets/stats", self.extend({"market": market["id"]}, params))
        return self.parse_open_interest(self.rows(response)[0], market)

    def fetch_open_interest_history(self, symbol, timeframe="1h", since=None, limit=None, params={}):
        """At the end of each hour, with that time; `timeframe` is 1h."""
        if timeframe != "1h":
            raise BadRequest(f"{self.id} fetchOpenInterestHistory() has hours only: give 1h")
        self.load_markets()
        market = self.market(symbol)
        request = self.hours_request(market, since, limit, params)
        response = self.read_public("v1/markets/open-interest", request)
        hours = [self.parse_open_interest(row, market) for row in self.rows(response)]
        return self.filter_by_symbol_since_limit(hours, market["symbol"], since, limit)

    def parse_open_interest(self, interest, market=None):
        amount = self.safe_string(interest, "open_interest")
        mark = self.safe_string(interest, "mark_price")
        timestamp = self.hour_end(interest) or self.safe_integer(interest, "timestamp")
        return self.safe_open_interest({
            "symbol": self.safe_symbol(self.safe_string(interest, "symbol"), market),
            "openInterestAmount": self.parse_number(amount),
            "openInterestValue": self.parse_number(Precise.string_mul(amount, mark)),
            "timestamp": timestamp,
            "datetime": self.iso8601(timestamp),
            "info": interest,
        }, market)

    def hour_end(self, row):
        """The venue names an hour by its start. What is read at its end was not known before."""
        start = self.safe_integer(row, "start")
        return None if start is None else start + HOUR_MS

    def hours_request(self, market, since, limit, params):
        """The hours that end in the span."""
        request = {"market": market["id"]}
        if since is not None:
            request["start_at"] = max(0, since - HOUR_MS)
        until = self.safe_integer(params, "until")
        if until is not None:
            request["end_at"] = max(0, until - HOUR_MS)
        if limit is not None:
            request["page_size"] = min(limit, PAGE_ROWS)
        return self.extend(request, self.omit(params, "until"))

    # --- the account ------------------------------------------------------------------------------------------------

    def fetch_balance(self, params={}):
        """USDC: `total` is what the account is worth at the mark, `used` its initial margin."""
        return self.parse_balance(self.read_private("v1/accounts", params))

    def parse_balance(self, response):
        account = self.safe_dict(self.rows(response), 0, {})
        timestamp = self.safe_integer(account, "last_updated_at")
        isolated = "0"
        for position in self.safe_list(account, "isolated", []):
            isolated = Precise.string_add(isolated, self.safe_string(position, "value"))
        return self.safe_balance({
            "info": response,
            "timestamp": timestamp,
            "datetime": self.iso8601(timestamp),
            "USDC": {
                "total": Precise.string_add(self.safe_string(account, "account_value"), isolated),
                "used": Precise.string_add(self.safe_string(account, "initial_margin"), isolated),
                "free": self.safe_string(account, "free_collateral"),
            },
        })

    def fetch_positions(self, symbols=None, params={}):
        self.load_markets()
        response = self.read_private("v1/positions", params)
        return self.parse_positions(self.rows(response), self.market_symbols(symbols))

    def fetch_position(self, symbol, params={}):
        """A position of size zero where there is none."""
        self.load_markets()
        market = self.market(symbol)
        response = self.read_private("v1/positions", self.extend({"market": market["id"]}, params))
        rows = self.rows(response)
        return self.parse_position(rows[0] if rows else {"market": market["id"], "size": "0"}, market)

    def parse_position(self, position, market=None):
        size = Precise.string_abs(self.safe_string(position, "size"))
        mark = self.safe_string(position, "mark_price")
        timestamp = self.safe_integer(position, "last_updated_at")
        return self.safe_position({
            "info": position,
            "id": None,
            "symbol": self.safe_symbol(self.safe_string(position, "market"), market),
            "timestamp": timestamp,
            "datetime": self.iso8601(timestamp),
            "lastUpdateTimestamp": timestamp,
            "hedged": False,
            "side": self.safe_string_lower(position, "side"),
            "contracts": self.parse_number(size),
            "contractSize": self.parse_number("1"),
            "entryPrice": self.safe_number(position, "average_entry_price"),
            "markPrice": self.parse_number(mark),
            "lastPrice": None,
            "notional": self.parse_number(Precise.string_mul(size, mark)),
            "leverage": None,
            "collateral": self.safe_number(position, "isolated_wallet"),
            "initialMargin": self.safe_number(position, "initial_margin"),
            "maintenanceMargin": self.safe_number(position, "maintenance_margin"),
            "initialMarginPercentage": None,
            "maintenanceMarginPercentage": None,
            "unrealizedPnl": self.safe_number(position, "unrealized_pnl"),
            "realizedPnl": None,
            "liquidationPrice": self.safe_number(position, "liquidation_price"),
            "marginMode": "isolated" if "isolated_wallet" in position else "cross",
            "marginRatio": None,
            "percentage": None,
            "stopLossPrice": None,
            "takeProfitPrice": None,
        })

    def fetch_trading_fee(self, symbol, params={}):
        return self.fetch_trading_fees(params)[self.market(symbol)["symbol"]]

    def fetch_trading_fees(self, params={}):
        """Fees after the discount of the account."""
        self.load_markets()
        account = self.safe_dict(self.rows(self.read_private("v1/accounts", params)), 0, {})
        discount = self.safe_string(account, "fee_discount_ppm", "0")
        share = Precise.string_div(Precise.string_sub("1000000", discount), "1000000", 6)

        def fee(rate):
            # The discount is taken off fees, not off a rebate.
            if rate < 0:
                return rate
            return self.parse_number(Precise.string_mul(self.number_to_string(rate), share))

        return {
            symbol: {
                "info": account,
                "symbol": symbol,
                "maker": fee(self.market(symbol)["maker"]),
                "taker": fee(self.market(symbol)["taker"]),
                "percentage": True,
                "tierBased": False,
            }
            for symbol in self.symbols
        }

    def fetch_my_trades(self, symbol=None, since=None, limit=None, params={}):
        self.load_markets()
        market = None if symbol is None else self.market(symbol)
        request = {} if market is None else {"market": market["id"]}
        rows = self.read_pages("v1/fills", request, since, limit, params)
        return self.parse_trades(rows, market, since, limit)

    def fetch_order_trades(self, id, symbol=None, since=None, limit=None, params={}):
        return self.fetch_my_trades(symbol, since, limit, self.extend({"order_id": id}, params))

    def fetch_funding_history(self, symbol=None, since=None, limit=None, params={}):
        """Positive amounts were received, negative ones paid."""
        self.load_markets()
        market = None if symbol is None else self.market(symbol)
        request = {} if market is None else {"market": market["id"]}
        payments = []
        for row in self.read_pages("v1/funding", request, since, limit, params):
            timestamp = self.safe_integer(row, "created_at")
            payments.append({
                "info": row,
                "id": self.safe_string(row, "id"),
                "symbol": self.safe_symbol(self.safe_string(row, "market"), market),
                "code": "USDC",
                "timestamp": timestamp,
                "datetime": self.iso8601(timestamp),
                "amount": self.parse_number(Precise.string_neg(self.safe_string(row, "amount"))),
            })
        ordered = self.sort_by(payments, "timestamp")
        wanted = None if market is None else market["symbol"]
        return self.filter_by_symbol_since_limit(ordered, wanted, since, limit)

    def fetch_deposits(self, code=None, since=None, limit=None, params={}):
        return self.transfers_of("deposit", code, since, limit, params)

    def fetch_withdrawals(self, code=None, since=None, limit=None, params={}):
        return self.transfers_of("withdrawal", code, since, limit, params)

    def fetch_deposits_withdrawals(self, code=None, since=None, limit=None, params={}):
        return self.transfers_of(None, code, since, limit, params)

    def transfers_of(self, kind, code, since, limit, params):
        self.load_markets()
        until = self.safe_integer(params, "until")
        rest = self.omit(params, "until")
        wanted = limit or (0 if until is None else 1)
        found = []
        cursor = None
        for _ in range(PAGES_LIMIT):
            request = {"page_size": PAGE_ROWS}
            if cursor is not None:
                request["cursor"] = cursor
            response = self.read_private("v1/transfers/search", self.extend(request, rest))
            rows = self.rows(response)
            those = [row for row in rows if kind is None or row["kind"].lower() == kind]
            found += self.up_to(until, those)
            cursor = self.safe_string(response, "next")
            oldest = self.safe_integer(rows[-1], "created_at", 0) if rows else 0
            enough = len(found) >= wanted if since is None else oldest < since
            if cursor is None or enough:
                break
        currency = None if code is None else self.safe_currency(code)
        return self.parse_transactions(found, currency, since, limit)

    def parse_transaction(self, transaction, currency=None):
        timestamp = self.safe_integer(transaction, "created_at")
        status = self.safe_string(transaction, "status")
        fee = self.safe_string(transaction, "fee")
        address = self.safe_string(transaction, "account")
        states = {"SETTLED": "ok", "RETURNED": "failed", "RESERVED": "pending", "SENT": "pending"}
        return {
            "info": transaction,
            "id": self.safe_string(transaction, "id"),
            "txid": self.safe_string(transaction, "tx_hash"),
            "timestamp": timestamp,
            "datetime": self.iso8601(timestamp),
            "network": "SOL",
            "address": address,
            "addressTo": address,
            "addressFrom": None,
            "tag": None,
            "tagTo": None,
            "tagFrom": None,
            "type": self.safe_string_lower(transaction, "kind"),
            "amount": self.safe_number(transaction, "amount"),
            "currency": "USDC",
            "status": self.safe_string(states, status, status),
            "updated": self.safe_integer(transaction, "last_updated_at"),
            "internal": False,
            "comment": self.safe_string(transaction, "reason"),
            "fee": None if fee is None else {"cost": self.parse_number(fee), "currency": "USDC"},
        }

    def withdraw(self, code, amount, address=None, tag=None, params={}):
        """Only the owner's key can sign it, and the money goes to the owner's own token account: `address` is the account or None.

        `opensAccount` in params: the owner has no USDC account yet, and the fee contains what opening it costs.
        """
        if code != "USDC":
            raise BadRequest(f"{self.id} withdraw() sends USDC only")
        if tag is not None:
            raise BadRequest(f"{self.id} withdraw() takes no tag")
        if address is not None and address != self.account_address():
            reason = "sends to the owner of the account only: leave address undefined"
            raise InvalidAddress(f"{self.id} withdraw() {reason}")
        opens = self.flag_of(params, "opensAccount", False)
        terms = self.read_public("v1/withdrawals/terms", {})
        fee = self.safe_string(terms, "fee")
        opening = self.safe_string(terms, "opening_fee")
        request = {
            "amount": self.number_to_string(amount),
            "fee": Precise.string_add(fee, opening) if opens else fee,
            "opens_account": opens,
        }
        rest = self.omit(params, "opensAccount")
        response = self.write("POST", "v1/withdrawals", self.extend(request, rest))
        return self.parse_transaction(self.safe_dict(response, "transfer", {}))

    # --- orders -----------------------------------------------------------------------------------------------------

    def create_order(self, symbol, type, side, amount, price=None, params={}):
        """`type` is limit or market.

        In params: `clientOrderId`, `postOnly`, `reduceOnly`, `timeInForce`; `triggerPrice`, `stopLossPrice` or `takeProfitPrice` for an
        order that waits for it, with `triggerPriceType` mark (by default) or last; `stopLoss` and `takeProfit`, each with its
        `triggerPrice`, for an entry with what protects it.
        """
        self.load_markets()
        market = self.market(symbol)
        own = self.omit(params, ["stopLoss", "takeProfit"])
        entry = self.order_request(market, type, side, amount, price, own)
        closing = "sell" if entry["side"] == "BUY" else "buy"
        children = [
            self.order_request(market, "market", closing, amount, None, self.child_terms(name, params[name]))
            for name in ("takeProfit", "stopLoss")
            if params.get(name) is not None
        ]
        if not children:
            return self.parse_order(self.write("POST", "v1/orders", entry), market)
        orders = [entry, *children]
        response = self.write("POST", "v1/orders/group", {"grouping": "ENTRY", "orders": orders})
        placed = self.safe_list(response, "orders", [])[0]
        return self.parse_order(self.extend(placed, {"group": response}), market)

    def child_terms(self, name, terms):
        """The terms of an order that protects an entry.

        One that is not known is refused: without its `price`, say, it would be another order.
        """
        trigger = self.safe_string_2(terms, "triggerPrice", "stopPrice")
        if trigger is None:
            raise ArgumentsRequired(f"{self.id} {name} needs its triggerPrice")
        unknown = [term for term in terms if term not in CHILD_TERMS]
        if unknown or self.safe_string_lower(terms, "type", "market") != "market":
            reason = "is a market order with a triggerPrice, triggerPriceType and clientOrderId"
            raise InvalidOrder(f"{self.id} {name} {reason}, without {(unknown + ['type'])[0]}")
        return {
            f"{name}Price": trigger,
            "triggerPriceType": self.safe_string(terms, "triggerPriceType"),
            "clientOrderId": self.safe_string(terms, "clientOrderId"),
        }

    def create_orders(self, orders, params={}):
        """Up to 50 orders of symbol, type, side, amount, price and params. A refused one is `rejected`, and its `info` says why."""
        self.load_markets()
        requests = []
        for order in orders:
            own = self.safe_dict(order, "params", {})
            if own.get("stopLoss") is not None or own.get("takeProfit") is not None:
                raise NotSupported(f"{self.id} createOrders() takes no stopLoss and takeProfit")
            market = self.market(order["symbol"])
            terms = (order["type"], order["side"], order["amount"], order.get("price"), own)
            requests.append(self.order_request(market, *terms))
        response = self.write("POST", "v1/orders/batch", self.extend({"orders": requests}, params))
        results = []
        for index, item in enumerate(self.rows(response)):
            market = self.market(orders[index]["symbol"])
            if item["status"] == "ok":
                results.append(self.parse_order(item["order"], market))
                continue
            results.append(self.safe_order({
                "info": item,
                "status": "rejected",
                "clientOrderId": self.safe_string(requests[index], "client_id"),
                "symbol": market["symbol"],
            }, market))
        return results

    def order_request(self, market, type, side, amount, price, params):
        """The body of an order, with the texts that are signed."""
        kind = str(type).lower()
        is_market = kind == "market"
        if not is_market and kind != "limit":
            raise InvalidOrder(f"{self.id} has orders of type limit and market, not {type}")
        direction = str(side).upper()
        if direction not in SIDE:
            raise InvalidOrder(f"{self.id} has orders of side buy and sell, not {side}")
        if not is_market and price is None:
            raise ArgumentsRequired(f"{self.id} a limit order needs a price")
        trigger = self.trigger_of(market, is_market, params)
        wanted = self.safe_string_upper(params, "timeInForce")
        is_post_only = self.flag_of(params, "postOnly", False) or wanted == "PO"
        usual = "IOC" if is_market and trigger is None else "GTC"
        is_reduce_only = self.flag_of(params, "reduceOnly", trigger is not None and trigger["closes"])
        request = {
            "market": market["id"],
            "side": direction,
            "size": self.amount_to_precision(market["symbol"], self.figure_of("amount", amount)),
        }
        if not is_market:
            request["price"] = self.price_to_precision(market["symbol"], self.figure_of("price", price))
        request["order_type"] = kind.upper() if trigger is None else trigger["type"]
        request["time_in_force"] = usual if wanted is None or wanted == "PO" else wanted
        request["flags"] = (POST_ONLY if is_post_only else 0) + (REDUCE_ONLY if is_reduce_only else 0)
        if trigger is not None:
            request["trigger_price"] = trigger["price"]
            request["trigger_source"] = trigger["source"]
        client_order_id = self.safe_string(params, "clientOrderId")
        if client_order_id is not None:
            request["client_id"] = client_order_id
        read = ["clientOrderId", "postOnly", "reduceOnly", "timeInForce", "triggerPriceType"]
        return self.extend(request, self.omit(params, read + TRIGGERS))

    def trigger_of(self, market, is_market, params):
        """The trigger of an order; None without one."""
        given = [name for name in TRIGGERS if self.safe_string(params, name) is not None]
        source = self.safe_string_lower(params, "triggerPriceType")
        if source is not None and (source not in TRIGGER_PRICE or not given):
            raise InvalidOrder(f"{self.id} triggerPriceType is mark or last, and goes with a trigger")
        if not given:
            return None
        if len(given) > 1:
            raise InvalidOrder(f"{self.id} an order has one trigger, not {' and '.join(given)}")
        if not is_market:
            raise InvalidOrder(f"{self.id} executes triggered orders at the market price")
        name = given[0]
        price = self.figure_of(name, self.safe_string(params, name))
        return {
            "price": self.price_to_precision(market["symbol"], price),
            "source": TRIGGER_PRICE[source or "mark"],
            "type": "TAKE_PROFIT_MARKET" if name == "takeProfitPrice" else "STOP_LOSS_MARKET",
            "closes": name in ("stopLossPrice", "takeProfitPrice"),
        }

    def flag_of(self, params, name, usual):
        """A boolean parameter. Other types are refused: `reduceOnly: "true"`, if ignored, would place an order that opens a position."""
        value = self.safe_value(params, name)
        if value is None:
            return usual
        if not isinstance(value, bool):
            raise InvalidOrder(f"{self.id} {name} is true or false, not {self.json(value)}")
        return value

    def figure_of(self, name, value):
        """A figure as text, without a sign or an exponent."""
        figure = "" if value is None else self.number_to_string(value)
        if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", figure):
            raise InvalidOrder(f"{self.id} {name} must be a positive number, not {value}")
        return figure

    def edit_order(self, id, symbol, type=None, side=None, amount=None, price=None, params={}):
        """By its id, or by `clientOrderId` in params.

        `amount` is the new total, and None keeps it, as a price of None. Of an order that waits for its trigger, `price` is the new
        trigger price.
        """
        self.load_markets()
        client_order_id = self.safe_string(params, "clientOrderId")
        named = {} if client_order_id is None else {"clientOrderId": client_order_id}
        current = self.fetch_order(id, symbol, named)
        market = self.market(current["symbol"] if symbol is None else symbol)
        if type is not None and str(type).lower() != current["type"]:
            raise InvalidOrder(f"{self.id} the order stays of type {current['type']}")
        request = {
            "order_id": current["id"],
            "market": market["id"],
            "side": str(side or current["side"]).upper(),
            "order_type": self.safe_string(current["info"], "order_type"),
            "size": self.safe_string(current["info"], "size", ""),
        }
        if amount is not None:
            request["size"] = self.amount_to_precision(market["symbol"], self.figure_of("amount", amount))
        if price is not None:
            request["price"] = self.price_to_precision(market["symbol"], self.figure_of("price", price))
        elif request["order_type"] == "LIMIT":
            request["price"] = self.safe_string(current["info"], "price")
        rest = self.omit(params, "clientOrderId")
        response = self.write("PUT", "v1/orders/{order_id}", self.extend(request, rest))
        return self.parse_order(response, market)

    def cancel_order(self, id, symbol=None, params={}):
        """By its id, or by `clientOrderId` in params, which works also when you never learned the id."""
        self.load_markets()
        client_order_id = self.safe_string(params, "clientOrderId")
        rest = self.omit(params, "clientOrderId")
        if client_order_id is not None:
            request = self.extend({"client_id": client_order_id}, rest)
            return self.parse_order(self.write("DELETE", "v1/orders/client/{client_id}", request))
        # The market is part of what is signed.
        market = self.market(self.fetch_order(id)["symbol"] if symbol is None else symbol)
        request = self.extend({"order_id": id, "market": market["id"]}, rest)
        return self.parse_order(self.write("DELETE", "v1/orders/{order_id}", request), market)

    def cancel_orders(self, ids, symbol=None, params={}):
        """Up to 100 orders of one market. One that cannot be cancelled is `rejected`, and its `info` says why."""
        if symbol is None:
            raise ArgumentsRequired(f"{self.id} cancelOrders() needs a symbol")
        self.load_markets()
        market = self.market(symbol)
        request = {"orders": [{"order_id": id, "market": market["id"]} for id in ids]}
        response = self.write("POST", "v1/orders/batch/cancel", self.extend(request, params))
        return [
            self.parse_order(item["order"], market)
            if item["status"] == "ok"
            else self.safe_order({"info": item, "id": ids[index], "status": "rejected"}, market)
            for index, item in enumerate(self.rows(response))
        ]

    def cancel_all_orders(self, symbol=None, params={}):
        self.load_markets()
        request = {} if symbol is None else {"market": self.market(symbol)["id"]}
        response = self.write("DELETE", "v1/orders", self.extend(request, params))
        return [self.parse_order(item["order"]) for item in self.rows(response)]

    def cancel_all_orders_after(self, timeout, params={}):
        """All orders are cancelled in `timeout` milliseconds, unless this is called again before; 0 ends the schedule."""
        time = None if timeout == 0 else self.venue_time() + timeout
        return self.write("POST", "v1/orders/schedule-cancel", self.extend({"time": time}, params))

    def set_leverage(self, leverage, symbol=None, params={}):
        """In the margin mode that the market has. `marginMode` in params sets it too."""
        mode = self.safe_string(params, "marginMode")
        return self.set_margin(symbol, leverage, mode, self.omit(params, "marginMode"))

    def set_margin_mode(self, marginMode, symbol=None, params={}):
        """Only without a position and open orders in the market. `leverage` in params sets it too."""
        leverage = self.safe_integer(params, "leverage")
        return self.set_margin(symbol, leverage, marginMode, self.omit(params, "leverage"))

    def set_margin(self, symbol, leverage, mode, params):
        if symbol is None:
            raise ArgumentsRequired(f"{self.id} needs a symbol")
        self.load_markets()
        market = self.market(symbol)
        wanted = None if mode is None else mode.upper()
        if wanted is not None and wanted not in MARGIN_MODE:
            raise BadRequest(f"{self.id} the margin mode is cross or isolated")
        response = self.read_private("v1/leverage", {"market": market["id"]})
        present = self.rows(response)[0]
        change = {
            "market": market["id"],
            "leverage": self.safe_integer(present, "leverage") if leverage is None else leverage,
            "mode": self.safe_string(present, "mode") if wanted is None else wanted,
        }
        return self.write("POST", "v1/leverage", self.extend(change, params))

    def add_margin(self, symbol, amount, params={}):
        """USDC from the balance to the wallet of an isolated position."""
        return self.change_margin(symbol, self.number_to_string(amount), params)

    def reduce_margin(self, symbol, amount, params={}):
        """Back to the balance."""
        return self.change_margin(symbol, "-" + self.number_to_string(amount), params)

    def change_margin(self, symbol, amount, params):
        self.load_markets()
        market = self.market(symbol)
        request = self.extend({"market": market["id"], "amount": amount}, params)
        response = self.write("POST", "v1/isolated-margin", request)
        return {
            "info": response,
            "symbol": market["symbol"],
            "type": "reduce" if amount.startswith("-") else "add",
            "marginMode": "isolated",
            "amount": self.parse_number(amount.lstrip("-")),
            "total": self.safe_number(response, "wallet"),
            "code": "USDC",
            "status": "ok",
            "timestamp": None,
            "datetime": None,
        }

    def close_position(self, symbol, side=None, params={}):
        """By a reduce-only market order of the whole position."""
        position = self.fetch_position(symbol)
        if not position["contracts"] or (side is not None and position["side"] != side):
            raise InvalidOrder(f"{self.id} there is no such position of {symbol}")
        closing = "sell" if position["side"] == "long" else "buy"
        size = Precise.string_abs(self.safe_string(position["info"], "size"))
        terms = self.extend({"reduceOnly": True}, params)
        return self.create_order(symbol, "market", closing, size, None, terms)

    def fetch_order(self, id, symbol=None, params={}):
        """By its id, or by `clientOrderId` in params within a day from its placement."""
        self.load_markets()
        market = None if symbol is None else self.market(symbol)
        client_order_id = self.safe_string(params, "clientOrderId")
        rest = self.omit(params, "clientOrderId")
        if client_order_id is None:
            request = self.extend({"order_id": id}, rest)
            return self.parse_order(self.read_private("v1/orders/{order_id}", request), market)
        response = self.read_private("v1/orders", self.extend({"client_id": client_order_id}, rest))
        rows = self.rows(response)
        if not rows:
            raise OrderNotFound(f"{self.id} has no order with the id {client_order_id}")
        return self.parse_order(rows[0], market)

    def fetch_orders(self, symbol=None, since=None, limit=None, params={}):
        return self.orders_of("ALL", symbol, since, limit, params)

    def fetch_open_orders(self, symbol=None, since=None, limit=None, params={}):
        return self.orders_of("OPEN", symbol, since, limit, params)

    def fetch_closed_orders(self, symbol=None, since=None, limit=None, params={}):
        """Those that have ended, filled or not."""
        return self.orders_of("CLOSED", symbol, since, limit, params)

    def fetch_canceled_orders(self, symbol=None, since=None, limit=None, params={}):
        """The canceled ones among the latest closed orders, or among those since `since`."""
        closed = self.orders_of("CLOSED", symbol, since, None, params)
        canceled = [order for order in closed if order["status"] == "canceled"]
        return self.filter_by_since_limit(canceled, since, limit)

    def orders_of(self, status, symbol, since, limit, params):
        self.load_markets()
        market = None if symbol is None else self.market(symbol)
        request = {"status": status}
        if market is not None:
            request["market"] = market["id"]
        rows = self.read_pages("v1/orders", request, since, limit, params)
        return self.parse_orders(rows, market, since, limit)

    def read_pages(self, path, request, since, limit, params):
        """Rows of pages that are newest first: the latest page, or all pages back to `since`."""
        until = self.safe_integer(params, "until")
        rest = self.omit(params, "until")
        bounds = {}
        if since is not None:
            bounds["start_at"] = since
        if until is not None:
            bounds["end_at"] = until
        if since is not None:
            bounds["page_size"] = PAGE_ROWS
        elif limit is not None:
            bounds["page_size"] = min(limit, PAGE_ROWS)
        found = []
        cursor = None
        for _ in range(PAGES_LIMIT):
            place_of_page = {} if cursor is None else {"cursor": cursor}
            response = self.read_private(path, self.extend(request, bounds, place_of_page, rest))
            found += self.rows(response)
            cursor = self.safe_string(response, "next")
            if cursor is None or since is None:
                return found
        raise BadRequest(f"{self.id} has more rows since {since}: give params.until too")

    def parse_order(self, order, market=None):
        of = self.safe_market(self.safe_string(order, "market"), market)
        timestamp = self.safe_integer(order, "created_at")
        kind = self.safe_string(order, "order_type")
        flags = self.safe_integer(order, "flags", 0)
        trigger = self.safe_string(order, "trigger_price")
        filled = self.safe_string(order, "filled_size")
        id = self.safe_string(order, "id")
        return self.safe_order({
            "info": order,
            "id": id,
            "clientOrderId": self.safe_string(order, "client_id"),
            "timestamp": timestamp,
            "datetime": self.iso8601(timestamp),
            "lastTradeTimestamp": None,
            "lastUpdateTimestamp": self.safe_integer(order, "last_updated_at"),
            "symbol": of["symbol"],
            "type": "limit" if kind == "LIMIT" else "market",
            "timeInForce": self.safe_string(order, "time_in_force"),
            "postOnly": flags & POST_ONLY != 0,
            "reduceOnly": flags & REDUCE_ONLY != 0,
            "side": self.safe_string_lower(order, "side"),
            "price": self.safe_string(order, "price"),
            "triggerPrice": trigger,
            "stopLossPrice": trigger if kind == "STOP_LOSS_MARKET" else None,
            "takeProfitPrice": trigger if kind == "TAKE_PROFIT_MARKET" else None,
            "amount": self.safe_string(order, "size"),
            "filled": filled,
            "remaining": Precise.string_sub(self.safe_string(order, "size"), filled),
            "average": self.safe_string(order, "avg_fill_price"),
            "cost": None,
            "status": self.parse_order_status(order),
            "fee": None,
            "trades": [
                self.extend(fill, {
                    "id": self.safe_string(fill, "trade_id"),
                    "order_id": id,
                    "created_at": timestamp,
                    "market": of["id"],
                    "side": self.safe_string(order, "side"),
                })
                for fill in self.safe_list(order, "fills", [])
            ],
        }, of)

    def parse_order_status(self, order):
        if self.safe_string(order, "status") != "CLOSED":
            return "open"
        return "canceled" if order.get("cancel_reason") else "closed"

    # --- requests ---------------------------------------------------------------------------------------------------

    def set_sandbox_mode(self, enabled):
        """Another venue for tests has its address in `urls["test"]`; the base class would go on without any."""
        if enabled and not self.urls.get("test"):
            raise NotSupported(f"{self.id} needs urls.test for its sandbox mode")
        super().set_sandbox_mode(enabled)

    def venue_time(self):
        """Unix milliseconds of the venue, as far as load_time_difference has found how far this clock is off."""
        return self.milliseconds() - self.safe_integer(self.options, "timeDifference", 0)

    def account_address(self):
        """The account, base58."""
        return self.walletAddress or self.signer()[1]

    def signer(self):
        """The key that signs, and its address."""
        known = self.options.get("knownSigner")
        if known is None or known[0] != self.privateKey:
            key = Ed25519PrivateKey.from_private_bytes(self.seed())
            public_key = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
            known = (self.privateKey, key, base58_encode(public_key))
            self.options["knownSigner"] = known
        return known[1:]

    def seed(self):
        """The 32 bytes of the key. The error never shows them."""
        given = str(self.privateKey)
        if re.fullmatch("(?:0x)?[0-9a-fA-F]{64}", given):
            return bytes.fromhex(given[-64:])
        is_base58 = re.fullmatch("[1-9A-HJ-NP-Za-km-z]{32,90}", given)
        decoded = base58_decode(given) if is_base58 else b""
        if len(decoded) not in (32, 64):
            reason = "privateKey must be 32 bytes in hex, or a key of a Solana wallet in base58"
            raise AuthenticationError(f"{self.id} {reason}")
        return decoded[:32]

    def signed_timestamp(self):
        """Strictly ascending: the same fields at the same millisecond would be the same bytes, which count once.

        A last one that the venue would refuse is of a clock that was set right since.
        """
        now = self.venue_time()
        last = self.safe_integer(self.options, "lastTimestamp", 0)
        self.options["lastTimestamp"] = now if last > now + AHEAD_MS else max(now, last + 1)
        return self.options["lastTimestamp"]

    def sign(self, path, api="public", method="GET", params={}, headers=None, body=None):
        base = self.urls["api"] if isinstance(self.urls["api"], str) else self.urls["api"][api]
        rest = self.omit(params, self.extract_params(path))
        # The base class puts a value into a path as it is.
        filled = re.sub(r"\{(\w+)\}", lambda name: quote(str(params[name[1]]), safe="!'()*"), path)
        target = base.rstrip("/") + "/" + filled
        is_signed = method != "GET"
        if api == "private":
            self.check_signing_credentials(is_signed)
        sent = dict(headers or {})
        # With a key, public reads count against it and not against the address.
        if self.apiKey:
            sent["Authorization"] = f"Bearer {self.apiKey}"
        is_in_query = method in ("GET", "DELETE")
        query = self.urlencode(rest) if is_in_query else ""
        url = target if query == "" else f"{target}?{query}"
        if not is_signed:
            return {"url": url, "method": method, "body": body, "headers": sent}
        key, address = self.signer()
        account = self.account_address()
        timestamp = self.signed_timestamp()
        operation = OPERATIONS[f"{method} {path}"]
        payload = payload_of(operation, params, timestamp)
        digest = digest_of(operation, base58_decode(account), payload)
        sent["Content-Type"] = "application/json"
        sent["X-Account-Pubkey"] = account
        sent["X-Signature"] = key.sign(digest.encode()).hex()
        sent["X-Signature-Timestamp"] = str(timestamp)
        sent["X-Signer-Pubkey"] = address
        return {"url": url, "method": method, "body": body if is_in_query else self.json(rest), "headers": sent}

    def check_signing_credentials(self, is_signed):
        """Reads need the API key alone."""
        if not self.apiKey:
            raise AuthenticationError(f"{self.id} needs apiKey")
        if is_signed and not self.privateKey:
            raise AuthenticationError(f"{self.id} needs privateKey to sign")

    def handle_errors(self, code, reason, url, method, headers, body, response, requestHeaders, requestBody):
        error = self.safe_string(response, "error") if isinstance(response, dict) else None
        if error is None:
            return None
        feedback = f"{self.id} {body}"
        self.throw_exactly_matched_exception(self.exceptions["exact"], error, feedback)
        by_status = {
            400: BadRequest,
            401: AuthenticationError,
            403: PermissionDenied,
            404: BadRequest,
            409: OperationRejected,
            422: InvalidOrder,
            429: RateLimitExceeded,
            500: ExchangeNotAvailable,
            503: ExchangeNotAvailable,
        }
        raise by_status.get(code, ExchangeError)(feedback)
