"""A client of the trading venue in one file, to copy into your own project.

Needs Python 3.9 or later. Signs with PyNaCl or cryptography where one of them is installed. Without them it signs by itself, which takes some
milliseconds and leaks the key to a program that can measure them: install one before you trade with more than simulated money.
Everything that it does is described in docs/api/README.md; docs/api/vectors prove its bytes (check_vectors.py).

Sizes and prices are decimal strings: they are signed and sent as you write them. Times are Unix milliseconds.
"""

import hashlib
import http.client
import json
import os
import struct
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, List, Optional, Union

# A body or an answer, as JSON has it; GET /v1/openapi.json lists the fields.
Record = Dict[str, Any]

SCOPE_TRADE, SCOPE_CANCEL, SCOPE_COPY = 1, 2, 4
POST_ONLY, REDUCE_ONLY = 1, 2

# A write without an answer after this long is unknown.
ANSWER_SECONDS = 5
# The venue refuses a write that is signed for later than this.
AHEAD_MS = 5_000
ATTEMPTS = 4


class VenueRefusal(Exception):
    """The venue refused. `code` is stable, the message is for people, `data` depends on the code.

    The refusal inside a duplicate has the duplicate's status, 409, so check the code.
    """

    def __init__(self, status, body, retry_after=0):
        super().__init__(f"{status} {body.get('error')}: {body.get('message')}")
        self.status = status
        self.code = body.get("error")
        self.data = body.get("data")
        self.retry_after_seconds = retry_after
        # False for a server failure, which leaves open whether a write took place.
        self.final = status < 500 or self.code == "MARKET_HALTED"


class NoAnswer(Exception):
    """No answer came back, or an answer that the venue did not write."""


class UnknownOutcome(Exception):
    """The write may or may not have taken place: look for an order with this digest before you sign another.

    An order with a client_id may be placed again at any time within a day: place_order_once does it.
    """

    def __init__(self, digest):
        super().__init__(f"the fate of the write {digest} is unknown")
        self.digest = digest


# --- keys -------------------------------------------------------------------------------------------------------

BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58_encode(raw):
    number, text = int.from_bytes(raw, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = BASE58[digit] + text
    return "1" * (len(raw) - len(raw.lstrip(b"\0"))) + text


def base58_decode(text):
    """A public key: 32 bytes."""
    number = 0
    for character in text:
        number = number * 58 + BASE58.index(character)
    return number.to_bytes(32, "big")


def ed25519(seed):
    """The public key of a seed, and a function that signs, from whichever package is there."""
    try:
        from nacl.signing import SigningKey

        key = SigningKey(seed)
        return bytes(key.verify_key), lambda message: key.sign(message).signature
    except ImportError:
        pass
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    except ImportError:
        return plain_ed25519(seed)
    private = Ed25519PrivateKey.from_private_bytes(seed)
    return private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw), private.sign


FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE_D = -121665 * pow(121666, -1, FIELD) % FIELD
BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202
BASE_Y = 4 * pow(5, -1, FIELD) % FIELD


