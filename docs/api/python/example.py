"""Sends every signed operation once to a venue of yours:

    VENUE_URL=http://127.0.0.1:4000 VENUE_SEED=<64 hex> python3 docs/api/python/example.py

The account of the seed must hold some collateral. Nothing fills: the orders rest 3 % below the mark and are
cancelled at the end.
"""

import os
import time
from decimal import ROUND_DOWN, Decimal

from venue_client import POST_ONLY, SCOPE_CANCEL, SCOPE_TRADE, Signer, VenueClient, VenueRefusal


def text(number):
    """Plain decimal text: no exponent, no trailing zeros."""
    plain = format(number, "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def multiple(number, step):
    return text((number / step).to_integral_value(ROUND_DOWN) * step)


def ids(batch):
    for item in batch["results"]:
        if item["status"] == "error":
            raise RuntimeError(f"{item['error']}: {item['message']}")
    return [item["order"]["id"] for item in batch["results"]]


def main():
    owner = Signer(bytes.fromhex(os.environ["VENUE_SEED"]))
    client = VenueClient(os.environ.get("VENUE_URL", "http://127.0.0.1:4000"), owner)
    client.sync_clock()

    key = client.create_key("example")
    print(f"key {key['id']} of account {client.account}")
    account = client.read("/v1/accounts")["results"][0]
    print(f"free collateral {account['free_collateral']} USDC")

    market = client.read("/v1/markets")[0]
    symbol = market["symbol"]
    stats = client.read(f"/v1/markets/stats?market={symbol}")["results"][0]
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

    placed = client.place_order({**bid, "flags": POST_ONLY, "client_id": "example-1"})
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

    bot = Signer()
    in_an_hour = int(time.time() * 1000) + 3_600_000
    client.register_signer(bot, "bot", SCOPE_TRADE | SCOPE_CANCEL, in_an_hour)
    delegated = client.signed_by(bot).place_order(bid)
    print(f"the signer {delegated['signer']} placed {delegated['id']}")
    revoked = client.revoke_signer(bot.public_key)
    print(f"signer revoked, with it {' '.join(revoked['canceled_orders'])}")

    still_open = client.orders(status="OPEN")["results"]
    if still_open:
        raise RuntimeError(f"{len(still_open)} orders are still open")
    client.revoke_key(key["id"])
    try:
        client.read("/v1/accounts")
    except VenueRefusal as refusal:
        print(f"key revoked: {refusal.code}")
    else:
        raise RuntimeError("a revoked key still reads")


if __name__ == "__main__":
    main()
