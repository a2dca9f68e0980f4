"""Writes operations.json: signing vectors for every signed operation of the venue.

    python3 docs/api/vectors/make_vectors.py

Made from the layouts alone (README.md, "Signing"), in another language and with another Ed25519 than the venue, so
that a mistake of the venue cannot repeat itself here. Needs PyNaCl; everything else is the standard library.
"""

import hashlib
import json
import struct
from pathlib import Path

from nacl.signing import SigningKey

SEEDS = {"owner": bytes([7]) * 32, "delegate": bytes([9]) * 32}
NOW = 1763700000123
SIDE = {"BUY": 0, "SELL": 1}
ORDER_TYPE = {"MARKET": 0, "LIMIT": 1, "TAKE_PROFIT_MARKET": 5, "STOP_LOSS_MARKET": 7}
TIME_IN_FORCE = {"GTC": 0, "IOC": 1, "FOK": 2}
GROUPING = {"ENTRY": 0, "POSITION": 1}
MARGIN_MODE = {"CROSS": 0, "ISOLATED": 1}


def base58(data: bytes) -> str:
    alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = alphabet[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


KEYS = {name: SigningKey(seed) for name, seed in SEEDS.items()}
PUBLIC = {name: bytes(key.verify_key) for name, key in KEYS.items()}


def u8(value):
    return struct.pack("<B", value)


def u16(value):
    return struct.pack("<H", value)


def u32(value):
    return struct.pack("<I", value)


def u64(value):
    return struct.pack("<Q", int(value))


def string(value):
    raw = value.encode("utf-8")
    return u32(len(raw)) + raw


def option(value, write):
    return b"\x00" if value is None else b"\x01" + write(value)


def vec(items, write):
    return u32(len(items)) + b"".join(write(item) for item in items)


def public_key(text):
    return next(raw for raw in PUBLIC.values() if base58(raw) == text)


def place(order):
    return (
        string(order["market"])
        + u8(SIDE[order["side"]])
        + string(order["size"])
        + option(order["price"], string)
        + u8(ORDER_TYPE[order["order_type"]])
        + u8(order["flags"])
        + u8(TIME_IN_FORCE[order["time_in_force"]])
        + option(order["trigger_price"], string)
        + option(order["trigger_source"], u8)
    )


def cancel(order):
    return u64(order["order_id"]) + string(order["market"])


# The whole payload except the timestamp that follows it.
LAYOUT = {
    "place_order": place,
    "modify_order": lambda f: u64(f["order_id"])
    + string(f["market"])
    + u8(SIDE[f["side"]])
    + u8(ORDER_TYPE[f["order_type"]])
    + string(f["size"])
    + option(f["price"], string),
    "cancel_order": cancel,
    "place_batch_orders": lambda f: vec(f["orders"], place),
    "place_order_group": lambda f: u8(GROUPING[f["grouping"]]) + vec(f["orders"], place),
    "cancel_batch_orders": lambda f: vec(f["orders"], cancel),
    "cancel_by_client_id": lambda f: string(f["client_id"]),
    "cancel_all_orders": lambda f: option(f["market"], string),
    "schedule_cancel": lambda f: option(f["time"], u64),
    "update_leverage": lambda f: string(f["market"])
    + u16(f["leverage"])
    + u8(MARGIN_MODE[f["mode"]]),
    "update_isolated_margin": lambda f: string(f["market"]) + string(f["amount"]),
    "register_signer": lambda f: public_key(f["signer"])
    + string(f["label"])
    + u8(f["scopes"])
    + u64(f["expires_at"]),
    "revoke_signer": lambda f: public_key(f["signer"]),
    "create_api_key": lambda f: string(f["label"])
    + option(f["signer"], public_key)
    + u64(f["expires_at"]),
    "revoke_api_key": lambda f: string(f["id"]),
    "withdraw": lambda f: string(f["amount"])
    + (string(f["fee"]) + u8(int(f["opens_account"])) if "fee" in f else b""),
}


def vector(operation, note, fields, timestamp=NOW, signed_by="owner"):
    payload = LAYOUT[operation](fields) + u64(timestamp)
    message = f"svc-trading:{operation}".encode() + PUBLIC["owner"] + payload
    digest = hashlib.sha256(message).hexdigest()
    entry = {
        "operation": operation,
        "note": note,
        "signed_by": signed_by,
        "fields": fields,
        "timestamp": str(timestamp),
        "payload_hex": payload.hex(),
        "digest_hex": digest,
        "signature_hex": KEYS[signed_by].sign(digest.encode()).signature.hex(),
    }
    if operation == "register_signer":
        accepted = KEYS["delegate"].sign(digest.encode()).signature
        entry["new_signer_signature_hex"] = accepted.hex()
    return entry


def order(side, size, price, order_type, **terms):
    defaults = {"flags": 0, "time_in_force": "GTC", "trigger_price": None, "trigger_source": None}
    fields = {"market": "BTCUSDC", "side": side, "size": size, "price": price}
    return {**fields, "order_type": order_type, **defaults, **terms}


DELEGATE = base58(PUBLIC["delegate"])
LIMIT = order("BUY", "0.5", "64000", "LIMIT", flags=1)
MARKET = order("SELL", "0.015", None, "MARKET", flags=2, time_in_force="IOC")
FILL_OR_KILL = order("BUY", "12.25", "3100.5", "LIMIT", market="ETHUSDC", time_in_force="FOK")
STOP = order(
    "SELL", "2", None, "STOP_LOSS_MARKET",
    flags=2, time_in_force="IOC", trigger_price="60000.5", trigger_source=1,
)
PROFIT = order(
    "SELL", "2", None, "TAKE_PROFIT_MARKET",
    trigger_price="70000", trigger_source=0,
)
ENTRY = order("BUY", "2", "64000", "LIMIT")
ENTRY_PROFIT = order(
    "SELL", "2", None, "TAKE_PROFIT_MARKET",
    flags=2, trigger_price="70000", trigger_source=1,
)
FOLLOWING_STOP = {**STOP, "size": ""}
BEYOND_DOUBLE = 2**53 + 1  # an implementation that keeps a u64 as a double signs another number


def modification(order_id, price, order_type="LIMIT"):
    return {
        "order_id": str(order_id), "market": "BTCUSDC", "side": "SELL",
        "order_type": order_type, "size": "0.75", "price": price,
    }


def target(order_id, market="BTCUSDC"):
    return {"order_id": str(order_id), "market": market}


def signer(label, scopes, expires_at):
    return {"signer": DELEGATE, "label": label, "scopes": scopes, "expires_at": str(expires_at)}


def api_key(label, pinned=None, expires_at=0):
    return {"label": label, "signer": pinned, "expires_at": str(expires_at)}


VECTORS = [
    vector("place_order", "post-only limit", LIMIT),
    vector("place_order", "market, reduce-only, IOC: no price", MARKET),
    vector("place_order", "limit, fill or kill", FILL_OR_KILL),
    vector("place_order", "stop loss by the mark", STOP),
    vector("place_order", "take profit by the last price: source 0 is present, not absent", PROFIT),
    vector("place_order", "signed by a delegated signer: the account stays the owner's", LIMIT,
           signed_by="delegate"),
    vector("place_order", "timestamp beyond 2^53", LIMIT, BEYOND_DOUBLE),
    vector("modify_order", "new price", modification(42, "63999.5")),
    vector("modify_order", "price null: an untriggered order keeps its trigger price",
           modification(43, None, "STOP_LOSS_MARKET")),
    vector("modify_order", "an order that follows the position: its size is the empty text",
           {**modification(44, "61000", "STOP_LOSS_MARKET"), "size": ""}),
    vector("modify_order", "order id beyond 2^53", modification(BEYOND_DOUBLE, "64000")),
    vector("cancel_order", "one order", target(42)),
    vector("cancel_order", "order id 2^53 - 1", target(2**53 - 1)),
    vector("cancel_order", "largest order id", target(2**64 - 1)),
    vector("place_batch_orders", "one order", {"orders": [LIMIT]}),
    vector("place_batch_orders", "three orders, of every shape", {"orders": [LIMIT, MARKET, STOP]}),
    vector("place_batch_orders", "signed by a delegated signer", {"orders": [PROFIT, FILL_OR_KILL]},
           signed_by="delegate"),
    vector("place_order_group", "an entry with both orders that protect it",
           {"grouping": "ENTRY", "orders": [ENTRY, ENTRY_PROFIT, STOP]}),
    vector("place_order_group", "a stop that follows the position: its size is the empty text",
           {"grouping": "POSITION", "orders": [FOLLOWING_STOP]}),
    vector("place_order_group", "signed by a delegated signer",
           {"grouping": "ENTRY", "orders": [ENTRY, STOP]}, signed_by="delegate"),
    vector("cancel_batch_orders", "one order", {"orders": [target(42)]}),
    vector("cancel_batch_orders", "three orders of two markets",
           {"orders": [target(42), target(43, "ETHUSDC"), target(BEYOND_DOUBLE)]}),
    vector("cancel_by_client_id", "by the name that the order was given", {"client_id": "my-order-1"}),
    vector("cancel_by_client_id", "a name in other scripts", {"client_id": "заказ ä 🤖"}),
    vector("cancel_all_orders", "every market", {"market": None}),
    vector("cancel_all_orders", "one market", {"market": "ETHUSDC"}),
    vector("schedule_cancel", "in ten seconds", {"time": str(NOW + 10_000)}),
    vector("schedule_cancel", "take the schedule back", {"time": None}),
    vector("schedule_cancel", "time beyond 2^53", {"time": str(BEYOND_DOUBLE)}),
    vector("update_leverage", "ten times, cross margin", {"market": "BTCUSDC", "leverage": 10, "mode": "CROSS"}),
    vector("update_leverage", "two bytes of leverage", {"market": "ETHUSDC", "leverage": 300, "mode": "CROSS"}),
    vector("update_leverage", "five times, isolated margin", {"market": "SOLUSDC", "leverage": 5, "mode": "ISOLATED"}),
    vector("update_isolated_margin", "adds margin", {"market": "BTCUSDC", "amount": "25.5"}),
    vector("update_isolated_margin", "removes margin", {"market": "ETHUSDC", "amount": "-0.000001"}),
    vector("register_signer", "may trade and cancel, for an hour", signer("bot", 3, NOW + 3_600_000)),
    vector("register_signer", "may cancel; label in other scripts", signer("Händler 取引 🤖", 2, NOW + 86_400_000)),
    vector("register_signer", "copy trading; expiry beyond 2^53", signer("copy", 7, BEYOND_DOUBLE)),
    vector("revoke_signer", "the delegated signer", {"signer": DELEGATE}),
    vector("revoke_signer", "timestamp 2^53 - 1", {"signer": DELEGATE}, 2**53 - 1),
    vector("create_api_key", "not pinned to a signer, never expires", api_key("bot")),
    vector("create_api_key", "pinned to a signer, expires", api_key("bot", DELEGATE, NOW + 86_400_000)),
    vector("create_api_key", "label in other scripts; a label of 65 bytes", api_key("ключ " + "é" * 28)),
    vector("revoke_api_key", "by its id", {"id": "key_0192f0c1a2b34c5d8e6f708192a3b4c5"}),
    vector("revoke_api_key", "another id", {"id": "key_1"}, NOW + 1),
    vector("withdraw", "an amount, and no destination", {"amount": "250"}),
    vector("withdraw", "with its fee", {"amount": "250", "fee": "0.1", "opens_account": False}),
    vector(
        "withdraw",
        "with the price of opening the token account: the fee's text is signed",
        {"amount": "25.5", "fee": "1.10", "opens_account": True},
    ),
    vector("withdraw", "six decimals: the text is signed, trailing zeros included", {"amount": "1.250000"}),
    vector("withdraw", "timestamp beyond 2^53", {"amount": "9007199254740.993"}, BEYOND_DOUBLE),
]

if __name__ == "__main__":
    document = {
        "how": "README.md, Signing; written by make_vectors.py, which shares no code with the venue",
        "account": "owner",
        "keys": {
            name: {"seed_hex": seed.hex(), "public_key": base58(PUBLIC[name])}
            for name, seed in SEEDS.items()
        },
        "vectors": VECTORS,
    }
    path = Path(__file__).with_name("operations.json")
    path.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    print(f"{len(VECTORS)} vectors in {path.name}")
