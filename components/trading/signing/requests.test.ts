import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { featureText } from "#components/i18n/feature-text.testing.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { type Described, describePayload } from "./describe.ts";
import {
  cancelOrderDraft,
  enableTradingDraft,
  messageToSign,
  type PreparedWrite,
  placeOrderDraft,
  prepareWrite,
  withSignature,
} from "./requests.ts";

const { signer_and_account: account, vectors } = JSON.parse(
  readFileSync(new URL("../../../docs/api/vectors/signing.json", import.meta.url), "utf8"),
) as {
  signer_and_account: string;
  vectors: { operation: string; fields: object; timestamp: number; digest_hex: string }[];
};

const text = featureText("signing");
const fieldsOf = (prepared: PreparedWrite): Described["fields"] =>
  describePayload(prepared.draft.operation, prepared.payload, {
    text,
    before: prepared.draft.before,
  }).fields;

const order: PlaceOrderFields = {
  market: "BTCUSDC",
  side: "SELL",
  size: "0.015",
  price: "64000.5",
  order_type: "LIMIT",
  flags: 3,
  time_in_force: "GTC",
  trigger_price: null,
  trigger_source: null,
};

describe("the signed payload is the sent payload", () => {
  test.each(vectors.filter((vector) => vector.operation === "place_order"))(
    "the digest of the published vector $digest_hex",
    async (vector) => {
      const draft = placeOrderDraft(vector.fields as PlaceOrderFields);
      const prepared = await prepareWrite(draft, account, vector.timestamp);
      expect(prepared.digest).toBe(vector.digest_hex);
    },
  );

  test("size and price in the body are the strings in the payload", async () => {
    const prepared = await prepareWrite(placeOrderDraft(order), account, 1_700_000_000_000);
    const body = JSON.parse(prepared.draft.body) as Record<string, unknown>;
    const said = new Map(fieldsOf(prepared).map((field) => [field.label, field.value]));
    expect(body).toMatchObject({ size: said.get("Size"), price: said.get("Price"), flags: 3 });
    expect(said.get("Flags")).toBe("POST_ONLY, REDUCE_ONLY");
    expect(said.get("Side")).toBe("SELL");
    expect(said.get("Timestamp")).toBe("1700000000000 (2023-11-14 22:13:20.000 UTC)");
  });

  test("the wallet signs the hex text, and the headers carry the signed time and account", async () => {
    const prepared = await prepareWrite(
      cancelOrderDraft({ id: "42", market: "BTCUSDC" }),
      account,
      5,
    );
    expect(new TextDecoder().decode(messageToSign(prepared))).toBe(prepared.digest);
    const { headers } = withSignature(prepared, new Uint8Array(64).fill(255));
    expect(headers).toMatchObject({
      "x-signature": "ff".repeat(64),
      "x-signature-timestamp": "5",
      "x-signer-pubkey": account,
      "x-account-pubkey": account,
    });
    expect(fieldsOf(prepared)[0]).toEqual({
      label: "Order",
      value: "42",
    });
  });

  test("a market order sends no price and says so", async () => {
    const market = { ...order, price: null, order_type: "MARKET", time_in_force: "IOC" } as const;
    const prepared = await prepareWrite(placeOrderDraft(market), account, 5);
    expect(JSON.parse(prepared.draft.body)).not.toHaveProperty("price");
    const price = fieldsOf(prepared).find((one) => one.label === "Price");
    expect(price?.value).toBe("none (market order)");
  });

  test("enabling trading signs a key without a delegated signer", async () => {
    const prepared = await prepareWrite(enableTradingDraft(), account, 5);
    expect(fieldsOf(prepared)).toContainEqual({
      label: "Delegated signer",
      value: "none",
    });
  });
});

test("bytes that are not such a payload are refused, not shown as something else", async () => {
  const { payload } = await prepareWrite(placeOrderDraft(order), account, 5);
  expect(() => describePayload("cancel_order", payload, { text })).toThrow(/past the end/);
  expect(() => describePayload("place_order", payload.subarray(1), { text })).toThrow(
    /past the end/,
  );
});
