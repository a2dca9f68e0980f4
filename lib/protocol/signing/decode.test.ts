/**
 * Every signed payload decodes to the fields it was encoded from, and only canonical bytes decode: a payload cannot
 * mean two things, and two payloads cannot mean one.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MARGIN_MODE_CODE,
  type MarginMode,
  ORDER_TYPE_CODE,
  SIDE_CODE,
  TIME_IN_FORCE_CODE,
} from "#lib/protocol/enumerations.ts";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import { BorshReader, BorshWriter } from "./borsh.ts";
import * as decode from "./decode.ts";
import * as encode from "./signing.ts";

const u64 = fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), fc.constantFrom(0n, 2n ** 53n, 2n ** 64n - 1n));
/** Short and long ASCII, and any text: both sides of every shortcut. */
const text = fc.oneof(
  fc.string({ unit: "binary-ascii", maxLength: 70 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "\uFEFFmark", "a".repeat(64), "a".repeat(65), `${"a".repeat(63)}é`),
);
const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const side = fc.constantFrom("BUY" as const, "SELL" as const);
const orderType = fc.constantFrom(
  "MARKET" as const,
  "LIMIT" as const,
  "TAKE_PROFIT_MARKET" as const,
  "STOP_LOSS_MARKET" as const,
);
const placeOrder = fc.record({
  market: text,
  side,
  size: text,
  price: fc.option(text),
  order_type: orderType,
  flags: fc.nat(255),
  time_in_force: fc.constantFrom("GTC" as const, "IOC" as const, "FOK" as const),
  trigger_price: fc.option(text),
  trigger_source: fc.constantFrom(0 as const, 1 as const, null),
});
const cancelOrder = fc.record({ order_id: u64, market: text });

type Operation = {
  name: string;
  roundTrip: (check: (fields: object, payload: Uint8Array, read: object) => void) => void;
  decode: (payload: Uint8Array) => unknown;
};

function operation<Fields extends object>(
  name: encode.SigningOperation,
  fields: fc.Arbitrary<Fields>,
  write: (fields: Fields, timestamp: bigint) => Uint8Array,
  read: (payload: Uint8Array) => Fields & { timestamp: bigint },
): Operation {
  return {
    name,
    decode: read,
    roundTrip: (check) =>
      fc.assert(
        fc.property(fields, u64, (values, timestamp) => {
          const payload = write(values, timestamp);
          check({ ...values, timestamp }, payload, read(payload));
        }),
      ),
  };
}

const operations: Operation[] = [
  operation("place_order", placeOrder, encode.encodePlaceOrder, decode.decodePlaceOrder),
  operation(
    "modify_order",
    fc.record({
      order_id: u64,
      market: text,
      side,
      order_type: orderType,
      size: text,
      price: fc.option(text),
    }),
    encode.encodeModifyOrder,
    decode.decodeModifyOrder,
  ),
  operation("cancel_order", cancelOrder, encode.encodeCancelOrder, decode.decodeCancelOrder),
  operation(
    "place_batch_orders",
    fc.record({ orders: fc.array(placeOrder) }),
    ({ orders }, timestamp) => encode.encodePlaceBatchOrders(orders, timestamp),
    decode.decodePlaceBatchOrders,
  ),
  operation(
    "cancel_batch_orders",
    fc.record({ orders: fc.array(cancelOrder) }),
    ({ orders }, timestamp) => encode.encodeCancelBatchOrders(orders, timestamp),
    decode.decodeCancelBatchOrders,
  ),
  operation(
    "cancel_by_client_id",
    fc.record({ client_id: text }),
    encode.encodeCancelByClientId,
    decode.decodeCancelByClientId,
  ),
  operation(
    "update_leverage",
    fc.record({
      market: text,
      leverage: fc.nat(65_535),
      mode: fc.constantFrom(...(Object.keys(MARGIN_MODE_CODE) as MarginMode[])),
    }),
    encode.encodeUpdateLeverage,
    decode.decodeUpdateLeverage,
  ),
  operation(
    "update_isolated_margin",
    fc.record({ market: text, amount: text }),
    encode.encodeUpdateIsolatedMargin,
    decode.decodeUpdateIsolatedMargin,
  ),
  operation(
    "cancel_all_orders",
    fc.record({ market: fc.option(text) }),
    encode.encodeCancelAllOrders,
    decode.decodeCancelAllOrders,
  ),
  operation(
    "schedule_cancel",
    fc.record({ time: fc.option(u64) }),
    encode.encodeScheduleCancel,
    decode.decodeScheduleCancel,
  ),
  operation(
    "register_signer",
    fc.record({ signer: key, label: text, scopes: fc.nat(255), expires_at: u64 }),
    encode.encodeRegisterSigner,
    decode.decodeRegisterSigner,
  ),
  operation(
    "revoke_signer",
    fc.record({ signer: key }),
    encode.encodeRevokeSigner,
    decode.decodeRevokeSigner,
  ),
  operation(
    "create_api_key",
    fc.record({ label: text, signer: fc.option(key), expires_at: u64 }),
    encode.encodeCreateApiKey,
    decode.decodeCreateApiKey,
  ),
  operation(
    "revoke_api_key",
    fc.record({ id: text }),
    encode.encodeRevokeApiKey,
    decode.decodeRevokeApiKey,
  ),
  operation(
    "withdraw",
    fc.oneof(
      fc.record({ amount: text }),
      fc.record({ amount: text, fee: text, opens_account: fc.boolean() }),
    ),
    encode.encodeWithdraw,
    decode.decodeWithdraw,
  ),
];

describe.each(operations)("$name", (tested) => {
  test("decodes to the fields it was encoded from", () => {
    tested.roundTrip((fields, _payload, read) => expect(read).toEqual(fields));
  });

  test("refuses a payload that is cut short or has a byte more", () => {
    tested.roundTrip((_fields, payload) => {
      expect(() => tested.decode(payload.subarray(0, -1))).toThrow(Error);
      expect(() => tested.decode(Uint8Array.of(...payload, 0))).toThrow(Error);
    });
  });
});

const order = {
  market: "BTCUSDC",
  side: "BUY",
  size: "0.5",
  price: null,
  order_type: "MARKET",
  flags: 0,
  time_in_force: "IOC",
  trigger_price: null,
  trigger_source: 1,
} as const;

/** Offsets of the one-byte codes in the payload of {@link order}. */
const CODE_OFFSET = { side: 11, priceTag: 19, orderType: 20, tif: 22, triggerSource: 25 };

describe("codes without a meaning are refused", () => {
  const named: Record<keyof typeof CODE_OFFSET, number[]> = {
    side: Object.values(SIDE_CODE),
    priceTag: [0],
    orderType: Object.values(ORDER_TYPE_CODE),
    tif: Object.values(TIME_IN_FORCE_CODE),
    triggerSource: [0, 1],
  };
  test.each(Object.keys(CODE_OFFSET) as (keyof typeof CODE_OFFSET)[])("%s", (field) => {
    for (let code = 0; code < 256; code += 1) {
      const payload = encode.encodePlaceOrder(order, 1n);
      payload[CODE_OFFSET[field]] = code;
      const read = () => decode.decodePlaceOrder(payload);
      if (named[field].includes(code)) expect(read).not.toThrow();
      else expect(read, `${field} ${code}`).toThrow(Error);
    }
  });
});

test("a body without options signs their defaults, and names of trigger sources sign as codes", () => {
  const body = { market: "M", side: "BUY", size: "1", order_type: "MARKET" } as const;
  const plain = placeOrderFields({ ...body, time_in_force: "IOC" });
  expect(plain).toEqual({
    ...body,
    time_in_force: "IOC",
    price: null,
    flags: 0,
    trigger_price: null,
    trigger_source: null,
  });
  const stop = { ...body, time_in_force: "IOC", trigger_price: "9" } as const;
  const codes = [0, 1, "LastPrice", "MarkPrice", null] as const;
  expect(
    codes.map((source) => placeOrderFields({ ...stop, trigger_source: source }).trigger_source),
  ).toEqual([0, 1, 0, 1, null]);
});

test("bytes that are not UTF-8 are refused at any length", () => {
  for (const length of [1, 64, 65, 200]) {
    const bytes = new Uint8Array(length).fill(0x61);
    bytes[length - 1] = 0xff;
    const payload = new BorshWriter().u32(length).bytes(bytes).finish();
    expect(() => new BorshReader(payload).string()).toThrow(TypeError);
  }
});

test("a signer of another length than 32 bytes is never encoded", () => {
  const signer = new Uint8Array(31);
  expect(() => encode.encodeRevokeSigner({ signer }, 1n)).toThrow(RangeError);
  expect(() => encode.encodeCreateApiKey({ label: "", signer, expires_at: 0n }, 1n)).toThrow(
    RangeError,
  );
  expect(() =>
    encode.encodeRegisterSigner({ signer, label: "", scopes: 1, expires_at: 0n }, 1n),
  ).toThrow(RangeError);
});

test("simultaneous and successive writers share no bytes", () => {
  const first = new BorshWriter().u8(1);
  const second = new BorshWriter().u8(2);
  const firstBytes = first.u8(1).finish();
  const third = new BorshWriter().u8(3);
  const secondBytes = second.u8(2).finish();
  const thirdBytes = third.string("a".repeat(5_000)).finish();
  const late = first.u8(9).finish();
  expect([firstBytes, secondBytes, thirdBytes.subarray(0, 6), late]).toEqual([
    Uint8Array.of(1, 1),
    Uint8Array.of(2, 2),
    Uint8Array.of(3, 0x88, 0x13, 0, 0, 0x61),
    Uint8Array.of(9),
  ]);
});
