/**
 * Decodes signed payloads into fields, independently of the request that carries them.
 * Every function throws TypeError or RangeError when the bytes are not a payload of its operation.
 * Only canonical bytes are accepted: encoding the fields again gives the same payload.
 */

import {
  GROUPING_CODE,
  type Grouping,
  MARGIN_MODE_CODE,
  type MarginMode,
  ORDER_TYPE_CODE,
  type OrderType,
  SIDE_CODE,
  type Side,
  TIME_IN_FORCE_CODE,
  type TimeInForce,
} from "#lib/protocol/enumerations.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { BorshReader } from "./borsh.ts";
import type {
  CancelAllOrdersFields,
  CancelByClientIdFields,
  CancelOrderFields,
  CreateApiKeyFields,
  ModifyOrderFields,
  RegisterSignerFields,
  RevokeApiKeyFields,
  RevokeSignerFields,
  ScheduleCancelFields,
  UpdateIsolatedMarginFields,
  UpdateLeverageFields,
  WithdrawFields,
} from "./signing.ts";

const TIMESTAMP_BYTES = 8;

type Timed<Fields> = Fields & { timestamp: bigint };

const SIDES = nameByCode<Side>(SIDE_CODE);
const ORDER_TYPES = nameByCode<OrderType>(ORDER_TYPE_CODE);
const GROUPINGS = nameByCode<Grouping>(GROUPING_CODE);
const MARGIN_MODES = nameByCode<MarginMode>(MARGIN_MODE_CODE);
const TIMES_IN_FORCE = nameByCode<TimeInForce>(TIME_IN_FORCE_CODE);

export function decodePlaceOrder(payload: Uint8Array): Timed<PlaceOrderFields> {
  const reader = new BorshReader(payload);
  const fields = readPlaceOrder(reader) as Timed<PlaceOrderFields>;
  fields.timestamp = reader.u64();
  reader.end();
  return fields;
}

export function decodeModifyOrder(payload: Uint8Array): Timed<ModifyOrderFields> {
  const reader = new BorshReader(payload);
  const fields = {
    order_id: reader.u64(),
    market: reader.string(),
    side: named(SIDES, reader.u8()),
    order_type: named(ORDER_TYPES, reader.u8()),
    size: reader.string(),
    price: reader.optionalString(),
    timestamp: reader.u64(),
  };
  reader.end();
  return fields;
}

export function decodeCancelOrder(payload: Uint8Array): Timed<CancelOrderFields> {
  const reader = new BorshReader(payload);
  const fields = { order_id: reader.u64(), market: reader.string(), timestamp: reader.u64() };
  reader.end();
  return fields;
}

export function decodePlaceBatchOrders(payload: Uint8Array): Timed<{ orders: PlaceOrderFields[] }> {
  const reader = new BorshReader(payload);
  const fields = { orders: reader.vec(readPlaceOrder), timestamp: reader.u64() };
  reader.end();
  return fields;
}

export function decodePlaceOrderGroup(
  payload: Uint8Array,
): Timed<{ grouping: Grouping; orders: PlaceOrderFields[] }> {
  const reader = new BorshReader(payload);
  const fields = {
    grouping: named(GROUPINGS, reader.u8()),
    orders: reader.vec(readPlaceOrder),
    timestamp: reader.u64(),
  };
  reader.end();
  return fields;
}

export function decodeCancelBatchOrders(
  payload: Uint8Array,
): Timed<{ orders: CancelOrderFields[] }> {
  const reader = new BorshReader(payload);
  const fields = { orders: reader.vec(readCancelOrder), timestamp: reader.u64() };
  reader.end();
  return fields;
}

export function decodeCancelByClientId(payload: Uint8Array): Timed<CancelByClientIdFields> {
  const reader = new BorshReader(payload);
  const fields = { client_id: reader.string(), timestamp: reader.u64() };
  reader.end();
  return fields;
}

export function decodeCancelAllOrders(payload: Uint8Array): Timed<CancelAllOrdersFields> {
  const reader = new BorshReader(payload);
  const fields = { market: reader.optionalString(), timestamp: reader.u64() };
  reader.end();
  return fields;
}

export function decodeScheduleCancel(payload: Uint8Array): Timed<ScheduleCancelFields> {
  const reader = new BorshReader(payload);
  const fields = { time: reader.option((r) => r.u64()), timestamp: reader.u64() };
  reader.end();
  return fields;
}

export function decodeUpdateLeverage(payload: Uint8Array): Timed<UpdateLeverageFields> {
  const reader = new BorshReader(payload);
  const fields = {
    market: reader.string(),
    leverage: reader.u16(),
    mode: named(MARGIN_MODES, reader.u8()),
    timestamp: reader.u64(),
  };
  reader.end();
  return fields;
}

export function decodeUpdateIsolatedMargin(payload: Uint8Array): Timed<UpdateIsolatedMarginFields> {
  const reader = new BorshReader(payload);
  const fields = { market: reader.string(), amount: reader.string(), timestamp: reader.u64() };
  reader.end();
  return fields;
}

export function decodeRegisterSigner(payload: Uint8Array): Timed<RegisterSignerFields> {
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

export function decodeRevokeSigner(payload: Uint8Array): Timed<RevokeSignerFields> {
  const reader = new BorshReader(payload);
  const fields = { signer: reader.bytes(32), timestamp: reader.u64() };
  reader.end();
  return fields;
}

export function decodeCreateApiKey(payload: Uint8Array): Timed<CreateApiKeyFields> {
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

export function decodeRevokeApiKey(payload: Uint8Array): Timed<RevokeApiKeyFields> {
  const reader = new BorshReader(payload);
  const fields = { id: reader.string(), timestamp: reader.u64() };
  reader.end();
  return fields;
}

export function decodeWithdraw(payload: Uint8Array): Timed<WithdrawFields> {
  const reader = new BorshReader(payload);
  const amount = reader.string();
  const terms =
    reader.left === TIMESTAMP_BYTES
      ? {}
      : { fee: reader.string(), opens_account: reader.present() };
  const fields = { amount, ...terms, timestamp: reader.u64() };
  reader.end();
  return fields;
}

function readPlaceOrder(reader: BorshReader): PlaceOrderFields {
  return {
    market: reader.string(),
    side: named(SIDES, reader.u8()),
    size: reader.string(),
    price: reader.optionalString(),
    order_type: named(ORDER_TYPES, reader.u8()),
    flags: reader.u8(),
    time_in_force: named(TIMES_IN_FORCE, reader.u8()),
    trigger_price: reader.optionalString(),
    trigger_source: reader.present() ? triggerSource(reader.u8()) : null,
  };
}

function readCancelOrder(reader: BorshReader): CancelOrderFields {
  return { order_id: reader.u64(), market: reader.string() };
}

function triggerSource(code: number): 0 | 1 {
  if (code !== 0 && code !== 1) throw new TypeError(`borsh: ${code} is an unknown code`);
  return code;
}

/** A list by code with holes at the reserved ones. */
function nameByCode<Name extends string>(codes: Record<Name, number>): (Name | undefined)[] {
  const names: (Name | undefined)[] = Array(Math.max(...Object.values<number>(codes)) + 1).fill(
    undefined,
  );
  for (const [name, code] of Object.entries(codes) as [Name, number][]) names[code] = name;
  return names;
}

function named<Name>(names: readonly (Name | undefined)[], code: number): Name {
  const name = names[code];
  if (name === undefined) throw new TypeError(`borsh: ${code} is an unknown code`);
  return name;
}
