/** The hand-written order record equals the one of `orderRecord`, character for character. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { refusal } from "#lib/kernel/errors/errors.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { createMarket } from "#services/venue/engine/create-market.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import type { Order } from "#services/venue/engine/market-state.ts";
import type { FillRow, Outcome } from "#services/venue/engine/outcome.ts";
import { batchJson, outcomeBody } from "./outcomes.ts";
import { placedOrder, placedOrderJson } from "./records.ts";

const market = createMarket(LISTINGS[0]!, 0, 0);
const lots = fc.integer({ min: 1, max: 2 ** 40 });
const decimal = fc.constantFrom("1", "0.0150", "64000.5") as fc.Arbitrary<Decimal>;
const time = fc.integer({ min: 0, max: 2 ** 50 });

const order = fc.record({
  id: lots,
  signer: fc.constantFrom("venue", "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi"),
  side: fc.constantFrom("BUY", "SELL"),
  type: fc.constantFrom("MARKET", "LIMIT", "STOP_LOSS_MARKET"),
  timeInForce: fc.constantFrom("GTC", "IOC", "FOK"),
  flags: fc.integer({ min: 0, max: 3 }),
  triggerSource: fc.constantFrom(0, 1, null),
  size: lots,
  sizeText: fc.option(decimal),
  priceText: fc.option(decimal),
  triggerText: fc.option(decimal),
  remaining: lots,
  filled: fc.oneof(fc.constant(0), lots),
  filledValue: fc.bigInt({ min: 0n, max: 10n ** 24n }),
  status: fc.constantFrom("OPEN", "CLOSED", "UNTRIGGERED"),
  cancelReason: fc.constantFrom("", "NO_LIQUIDITY"),
  clientId: fc.option(fc.string({ unit: "binary", maxLength: 36 })),
  timestamp: time,
  digest: fc.constantFrom("", "ab".repeat(32)),
  createdAt: time,
  updatedAt: time,
  seq: lots,
});

const fill: fc.Arbitrary<FillRow> = fc.record({
  tradeId: lots,
  ticks: lots,
  lots,
  fee: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
});

test("placedOrderJson(order) is JSON.stringify(placedOrder(order))", () => {
  fc.assert(
    fc.property(order, fc.array(fill, { maxLength: 3 }), (fields, fills) => {
      const made = { ...fields, market, account: { pubkey: "somebody" } } as unknown as Order;
      expect(placedOrderJson(made, fills)).toBe(JSON.stringify(placedOrder(made, fills)));
    }),
  );
});

test("batchJson(items) is JSON.stringify of the batch's body", () => {
  const find = (id: number) => ({ id: String(id) }) as unknown as OrderRecord;
  const refused = fc.constantFrom<Outcome>(
    { kind: "refused", refusal: refusal("ORDER_NOT_FOUND") },
    { kind: "refused", refusal: refusal("DUPLICATED_CLIENT_ID", { orderId: 7 }) },
  );
  const accepted = fc.tuple(order, fc.array(fill, { maxLength: 2 })).map(([fields, fills]) => {
    const made = { ...fields, market, account: { pubkey: "somebody" } } as unknown as Order;
    return { kind: "order", order: made, fills } as Outcome;
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(refused, accepted), { maxLength: 5 }), (items) => {
      expect(batchJson(items, find)).toBe(
        JSON.stringify(outcomeBody({ kind: "batch", items }, find)),
      );
    }),
  );
});
