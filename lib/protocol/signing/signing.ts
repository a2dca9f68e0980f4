/**
 * Encodes what wallets sign (docs/api/README.md).
 *
 * message = SHA-256("svc-trading:<operation>" ‖ account public key (32 bytes) ‖ borsh payload);
 * the signer signs the UTF-8 bytes of the lowercase hex text of that digest.
 * Hashing is the caller's: WebCrypto in a browser, `node:crypto` in a process.
 */
import { base58 } from "@scure/base";
import {
  GROUPING_CODE,
  MARGIN_MODE_CODE,
  type MarginMode,
  ORDER_TYPE_CODE,
  type OrderType,
  SIDE_CODE,
  type Side,
  TIME_IN_FORCE_CODE,
} from "#lib/protocol/enumerations.ts";
import type { OrderGroupFields } from "#lib/protocol/orders/groups.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { BorshWriter } from "./borsh.ts";

/** Operations of this venue; the name is part of the signed bytes. */
export type SigningOperation =
  | "place_order"
  | "modify_order"
  | "cancel_order"
  | "place_batch_orders"
  | "place_order_group"
  | "cancel_batch_orders"
  | "cancel_by_client_id"
  | "cancel_all_orders"
  | "schedule_cancel"
  | "update_leverage"
  | "update_isolated_margin"
  | "register_signer"
  | "revoke_signer"
  | "create_api_key"
  | "revoke_api_key"
  | "withdraw";

/** Domain text that precedes every operation name. */
const SIGNING_DOMAIN = "svc-trading";

/**
 * Scopes of a delegated signer, a bit field. Orders of a signer with COPY are copy trading (fee feed
 * source `copy`); COPY is of use only together with TRADE.
 */
export const SIGNER_SCOPE = { TRADE: 1, CANCEL: 2, COPY: 4 } as const;

/** `size` is the new total. `price` of an untriggered order is its new trigger price; null keeps it. */
export type ModifyOrderFields = {
  order_id: bigint;
  market: string;
  side: Side;
  order_type: OrderType;
  size: string;
  price: string | null;
};

export type CancelOrderFields = { order_id: bigint; market: string };
/** The name of the order that is cancelled. */
export type CancelByClientIdFields = { client_id: string };
/** Null: every market. */
export type CancelAllOrdersFields = { market: string | null };
/** Unix milliseconds at which all orders are cancelled; null clears the schedule. */
export type ScheduleCancelFields = { time: bigint | null };
/** A whole number from 1 to 65535. */
export type UpdateLeverageFields = { market: string; leverage: number; mode: MarginMode };
/** USDC as a decimal text, with a minus to remove margin. */
export type UpdateIsolatedMarginFields = { market: string; amount: string };
/** `signer` is 32 bytes; `expires_at` Unix milliseconds. */
export type RegisterSignerFields = {
  signer: Uint8Array;
  label: string;
  scopes: number;
  expires_at: bigint;
};
export type RevokeSignerFields = { signer: Uint8Array };
/** `signer` null: the key is the owner's own; `expires_at` Unix milliseconds, 0 = never. */
export type CreateApiKeyFields = { label: string; signer: Uint8Array | null; expires_at: bigint };
export type RevokeApiKeyFields = { id: string };
/**
 * USDC as decimal texts. There is no destination: the money goes to the account's own token account, less `fee`. With `opens_account` the payment
 * opens that account, and the fee contains its price. Both are absent in the form without a fee.
 */
export type WithdrawFields = { amount: string; fee?: string; opens_account?: boolean };

function writePlaceOrder(writer: BorshWriter, order: PlaceOrderFields): BorshWriter {
  writer
    .string(order.market)
    .u8(SIDE_CODE[order.side])
    .string(order.size)
    .optionalString(order.price)
    .u8(ORDER_TYPE_CODE[order.order_type])
    .u8(order.flags)
    .u8(TIME_IN_FORCE_CODE[order.time_in_force])
    .optionalString(order.trigger_price);
  const source = order.trigger_source;
  return source === null ? writer.u8(0) : writer.u8(1).u8(source);
}

function writeCancelOrder(writer: BorshWriter, cancel: CancelOrderFields): BorshWriter {
  return writer.u64(cancel.order_id).string(cancel.market);
}

export function encodePlaceOrder(order: PlaceOrderFields, timestamp: bigint): Uint8Array {
  return writePlaceOrder(new BorshWriter(), order).u64(timestamp).finish();
}

export function encodeModifyOrder(change: ModifyOrderFields, timestamp: bigint): Uint8Array {
  return new BorshWriter()
    .u64(change.order_id)
    .string(change.market)
    .u8(SIDE_CODE[change.side])
    .u8(ORDER_TYPE_CODE[change.order_type])
    .string(change.size)
    .optionalString(change.price)
    .u64(timestamp)
    .finish();
}

export function encodeCancelOrder(cancel: CancelOrderFields, timestamp: bigint): Uint8Array {
  return writeCancelOrder(new BorshWriter(), cancel).u64(timestamp).finish();
}