def add_points(one, other):
    """Extended coordinates (X, Y, Z, T) of x = X/Z, y = Y/Z, xy = T/Z."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    c, d = 2 * t1 * t2 * CURVE_D, 2 * z1 * z2
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def base_times(scalar):
    """The base point, so many times, in its 32 bytes: y, and whether x is odd."""
    total, power = (0, 1, 1, 0), (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % FIELD)
    while scalar:
        if scalar & 1:
            total = add_points(total, power)
        power, scalar = add_points(power, power), scalar >> 1
    inverse = pow(total[2], -1, FIELD)
    x, y = total[0] * inverse % FIELD, total[1] * inverse % FIELD
    return (y | (x & 1) << 255).to_bytes(32, "little")


def plain_ed25519(seed):
    """RFC 8032 without a package."""
    hashed = hashlib.sha512(seed).digest()
    secret = int.from_bytes(hashed[:32], "little") & (2**254 - 8) | 2**254
    public = base_times(secret)

    def number(*parts):
        return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")

    def sign(message):
        nonce = number(hashed[32:], message) % ORDER
        point = base_times(nonce)
        answer = (nonce + number(point, public, message) * secret) % ORDER
        return point + answer.to_bytes(32, "little")

    return public, sign


class Signer:
    """An Ed25519 key. Keep the seed secret: anyone who has it can trade."""

    def __init__(self, seed: Optional[bytes] = None) -> None:
        raw, self._sign = ed25519(seed or os.urandom(32))
        self.public_key = base58_encode(raw)

    def sign_digest(self, digest_hex: str) -> str:
        """Signs the hex text of a digest, not the bytes of the digest."""
        return self._sign(digest_hex.encode()).hex()


# --- what is signed ---------------------------------------------------------------------------------------------

SIDE = {"BUY": 0, "SELL": 1}
ORDER_TYPE = {"MARKET": 0, "LIMIT": 1, "TAKE_PROFIT_MARKET": 5, "STOP_LOSS_MARKET": 7}
TIME_IN_FORCE = {"GTC": 0, "IOC": 1, "FOK": 2}
GROUPING = {"ENTRY": 0, "POSITION": 1}
MARGIN_MODE = {"CROSS": 0, "ISOLATED": 1}
TRIGGER_SOURCE = {"LastPrice": 0, "MarkPrice": 1, 0: 0, 1: 1}


def _u16(value):
    return struct.pack("<H", value)


def _u8(value):
    return struct.pack("<B", value)


def _u64(value):
    return struct.pack("<Q", int(value))


def _string(value):
    raw = value.encode("utf-8")
    return struct.pack("<I", len(raw)) + raw


def _option(value, write):
    return b"\x00" if value is None else b"\x01" + write(value)


def _vec(items, write):
    return struct.pack("<I", len(items)) + b"".join(map(write, items))


def _place(order):
    return (
        _string(order["market"])
        + _u8(SIDE[order["side"]])
        + _string(order.get("size", ""))
        + _option(order.get("price"), _string)
        + _u8(ORDER_TYPE[order["order_type"]])
        + _u8(order.get("flags", 0))
        + _u8(TIME_IN_FORCE[order["time_in_force"]])
        + _option(order.get("trigger_price"), _string)
        + _option(order.get("trigger_source"), lambda source: _u8(TRIGGER_SOURCE[source]))
    )


def _modify(change):
    return (
        _u64(change["order_id"])
        + _string(change["market"])
        + _u8(SIDE[change["side"]])
        + _u8(ORDER_TYPE[change["order_type"]])
        + _string(change["size"])
        + _option(change.get("price"), _string)
    )


def _cancel(order):
    return _u64(order["order_id"]) + _string(order["market"])


def _register(added):
    return (
        base58_decode(added["signer"])
        + _string(added["label"])
        + _u8(added["scopes"])
        + _u64(added["expires_at"])
    )


def _key(key):
    pinned = _option(key["signer"], base58_decode)
    return _string(key["label"]) + pinned + _u64(key["expires_at"])


# The payload of each operation, without the timestamp that follows it. Public keys are base58.
def _withdrawal(fields):
    if "fee" not in fields:
        return _string(fields["amount"])
    return _string(fields["amount"]) + _string(fields["fee"]) + _u8(1 if fields["opens_account"] else 0)


LAYOUT = {
    "place_order": _place,
    "modify_order": _modify,
    "cancel_order": _cancel,
    "place_batch_orders": lambda fields: _vec(fields["orders"], _place),
    "place_order_group": lambda fields: _u8(GROUPING[fields["grouping"]]) + _vec(fields["orders"], _place),
    "cancel_batch_orders": lambda fields: _vec(fields["orders"], _cancel),
    "cancel_by_client_id": lambda fields: _string(fields["client_id"]),
    "cancel_all_orders": lambda fields: _option(fields["market"], _string),
    "schedule_cancel": lambda fields: _option(fields["time"], _u64),
    "update_leverage": lambda fields: _string(fields["market"])
    + _u16(fields["leverage"])
    + _u8(MARGIN_MODE[fields["mode"]]),
    "update_isolated_margin": lambda fields: _string(fields["market"]) + _string(fields["amount"]),
    "register_signer": _register,
    "revoke_signer": lambda fields: base58_decode(fields["signer"]),
    "create_api_key": _key,
    "revoke_api_key": lambda fields: _string(fields["id"]),
    "withdraw": _withdrawal,
}


def payload_of(operation: str, fields: Record, timestamp: int) -> bytes:
    return LAYOUT[operation](fields) + _u64(timestamp)


def digest_of(operation: str, account: str, payload: bytes) -> str:
    """Hex of SHA-256("svc-trading:<operation>" + account + payload). This text is what gets signed."""
    message = f"svc-trading:{operation}".encode() + base58_decode(account) + payload
    return hashlib.sha256(message).hexdigest()


# --- requests ---------------------------------------------------------------------------------------------------


class VenueClient:
    def __init__(self, url: str, signer: Signer, account: Optional[str] = None, api_key: Optional[str] = None) -> None:
        self.url = url.rstrip("/")
        self.signer = signer
        self.account = account or signer.public_key  # base58 key of the owner
        self.api_key = api_key
        self._clock_offset = 0
        self._last_timestamp = 0

    def sync_clock(self) -> None:
        """Takes the venue's clock: signed timestamps must lie within -30 s and +5 s of it."""
        self._clock_offset = self.read("/v1/time")["server_time"] - int(time.time() * 1000)

    def create_key(self, label: str, expires_at: int = 0, signer: Optional[str] = None) -> Record:
        """Signed by the owner; needs no API key. Only this answer contains the text of the key."""
        body = {"label": label, "signer": signer, "expires_at": expires_at}
        # Not repeated, because a duplicate's answer omits the text of the key. Sign a new one instead.
        request, _ = self._signed("create_api_key", body, ("POST", "/v1/keys", body))
        created = self._send(*request)
        self.api_key = created["key"]
        return created

    def place_order(self, order: Record) -> Record:
        """market, side, size, order_type, time_in_force; price, flags, trigger_price, trigger_source, client_id."""
        return self._write("place_order", order, ("POST", "/v1/orders", order))

    def place_order_once(self, order: Record) -> Record:
        """Places the order at most once a day under its client_id, however often you call it.

        After a lost answer it signs the order again, and the venue refuses the second with the first. It answers with
        the order as it is now.
        """
        for attempt in range(ATTEMPTS):
            try:
                return self.place_order(order)
            except VenueRefusal as refusal:
                if refusal.code != "DUPLICATED_CLIENT_ID":
                    raise
                return refusal.data
            except UnknownOutcome:
                if attempt == ATTEMPTS - 1:
                    raise

    def modify_order(self, order_id: str, change: Record) -> Record:
        """market, side, order_type, size (the new total), price."""
        fields = {"order_id": order_id, **change}
        return self._write("modify_order", fields, ("PUT", f"/v1/orders/{order_id}", change))

    def cancel_order(self, order_id: str, market: str) -> Record:
        fields = {"order_id": order_id, "market": market}
        path = f"/v1/orders/{order_id}" + _query(market=market)
        return self._write("cancel_order", fields, ("DELETE", path, None))

    def place_orders(self, orders: List[Record]) -> Record:
        """1 to 50 orders under one signature; each has its own result, in order."""
        body = {"orders": orders}
        return self._write("place_batch_orders", body, ("POST", "/v1/orders/batch", body))

    def place_group(self, grouping: str, orders: List[Record]) -> Record:
        """All or none, under one signature. "ENTRY": an entry, then a take profit and a stop that protect what it fills.

        "POSITION": a take profit and a stop that follow the position; they have no size.
        """
        body = {"grouping": grouping, "orders": orders}
        return self._write("place_order_group", body, ("POST", "/v1/orders/group", body))

    def cancel_orders(self, orders: List[Record]) -> Record:
        """1 to 100 of {order_id, market} under one signature."""
        body = {"orders": orders}
        return self._write("cancel_batch_orders", body, ("POST", "/v1/orders/batch/cancel", body))

    def cancel_by_client_id(self, client_id: str) -> Record:
        """The open order with this id, whose order id you may not know."""
        path = "/v1/orders/client/" + urllib.parse.quote(client_id, safe="")
        return self._write("cancel_by_client_id", {"client_id": client_id}, ("DELETE", path, None))

    def cancel_all_orders(self, market: Optional[str] = None) -> Record:
        """Every open order of a market, or of the account."""
        path = "/v1/orders" + _query(market=market)
        return self._write("cancel_all_orders", {"market": market}, ("DELETE", path, None))

    def schedule_cancel(self, at: Optional[int]) -> Record:
        """All orders are cancelled at that time unless this is called again before then; None cancels the schedule."""
        body = {"time": at}
        return self._write("schedule_cancel", body, ("POST", "/v1/orders/schedule-cancel", body))

    def update_leverage(self, market: str, leverage: int, mode: str = "CROSS") -> Record:
        """A whole number up to the market's highest. Refused when the account's free margin cannot carry it."""
        body = {"market": market, "leverage": leverage, "mode": mode}
        return self._write("update_leverage", body, ("POST", "/v1/leverage", body))

    def update_isolated_margin(self, market: str, amount: str) -> Record:
        """Moves USDC from the balance to an isolated position's wallet; with a minus, back."""
        body = {"market": market, "amount": amount}
        return self._write("update_isolated_margin", body, ("POST", "/v1/isolated-margin", body))

    def register_signer(self, added: Signer, label: str, scopes: int, expires_at: int) -> Record:
        """Lets another key sign for this account. The owner and the new key both sign."""
        body = {"signer": added.public_key, "label": label, "scopes": scopes}
        body["expires_at"] = expires_at
        return self._write("register_signer", body, ("POST", "/v1/signers", body), added)

    def revoke_signer(self, public_key: str) -> Record:
        """Cancels the orders that this signer has placed."""
        target = ("DELETE", f"/v1/signers/{public_key}", None)
        return self._write("revoke_signer", {"signer": public_key}, target)

    def revoke_key(self, key_id: str) -> Record:
        path = "/v1/keys/" + urllib.parse.quote(key_id, safe="")
        return self._write("revoke_api_key", {"id": key_id}, ("DELETE", path, None))

    def withdraw(self, amount: str, fee: Optional[str] = None, opens_account: bool = False) -> Record:
        """Takes USDC from the balance; less the fee it goes to the account's own token account. Only the owner can sign it.
        `fee` is part of `amount`, as `/v1/withdrawals/terms` asks for it; with `opens_account` it contains `opening_fee`.
        After an unknown outcome look for the digest in `/v1/transfers/search`."""
        body = {"amount": amount}
        if fee is not None:
            body.update(fee=fee, opens_account=opens_account)
        return self._write("withdraw", body, ("POST", "/v1/withdrawals", body))

    def signed_by(self, signer: Signer) -> "VenueClient":
        """The same account and API key, with the signatures of a registered signer."""
        client = VenueClient(self.url, signer, self.account, self.api_key)
        client._clock_offset = self._clock_offset
        return client

    def read(self, path: str) -> Any:
        """Any read, for example `/v1/markets` or `/v1/positions`. No signature headers go with it."""
        return self._send("GET", path, self._authorization(), None)

    def orders(self, **filters: Union[str, int, None]) -> Record:
        """status="OPEN", "CLOSED" or "ALL", market, client_id, start_at and end_at of the placement, cursor."""
        return self.read("/v1/orders" + _query(**filters))

    def order_by_client_id(self, client_id: str) -> Optional[Record]:
        """What became of an order: one that is open, or was placed in the last 24 hours; else None."""
        return next(iter(self.orders(client_id=client_id)["results"]), None)

    def fills(self, **filters: Union[str, int, None]) -> Record:
        """order_id, market, start_at, end_at, cursor."""
        return self.read("/v1/fills" + _query(**filters))

    def funding_rates(self, market: str, **span: Union[str, int, None]) -> Record:
        """The rate at the end of each hour. start_at, end_at, cursor."""
        return self.read("/v1/markets/funding" + _query(market=market, **span))

    def rate_limits(self) -> Record:
        """What is left of the limits of the key."""
        return self.read("/v1/rate-limits")

    def _authorization(self):
        return {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}

    def _signed(self, operation, fields, target, new_signer=None):
        # Timestamps strictly ascend, because the same fields at the same millisecond would be the same bytes: a duplicate. A last
        # one that the venue would refuse is of a clock that was set right since.
        now = int(time.time() * 1000) + self._clock_offset
        last = self._last_timestamp
        self._last_timestamp = now if last > now + AHEAD_MS else max(now, last + 1)
        payload = payload_of(operation, fields, self._last_timestamp)
        digest = digest_of(operation, self.account, payload)
        headers = {
            **self._authorization(),
            "Content-Type": "application/json",
            "X-Signature": self.signer.sign_digest(digest),
            "X-Signature-Timestamp": str(self._last_timestamp),
            "X-Signer-Pubkey": self.signer.public_key,
            "X-Account-Pubkey": self.account,
        }
        if new_signer is not None:  # the consent of a signer that is being registered
            headers["X-New-Signer-Signature"] = new_signer.sign_digest(digest)
        method, path, body = target
        return (method, path, headers, None if body is None else json.dumps(body)), digest

    def _write(self, operation, fields, target, new_signer=None):
        """Signs once and sends the same bytes until the outcome is known.

        A write without an answer after 5 s is unknown. Before it sends again, it looks for the order. If the
        first send did arrive, the venue answers the second with 409 DUPLICATE_REQUEST and the original
        result, whether an answer or a refusal.
        """
        request, digest = self._signed(operation, fields, target, new_signer)
        unknown = False
        for attempt in range(ATTEMPTS):
            seconds = 0.25 * 2**attempt
            try:
                return self._send(*request)
            except NoAnswer:
                unknown = True
            except VenueRefusal as refusal:
                if refusal.code == "DUPLICATE_REQUEST" and unknown:
                    return _original_of(refusal)
                # The first send revoked the key, so the key no longer authenticates the second.
                if refusal.status == 401 and unknown and operation == "revoke_api_key":
                    return {**fields, "revoked": True}
                if refusal.code == "TIMESTAMP_OUT_OF_WINDOW" and unknown:
                    break  # the venue would refuse these bytes as too old
                last = attempt == ATTEMPTS - 1 and not unknown
                if refusal.final and (refusal.status != 429 or last):
                    raise
                unknown = unknown or not refusal.final
                seconds = refusal.retry_after_seconds or seconds
            time.sleep(seconds)
            placed = None
            if operation == "place_order" and unknown:
                placed = self._placed(digest, fields.get("client_id"))
            if placed is not None:
                return placed
        raise UnknownOutcome(digest)

    def _placed(self, digest, client_id):
        """The order of an earlier send, if it is there: its digest is that of the signed bytes."""
        try:
            recent = self.orders(status="ALL", client_id=client_id)["results"]
        except (VenueRefusal, NoAnswer):
            return None
        return next((order for order in recent if order["digest"] == digest), None)

    def _send(self, method, path, headers, body):
        data = None if body is None else body.encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            # A proxy may give a date instead of seconds.
            header = error.headers.get("Retry-After", "")
            retry_after = int(header) if header.isdigit() else 0
            try:
                refusal = VenueRefusal(error.code, json.load(error), retry_after)
            except (OSError, ValueError, http.client.HTTPException):
                raise NoAnswer(f"{error.code} without a body of the venue") from error
            raise refusal from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise NoAnswer(str(error)) from error


def _original_of(duplicate):
    """Returns the answer to the first send. Raises VenueRefusal when it was a refusal, whose body is then `data`."""
    if "error" in duplicate.data:
        raise VenueRefusal(duplicate.status, duplicate.data) from None
    return duplicate.data


def _query(**parameters):
    given = {name: value for name, value in parameters.items() if value is not None}
    return "?" + urllib.parse.urlencode(given) if given else ""
