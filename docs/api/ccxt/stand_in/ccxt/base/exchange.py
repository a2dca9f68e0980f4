"""Stands in for the base class of ccxt where that package is not installed, as the transport of ../../../check_recorded.py alone.

It carries requests and leaves what they answer as it is: what the methods make of an answer is checked with the real package only.
"""

import copy
import json
import re
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from urllib.parse import quote, urlencode


class Exchange:
    def __init__(self, config={}):
        self.walletAddress = self.privateKey = self.apiKey = ""
        self.markets = None
        for key, value in self.deep_extend(self.describe(), config).items():
            setattr(self, key, value)

    def describe(self):
        return {}

    # --- requests ---

    def request(self, path, api="public", method="GET", params={}, headers=None, body=None, config={}):
        request = self.sign(path, api, method, params, headers, body)
        return self.fetch(request["url"], request["method"], request["headers"], request["body"])

    def milliseconds(self):
        raise NotImplementedError

    @staticmethod
    def json(data):
        return json.dumps(data, separators=(",", ":"))

    @staticmethod
    def urlencode(params):
        return urlencode(params, quote_via=quote)

    @staticmethod
    def extract_params(text):
        return re.findall(r"{([\w-]+)}", text)

    # --- values ---

    @staticmethod
    def extend(*parts):
        return {key: value for part in parts for key, value in part.items()}

    @classmethod
    def deep_extend(cls, *parts):
        result = {}
        for part in parts:
            for key, value in part.items():
                inner = result.get(key)
                both = isinstance(inner, dict) and isinstance(value, dict)
                result[key] = cls.deep_extend(inner, value) if both else copy.copy(value)
        return result

    @staticmethod
    def omit(given, names):
        left_out = [names] if isinstance(names, str) else names
        return {key: value for key, value in given.items() if key not in left_out}

    @staticmethod
    def safe_value(holder, key, default=None):
        try:
            value = holder[key]
        except (KeyError, IndexError, TypeError):
            return default
        return default if value is None or value == "" else value

    safe_dict = safe_list = safe_bool = safe_value

    def safe_string(self, holder, key, default=None):
        value = self.safe_value(holder, key)
        return default if value is None else str(value)

    def safe_string_2(self, holder, one, other, default=None):
        return self.safe_string(holder, one, self.safe_string(holder, other, default))

    def safe_string_lower(self, holder, key, default=None):
        value = self.safe_string(holder, key, default)
        return None if value is None else value.lower()

    def safe_string_upper(self, holder, key, default=None):
        value = self.safe_string(holder, key, default)
        return None if value is None else value.upper()

    def safe_integer(self, holder, key, default=None):
        value = self.safe_value(holder, key)
        return default if value is None else int(value)

    def safe_integer_2(self, holder, one, other, default=None):
        return self.safe_integer(holder, one, self.safe_integer(holder, other, default))

    def safe_number(self, holder, key, default=None):
        return self.parse_number(self.safe_string(holder, key), default)

    @staticmethod
    def parse_number(value, default=None):
        return default if value is None else float(value)

    @staticmethod
    def number_to_string(value):
        return value if isinstance(value, str) else format(Decimal(str(value)), "f")

    @staticmethod
    def omit_zero(value):
        return None if value is None or float(value) == 0 else value

    @staticmethod
    def iso8601(timestamp):
        return timestamp

    @staticmethod
    def parse_timeframe(timeframe):
        return int(timeframe[:-1]) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[timeframe[-1]]

    # --- markets ---

    def load_markets(self):
        if self.markets is None:
            self.markets = {market["symbol"]: market for market in self.fetch_markets()}
            self.symbols = sorted(self.markets)
        return self.markets

    def market(self, symbol):
        return self.markets[symbol]

    def market_symbols(self, symbols=None):
        return symbols

    def safe_market(self, market_id=None, market=None):
        found = [one for one in self.markets.values() if one["id"] == market_id]
        return found[0] if found else market

    def safe_symbol(self, market_id=None, market=None):
        return self.safe_market(market_id, market)["symbol"]

    @staticmethod
    def safe_currency_code(currency_id):
        return currency_id

    @staticmethod
    def safe_currency(code):
        return {"code": code}

    def rounded(self, value, tick, rounding):
        step = Decimal(self.number_to_string(tick))
        count = (Decimal(self.number_to_string(value)) / step).to_integral_value(rounding)
        return format((count * step).normalize() + 0, "f")

    def amount_to_precision(self, symbol, amount):
        return self.rounded(amount, self.market(symbol)["precision"]["amount"], ROUND_DOWN)

    def price_to_precision(self, symbol, price):
        return self.rounded(price, self.market(symbol)["precision"]["price"], ROUND_HALF_UP)

    # --- records, as they are ---

    @staticmethod
    def safe_order(record, market=None):
        return record

    safe_market_structure = safe_position = safe_balance = safe_order
    safe_ticker = safe_trade = safe_open_interest = safe_order

    def parse_markets(self, rows):
        return [self.parse_market(row) for row in rows]

    def parse_tickers(self, rows, symbols=None):
        return {row["symbol"]: self.parse_ticker(row) for row in rows}

    def parse_trades(self, rows, market=None, since=None, limit=None):
        return [self.parse_trade(row, market) for row in rows]

    def parse_orders(self, rows, market=None, since=None, limit=None):
        return [self.parse_order(row, market) for row in rows]

    def parse_positions(self, rows, symbols=None):
        return [self.parse_position(row) for row in rows]

    def parse_transactions(self, rows, currency=None, since=None, limit=None):
        return [self.parse_transaction(row, currency) for row in rows]

    def parse_ohlcvs(self, rows, market=None, timeframe="1m", since=None, limit=None):
        return [self.parse_ohlcv(row, market) for row in rows]

    @staticmethod
    def parse_order_book(book, symbol, timestamp=None):
        return {"symbol": symbol, "timestamp": timestamp, **book}

    @staticmethod
    def filter_by_symbol_since_limit(rows, symbol=None, since=None, limit=None):
        return rows

    @staticmethod
    def filter_by_since_limit(rows, since=None, limit=None):
        return rows

    @staticmethod
    def filter_by_array(rows, key, values=None, indexed=True):
        return rows

    @staticmethod
    def index_by(rows, key):
        return {row[key]: row for row in rows}

    @staticmethod
    def sort_by(rows, key):
        return sorted(rows, key=lambda row: row[key])

    def throw_exactly_matched_exception(self, exact, text, message):
        if text in exact:
            raise exact[text](message)
