/** Reads signed payloads back into fields: what the bytes say, whatever the request beside them claims. */
import { BorshReader } from "./borsh.ts";
import {
  ORDER_TYPE_CODE,
  type OrderType,
  SIDE_CODE,
  type Side,
  TIME_IN_FORCE_CODE,
  type TimeInForce,
} from "./orders.ts";
import type { PlaceOrderFields } from "./signing.ts";

const SIDES = nameByCode<Side>(SIDE_CODE);
const ORDER_TYPES = nameByCode<OrderType>(ORDER_TYPE_CODE);
const TIMES_IN_FORCE = nameByCode<TimeInForce>(TIME_IN_FORCE_CODE);

/** @throws TypeError or RangeError when the bytes are no `place_order` payload. */
export function decodePlaceOrder(payload: Uint8Array): PlaceOrderFields & { timestamp: bigint } {
  const reader = new BorshReader(payload);
  const fields: PlaceOrderFields & { timestamp: bigint } = {
    market: reader.string(),
    side: named(SIDES, reader.u8()),
    size: reader.string(),
    price: reader.option((r) => r.string()),
    order_type: named(ORDER_TYPES, reader.u8()),
    flags: reader.u8(),
    time_in_force: named(TIMES_IN_FORCE, reader.u8()),
    trigger_price: reader.option((r) => r.string()),
    trigger_source: reader.option((r) => (r.u8() === 0 ? 0 : 1)),
    timestamp: reader.u64(),
  };
  reader.end();
  return fields;
}

/** @throws TypeError or RangeError when the bytes are no `cancel_order` payload. */
export function decodeCancelOrder(payload: Uint8Array): {
  order_id: bigint;
  market: string;
  timestamp: bigint;
} {
  const reader = new BorshReader(payload);
  const fields = { order_id: reader.u64(), market: reader.string(), timestamp: reader.u64() };
  reader.end();
  return fields;
}

/** @throws TypeError or RangeError when the bytes are no `register_signer` payload. */
export function decodeRegisterSigner(payload: Uint8Array): {
  signer: Uint8Array;
  label: string;
  scopes: number;
  expires_at: bigint;
  timestamp: bigint;
} {
  const reader = new BorshReader(payload);
  const fields = {
    signer: reader.bytes(32),
    label: reader.string(),
    scopes: reader.u8(),
    expires_at: reader.u64(),
    timestamp: reader.u64(),
  };
  reader.end();
  return fields;
}

/** @throws TypeError or RangeError when the bytes are no `create_api_key` payload. */
export function decodeCreateApiKey(payload: Uint8Array): {
  label: string;
  signer: Uint8Array | null;
  expires_at: bigint;
  timestamp: bigint;
} {
  const reader = new BorshReader(payload);
  const fields = {
    label: reader.string(),
    signer: reader.option((r) => r.bytes(32)),
    expires_at: reader.u64(),
    timestamp: reader.u64(),
  };
  reader.end();
  return fields;
}

function nameByCode<Name extends string>(codes: Record<Name, number>): Map<number, Name> {
  return new Map((Object.entries(codes) as [Name, number][]).map(([name, code]) => [code, name]));
}

function named<Name>(names: Map<number, Name>, code: number): Name {
  const name = names.get(code);
  if (name === undefined) throw new TypeError(`borsh: ${code} names nothing`);
  return name;
}
