/** Which notices of the venue become pushes, of which kind, and with which figures. */
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { CLOSING_REASONS } from "#lib/protocol/order-states.ts";
import { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";
import {
  closedOrder,
  endedStop,
  liquidationNotice,
  marginNotice,
  orderNotice,
  transferNotice,
} from "#lib/protocol/wire/venue-notices.testing.ts";
import type { VenueNotice } from "#lib/protocol/wire/venue-notices.ts";
import { kindOfEvent } from "#lib/pushes/rules/trading-kinds.ts";
import { pushOfNotice } from "./trading-push.ts";

/** The push with its kind. Its data fits its contract. */
function pushOf(notice: VenueNotice) {
  const push = pushOfNotice(notice);
  if (push === undefined) return undefined;
  expect(TradingPush.parse(push.data)).toEqual(push.data);
  return { ...push, kind: kindOfEvent(push.data) };
}

describe("an order", () => {
  test("that filled is one push, with the result of its one fill", () => {
    expect(pushOf(orderNotice())).toMatchObject({
      kind: "fill",
      lifetimeMs: DAY_MS,
      data: { event: "order_filled", filled_size: "1.5", price: "64000.1", realized_pnl: "12.5" },
    });
  });

  test("that filled at several times has no result, as its earlier fills are not known", () => {
    const filled = { size: "0.5", price: "64000", fee: "1", realized_pnl: "2" };
    expect(pushOf(orderNotice({ filled }))?.data).toMatchObject({ realized_pnl: null });
    const rest = closedOrder({ cancel_reason: "USER_CANCELED", filled_size: "1" });
    expect(pushOf(orderNotice({ filled: null, order: rest }))).toMatchObject({
      kind: "fill",
      data: { filled_size: "1", realized_pnl: null, cancel_reason: "USER_CANCELED" },
    });
  });

  test("that is still open is none, and so is one that ended without a fill", () => {
    expect(pushOf(orderNotice({ order: null }))).toBeUndefined();
    const unfilled = closedOrder({ filled_size: "0", avg_fill_price: null });
    for (const cancel_reason of CLOSING_REASONS) {
      const order = { ...unfilled, cancel_reason };
      expect(pushOf(orderNotice({ filled: null, order }))).toBeUndefined();
    }
  });

  test("of the venue's own in a liquidation is none: the sum has it", () => {
    expect(pushOf(orderNotice({ order: closedOrder({ signer: "venue" }) }))).toBeUndefined();
  });

  test("with a trigger that filled is protection", () => {
    const order = endedStop({ filled_size: "1.5", avg_fill_price: "62990", cancel_reason: "" });
    expect(pushOf(orderNotice({ order }))).toMatchObject({
      kind: "protection",
      data: { event: "order_filled", order_type: "STOP_LOSS_MARKET", trigger_price: "63000" },
    });
  });
});

test("protection that ended without a fill is a push unless its owner, its group or its position ended it", () => {
  const failed = CLOSING_REASONS.filter((cancel_reason) => {
    const push = pushOf(orderNotice({ filled: null, order: endedStop({ cancel_reason }) }));
    if (push !== undefined) {
      expect(push).toMatchObject({
        kind: "protection",
        data: { event: "protection_failed", cancel_reason, reduces: 1 },
      });
    }
    return push !== undefined;
  });
  expect(failed).toEqual([
    "IOC_UNFILLED",
    "FOK_NOT_FILLABLE",
    "NO_LIQUIDITY",
    "PRICE_BAND",
    "SCHEDULED_CANCEL",
    "SIGNER_REVOKED",
    "SELF_TRADE",
    "NOT_ENOUGH_MARGIN",
    "LIQUIDATION",
    "MARKET_CLOSED",
  ]);
});

describe("margin", () => {
  test("at a bound is a push for an hour; other levels are none", () => {
    expect(pushOf(marginNotice())).toMatchObject({
      kind: "margin",
      lifetimeMs: HOUR_MS,
      data: { event: "margin_level", level: "WARNING", market: "BTCUSDC" },
    });
    const worthless = { level: "DANGER", maintenance_share: null, nearest: null };
    expect(pushOf(marginNotice(worthless))?.data).toMatchObject({ market: null });
    for (const level of ["SAFE", "LIQUIDATING"]) {
      expect(pushOf(marginNotice({ level }))).toBeUndefined();
    }
  });

  test("a liquidation is one push, with the largest position and the sum of all", () => {
    expect(pushOf(liquidationNotice())).toMatchObject({
      kind: "margin",
      data: {
        event: "liquidated",
        market: "BTCUSDC",
        others: 1,
        realized_pnl: "-312.400000001",
        fee: "14.675",
        account_value: "44.1",
      },
    });
    expect(pushOf(liquidationNotice({ reason: "ADL" }))?.data.event).toBe("deleveraged");
  });
});

test("money is a push when it has arrived or is back, and not on its way", () => {
  const event = (transfer: object) => pushOf(transferNotice({ ...transfer }))?.data.event;
  expect(event({ kind: "DEPOSIT", fee: null })).toBe("deposit_credited");
  expect(event({})).toBe("withdrawal_paid");
  expect(event({ status: "RETURNED", reason: "no token account" })).toBe("withdrawal_returned");
  expect([event({ status: "RESERVED" }), event({ status: "SENT" })]).toEqual([
    undefined,
    undefined,
  ]);
});