export function encodePlaceBatchOrders(
  orders: readonly PlaceOrderFields[],
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter(64 * (orders.length + 1))
    .vec(orders, writePlaceOrder)
    .u64(timestamp)
    .finish();
}

/** `size` is the empty text in an order that follows the position. */
export function encodePlaceOrderGroup(
  { grouping, orders }: OrderGroupFields,
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter(64 * (orders.length + 1))
    .u8(GROUPING_CODE[grouping])
    .vec(orders, writePlaceOrder)
    .u64(timestamp)
    .finish();
}

export function encodeCancelBatchOrders(
  orders: readonly CancelOrderFields[],
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter(32 * (orders.length + 1))
    .vec(orders, writeCancelOrder)
    .u64(timestamp)
    .finish();
}

export function encodeCancelByClientId(
  cancel: CancelByClientIdFields,
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter().string(cancel.client_id).u64(timestamp).finish();
}

export function encodeCancelAllOrders(
  cancel: CancelAllOrdersFields,
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter().optionalString(cancel.market).u64(timestamp).finish();
}

export function encodeScheduleCancel(
  schedule: ScheduleCancelFields,
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter()
    .option(schedule.time, (writer, time) => writer.u64(time))
    .u64(timestamp)
    .finish();
}

export function encodeUpdateLeverage(
  { market, leverage, mode }: UpdateLeverageFields,
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter()
    .string(market)
    .u16(leverage)
    .u8(MARGIN_MODE_CODE[mode])
    .u64(timestamp)
    .finish();
}

export function encodeUpdateIsolatedMargin(
  { market, amount }: UpdateIsolatedMarginFields,
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter().string(market).string(amount).u64(timestamp).finish();
}

export function encodeRegisterSigner(
  registration: RegisterSignerFields,
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter()
    .bytes(publicKeyBytes(registration.signer))
    .string(registration.label)
    .u8(registration.scopes)
    .u64(registration.expires_at)
    .u64(timestamp)
    .finish();
}

export function encodeRevokeSigner(revocation: RevokeSignerFields, timestamp: bigint): Uint8Array {
  return new BorshWriter().bytes(publicKeyBytes(revocation.signer)).u64(timestamp).finish();
}

export function encodeCreateApiKey(key: CreateApiKeyFields, timestamp: bigint): Uint8Array {
  return new BorshWriter()
    .string(key.label)
    .option(key.signer, (writer, signer) => writer.bytes(publicKeyBytes(signer)))
    .u64(key.expires_at)
    .u64(timestamp)
    .finish();
}

export function encodeRevokeApiKey(revocation: RevokeApiKeyFields, timestamp: bigint): Uint8Array {
  return new BorshWriter().string(revocation.id).u64(timestamp).finish();
}

export function encodeWithdraw(withdrawal: WithdrawFields, timestamp: bigint): Uint8Array {
  const { amount, fee, opens_account: opens } = withdrawal;
  const writer = new BorshWriter().string(amount);
  if (fee !== undefined) writer.string(fee).u8(opens === true ? 1 : 0);
  return writer.u64(timestamp).finish();
}

/** An array of another length would shift the fields behind it, so the signed bytes would differ from what the signer was shown. */
function publicKeyBytes(key: Uint8Array): Uint8Array {
  if (key.length !== 32) throw new RangeError(`a public key has 32 bytes, not ${key.length}`);
  return key;
}

const domains = new Map<SigningOperation, Uint8Array>();

function signingDomain(operation: SigningOperation): Uint8Array {
  let domain = domains.get(operation);
  if (domain === undefined) {
    domain = new TextEncoder().encode(`${SIGNING_DOMAIN}:${operation}`);
    domains.set(operation, domain);
  }
  return domain;
}

/** The bytes whose SHA-256 is signed. `account` is the owner's public key, 32 bytes. */
export function signingPreimage(
  operation: SigningOperation,
  account: Uint8Array,
  payload: Uint8Array,
): Uint8Array {
  const domain = signingDomain(operation);
  const preimage = new Uint8Array(domain.length + account.length + payload.length);
  preimage.set(domain);
  preimage.set(account, domain.length);
  preimage.set(payload, domain.length + account.length);
  return preimage;
}

/** Decodes a base58 public key; `undefined` unless it is exactly 32 bytes in its canonical text. */
export function decodePublicKey(text: string): Uint8Array | undefined {
  if (text.length < 32 || text.length > 44) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === 32 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

export function encodePublicKey(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** The headers of a signed write, in lower case as Node reads them. */
export const SIGNATURE_HEADER = {
  signature: "x-signature",
  timestamp: "x-signature-timestamp",
  signer: "x-signer-pubkey",
  account: "x-account-pubkey",
} as const;

/** On `register_signer` only: the new key's signature over the same digest, by which it accepts. */
export const NEW_SIGNER_HEADER = "x-new-signer-signature";
