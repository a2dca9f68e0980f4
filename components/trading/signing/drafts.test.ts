/** For every kind of draft, the panel shows exactly what is sent and what is signed. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { featureText } from "#components/i18n/feature-text.testing.ts";
import {
  ORDER_TYPE_CODE,
  type OrderType,
  SIDE_CODE,
  type Side,
  TIME_IN_FORCE_CODE,
  type TimeInForce,
} from "#lib/protocol/enumerations.ts";
import { type PlaceOrderFields, placeOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  decodePublicKey,
  encodeModifyOrder,
  encodePlaceBatchOrders,
  encodePlaceOrder,
  encodePublicKey,
  encodeWithdraw,
} from "#lib/protocol/signing/signing.ts";
import { describePayload } from "./describe.ts";
import {
  cancelAllDraft,
  cancelBatchDraft,
  cancelOrderDraft,
  enableTradingDraft,
  isTrade,
  modifyOrderDraft,
  placeBatchDraft,
  placeOrderDraft,
  registerSignerDraft,
  revokeSignerDraft,
  type WriteDraft,
  withdrawDraft,
} from "./requests.ts";

const text = featureText("signing");

const keysOf = <Name extends string>(codes: Record<Name, number>) =>
  fc.constantFrom(...(Object.keys(codes) as Name[]));
const decimal = fc
  .tuple(fc.nat(99_999_999), fc.nat(9_999))
  .map(([whole, part]) => `${whole}.${part.toString().padStart(4, "0")}`);
const market = fc.stringMatching(/^[A-Z0-9]{1,32}$/);
const id = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map(String);
const pubkey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodePublicKey);
const order: fc.Arbitrary<PlaceOrderFields> = fc.record({
  market,
  side: keysOf<Side>(SIDE_CODE),
  size: decimal,
  price: fc.option(decimal),
  order_type: keysOf<OrderType>(ORDER_TYPE_CODE),
  flags: fc.nat(3),
  time_in_force: keysOf<TimeInForce>(TIME_IN_FORCE_CODE),
  trigger_price: fc.option(decimal),
  trigger_source: fc.constantFrom(0, 1, null),
});
const timestamp = fc.nat(4_000_000_000_000).map(BigInt);

/** The labels and values that the panel shows for a draft. */
function shown(draft: WriteDraft, at: bigint) {
  const { operation, before } = draft;
  return describePayload(operation, draft.encode(at), { text, before });
}

const valuesOf = (fields: { label: string; value: string }[]) =>
  Object.fromEntries(fields.map(({ label, value }) => [label, value]));

const shownOrder = (one: PlaceOrderFields) => ({
  Market: one.market,
  Side: one.side,
  Size: one.size,
  Price: one.price ?? "none (market order)",
  "Order type": one.order_type,
  "Time in force": one.time_in_force,
  Trigger: one.trigger_price ?? "none",
  "Trigger source":
    one.trigger_source === null ? "none" : ["LastPrice", "MarkPrice"][one.trigger_source],
});

const bodyOf = (draft: WriteDraft) => JSON.parse(draft.body) as never;

