"""Sends every signed operation but `withdraw` once to a venue of yours:

    VENUE_URL=http://127.0.0.1:4000 python3 clients/python/example.py

It makes a new wallet, and VENUE_SEED=<64 hex> names one of yours, which must have no open orders. When the account holds too
little, the faucet of the simulated market (SANDBOX_URL) gives it 1,000 USDC. Nothing fills: the orders rest 3 % below the
mark and are cancelled at the end. It also ends what it has begun when the venue refuses something.
"""

import json
import os
import sys
import time
import urllib.request
from decimal import ROUND_DOWN, Decimal

from svc_client.venue_client import (
    POST_ONLY,
    SCOPE_CANCEL,
    SCOPE_TRADE,
    NoAnswer,
    Signer,
    UnknownOutcome,
    VenueClient,
    VenueRefusal,
)

VENUE_URL = os.environ.get("VENUE_URL", "http://127.0.0.1:4000")
SANDBOX_URL = os.environ.get("SANDBOX_URL", "http://127.0.0.1:4100")
# The orders below take about 5 USDC of margin.
ENOUGH_USDC = 20


class CannotRun(Exception):
    """The message says what to do."""


def text(number):
    """Plain decimal text: no exponent, no trailing zeros."""
    plain = format(number, "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def multiple(number, step):
    return text((number / step).to_integral_value(ROUND_DOWN) * step)


def ids(batch):
    for item in batch["results"]:
        if item["status"] == "error":
            raise CannotRun(f"{item['error']}: {item['message']}")
    return [item["order"]["id"] for item in batch["results"]]


def wallet():
    seed = os.environ.get("VENUE_SEED")
    try:
        return Signer(None if seed is None else bytes.fromhex(seed))
    except ValueError:
        raise CannotRun("VENUE_SEED must be 64 hex characters") from None


def faucet(account):
    """Only a simulated market has one."""
    body = json.dumps({"account": account, "amount": "1000"}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{SANDBOX_URL}/faucet", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=5):
            print("the faucet gave 1000 USDC")
    except (OSError, ValueError) as error:
        raise CannotRun(
            f"{account} has less than {ENOUGH_USDC} USDC, and {request.full_url} gave nothing ({error}): "
            "deposit some, or set SANDBOX_URL to the address that npm start prints"
        ) from None


def prepare(client):
    if client.orders(status="OPEN")["results"]:
        raise CannotRun(f"{client.account} has open orders, which this example would cancel")
    account = client.read("/v1/accounts")["results"][0]
    if Decimal(account["free_collateral"]) < ENOUGH_USDC:
        faucet(client.account)
        account = client.read("/v1/accounts")["results"][0]
    print(f"free collateral {account['free_collateral']} USDC")


def clean_up(client, key, bot):
    """After a refusal: no order, signer or key of this example stays."""
    for undo in (
        lambda: client.schedule_cancel(None),
        client.cancel_all_orders,
        lambda: client.revoke_signer(bot.public_key),
        lambda: client.revoke_key(key["id"]),
    ):
        try:
            undo()
        except (VenueRefusal, NoAnswer, UnknownOutcome):
            pass  # never begun, or the venue is gone


def send_everything(client, bot):
    market = client.read("/v1/markets")[0]
    symbol = market["symbol"]
    stats = client.read(f"/v1/markets/stats?market={symbol}")["results"][0]
    if stats["mark_price"] is None:
        raise CannotRun(f"{symbol} has no mark yet: try again in a moment")
    mark, tick, lot = map(
        Decimal, (stats["mark_price"], market["price_tick"], market["base_lot_size"])
    )

    def price_at(percent):
        return multiple(mark * percent / 100, tick)

    # Twice the minimum notional, in whole lots.
    size = multiple(Decimal(market["min_notional"]) * 2 / mark + lot, lot)
    bid = {
        "market": symbol,
        "side": "BUY",
        "size": size,
        "price": price_at(97),
        "order_type": "LIMIT",
        "time_in_force": "GTC",
    }

    placed = client.place_order({**bid, "flags": POST_ONLY})
    print(f"placed {placed['id']}: {placed['status']}")
    change = {"market": symbol, "side": "BUY", "order_type": "LIMIT", "size": size}
    modified = client.modify_order(placed["id"], {**change, "price": price_at(96)})
    print(f"modified {modified['id']} to {modified['price']}")

    stop = {
        "market": symbol,
        "side": "BUY",
        "size": size,
        "order_type": "STOP_LOSS_MARKET",
        "time_in_force": "IOC",
        "trigger_price": price_at(103),
        "trigger_source": "MarkPrice",
    }
    # Another name for each run: a name is taken for a day.
    name = f"example-{time.time_ns()}"
    named = client.place_order_once({**bid, "client_id": name})
    print(f"placed {named['id']} as {name}")
    print(f"canceled {client.cancel_by_client_id(name)['id']} by its client_id")

    batch = ids(client.place_orders([bid, {**bid, "price": price_at(95)}, stop]))
    print(f"batch placed {' '.join(batch)}")
    two = [{"order_id": order_id, "market": symbol} for order_id in batch[:2]]
    print(f"batch canceled {' '.join(ids(client.cancel_orders(two)))}")
    canceled = client.cancel_order(placed["id"], symbol)
    print(f"canceled {canceled['id']}: {canceled['cancel_reason']}")
    print(f"canceled all: {' '.join(ids(client.cancel_all_orders(symbol)))}")

    scheduled = client.schedule_cancel(int(time.time() * 1000) + 60_000)
    print(f"all orders are canceled at {scheduled['time']} unless this is renewed")
    client.schedule_cancel(None)

    in_an_hour = int(time.time() * 1000) + 3_600_000
    client.register_signer(bot, "bot", SCOPE_TRADE | SCOPE_CANCEL, in_an_hour)
    delegated = client.signed_by(bot).place_order(bid)
    print(f"the signer {delegated['signer']} placed {delegated['id']}")
    revoked = client.revoke_signer(bot.public_key)
    print(f"signer revoked, with it {' '.join(revoked['canceled_orders'])}")

    still_open = client.orders(status="OPEN")["results"]
    if still_open:
        raise CannotRun(f"{len(still_open)} orders are still open")


def main():
    client = VenueClient(VENUE_URL, wallet())
    client.sync_clock()
    key = client.create_key("example")
    print(f"key {key['id']} of account {client.account}")
    bot = Signer()
    prepared = False
    try:
        prepare(client)
        prepared = True
        send_everything(client, bot)
    except BaseException:
        if prepared:
            clean_up(client, key, bot)
        else:
            client.revoke_key(key["id"])
        raise
    client.revoke_key(key["id"])
    try:
        client.read("/v1/accounts")
    except VenueRefusal as refusal:
        print(f"key revoked: {refusal.code}")
    else:
        raise CannotRun("a revoked key still reads")


if __name__ == "__main__":
    try:
        main()
    except (CannotRun, VenueRefusal, UnknownOutcome) as error:
        sys.exit(str(error))
    except NoAnswer as error:
        sys.exit(f"{VENUE_URL} does not answer as a venue: {error}")
