/** Which purchases are read again, and which buyers are sent to the provider's support. */

import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import { isMoving, needsSupport } from "./shown-purchases.ts";

const PAID_AT = Date.parse("2026-03-01T12:00:00Z");
const purchase = (status: Purchase["status"], reason: Purchase["reason"]): Purchase => ({
  id: "onr_0123456789abcdef01234567",
  status,
  reason,
  provider: "moonpay",
  provider_transaction: "7b1f6d1e-3a0b-4f6e-9a39-3a1f1f0c4f11",
  network: "mainnet-beta",
  simulated: false,
  wallet: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
  amount: "100" as Decimal,
  currency: "USD",
  usdc: null,
  transaction: null,
  explorer_url: null,
  checkout_url: null,
  created_at: PAID_AT,
  changed_at: PAID_AT,
});

test.each([
  ["created", null, true, false],
  ["pending", null, true, false],
  ["failed", null, false, false],
  ["refunded", null, false, false],
  ["delivered", null, false, false],
  ["paid", "not_named", true, false],
  ["paid", "not_on_chain", true, false],
  ["paid", "not_final", true, false],
  ["paid", "given_up", false, true],
  ["paid", "transaction_failed", false, true],
  ["paid", "not_to_the_wallet", false, true],
  ["paid", "amount_too_small", false, true],
  ["paid", "older_than_the_purchase", false, true],
  ["paid", "used_before", false, true],
] as const)(
  "%s %s: it moves: %s, its buyer asks the support: %s",
  (status, reason, moves, asks) => {
    const one = purchase(status, reason);
    expect([isMoving(one), needsSupport(one, PAID_AT + HOUR_MS)]).toEqual([moves, asks]);
  },
);

test("a purchase whose transaction has no name after a day is a case for the support", () => {
  const one = purchase("paid", "not_named");
  expect(needsSupport(one, PAID_AT + 24 * HOUR_MS)).toBe(false);
  expect(needsSupport(one, PAID_AT + 25 * HOUR_MS)).toBe(true);
});