describe("the second decoder agrees with the draft", () => {
  test("of an order, and its body gives the same bytes at the venue", () => {
    fc.assert(
      fc.property(order, timestamp, (one, at) => {
        const draft = placeOrderDraft(one);
        expect(valuesOf(shown(draft, at).fields)).toMatchObject(shownOrder(one));
        expect(encodePlaceOrder(placeOrderFields(bodyOf(draft)), at)).toEqual(draft.encode(at));
      }),
    );
  });

  test("of a batch, each order in its position", () => {
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 50 }), timestamp, (orders, at) => {
        const draft = placeBatchDraft(orders);
        const said = shown(draft, at);
        expect(said.items).toHaveLength(orders.length);
        for (const [index, one] of orders.entries()) {
          expect(valuesOf(said.items[index] ?? [])).toMatchObject(shownOrder(one));
        }
        const sent = (bodyOf(draft) as { orders: never[] }).orders.map(placeOrderFields);
        expect(encodePlaceBatchOrders(sent, at)).toEqual(draft.encode(at));
      }),
      { numRuns: 30 },
    );
  });

  test("of a change, with the old values beside the new", () => {
    const change = fc.record({ size: decimal, price: decimal }, { requiredKeys: [] });
    fc.assert(
      fc.property(order, id, change, timestamp, (one, orderId, requested, at) => {
        const draft = modifyOrderDraft({ ...one, id: orderId }, requested);
        const said = shown(draft, at).fields;
        const size = requested.size ?? one.size;
        const now = one.trigger_price ?? one.price ?? undefined;
        const price = requested.price ?? now ?? "unchanged";
        expect(valuesOf(said)).toMatchObject({ Order: orderId, Size: size, Price: price });
        const old = Object.fromEntries(said.map(({ label, before }) => [label, before]));
        expect(old["Size"]).toBe(size === one.size ? undefined : one.size);
        expect(old["Price"]).toBe(
          requested.price === undefined || requested.price === now ? undefined : now,
        );
        const sent = bodyOf(draft) as { price?: string };
        const fields = { ...one, ...requested, ...sent, price: sent.price ?? null };
        expect(encodeModifyOrder({ ...fields, order_id: BigInt(orderId) }, at)).toEqual(
          draft.encode(at),
        );
        expect(draft.path).toBe(`/api/venue/orders/${orderId}`);
      }),
    );
  });

  test("of cancellations of one, some and all", () => {
    const cancels = fc.array(fc.record({ id, market }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(cancels, fc.option(market), timestamp, (some, only, at) => {
        for (const one of some.slice(0, 1)) {
          const said = valuesOf(shown(cancelOrderDraft(one), at).fields);
          expect(said).toMatchObject({ Order: one.id, Market: one.market });
        }
        const batch = cancelBatchDraft(some);
        expect(shown(batch, at).items.map(valuesOf)).toEqual(
          some.map((one) => ({ Order: one.id, Market: one.market })),
        );
        expect(bodyOf(batch)).toEqual({
          orders: some.map((one) => ({ order_id: one.id, market: one.market })),
        });
        const all = cancelAllDraft(only);
        expect(valuesOf(shown(all, at).fields)["Market"]).toBe(only ?? "every market");
        expect(new URL(all.path, "http://x").searchParams.get("market")).toBe(only);
      }),
      { numRuns: 50 },
    );
  });

  test("of a withdrawal: amount, fee and no destination, and no trading key signs it", () => {
    fc.assert(
      fc.property(decimal, decimal, fc.boolean(), timestamp, (amount, fee, opens, at) => {
        const draft = withdrawDraft({ amount, fee, opens_account: opens });
        const said = shown(draft, at).fields;
        expect(said.slice(0, -1)).toEqual([
          { label: "Amount (USDC)", value: amount },
          { label: "Fee, part of the amount (USDC)", value: fee },
          { label: "Opens your USDC account", value: opens ? "yes" : "no" },
        ]);
        expect(said.at(-1)?.label).toBe("Timestamp");
        expect(bodyOf(draft)).toEqual({ amount, fee, opens_account: opens });
        expect(encodeWithdraw(bodyOf(draft), at)).toEqual(draft.encode(at));
        expect(isTrade(draft)).toBe(false);
      }),
    );
  });

  test("of signers and keys", () => {
    const signer = fc.record({
      pubkey,
      label: fc.string({ maxLength: 64, unit: "grapheme-ascii" }),
      scopes: fc.integer({ min: 1, max: 7 }),
      expiresAt: fc.nat(4_000_000_000_000),
    });
    fc.assert(
      fc.property(signer, timestamp, (added, at) => {
        const draft = registerSignerDraft(added);
        const said = valuesOf(shown(draft, at).fields);
        expect(said).toMatchObject({ "New signer": added.pubkey, Label: added.label });
        expect(said["Expires"]).toContain(added.expiresAt.toString());
        expect(said["Scopes"]?.split(", ")).toHaveLength(
          [1, 2, 4].filter((bit) => added.scopes & bit).length,
        );
        expect(bodyOf(draft)).toMatchObject({ signer: added.pubkey, expires_at: added.expiresAt });
        const revocation = revokeSignerDraft(added.pubkey);
        expect(valuesOf(shown(revocation, at).fields)["Revoked signer"]).toBe(added.pubkey);
        expect(decodePublicKey(revocation.path.split("/").at(-1) ?? "")).toBeDefined();
        expect(shown(enableTradingDraft(), at).fields[1]?.value).toBe("none");
      }),
      { numRuns: 50 },
    );
  });
});
