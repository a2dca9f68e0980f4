/**
 * What is signed, byte for byte (spec 2, "Signature algorithm").
 *
 * message = SHA-256("svc-trading:<operation>" ‖ account public key (32 bytes) ‖ borsh payload);
 * the signer signs the UTF-8 bytes of the lowercase hex text of that digest.
 * Hashing is the caller's: WebCrypto in a browser, `node:crypto` in a process.
 */
import { base58 } from "@scure/base";
import { BorshWriter } from "./borsh.ts";
import {
  ORDER_TYPE_CODE,
  type OrderType,
  type PlaceOrderBody,
  SIDE_CODE,
  type Side,
  TIME_IN_FORCE_CODE,
  type TimeInForce,
} from "./orders.ts";

/** Operations of this venue; the name is part of the signed bytes. */
export type SigningOperation =
  | "place_order"
  | "cancel_order"
  | "register_signer"
  | "create_api_key";

/** Domain text that precedes every operation name. */
const SIGNING_DOMAIN = "svc-trading";

/** Scopes of a delegated signer, a bit field: 1 trade, 2 cancel. */
export const SIGNER_SCOPE = { TRADE: 1, CANCEL: 2 } as const;

/** The ten signed fields of `place_order`, in order but for the timestamp that ends them. */
export type PlaceOrderFields = {
  market: string;
  side: Side;
  size: string;
  price: string | null;
  order_type: OrderType;
  flags: number;
  time_in_force: TimeInForce;
  trigger_price: string | null;
  trigger_source: 0 | 1 | null;
};

/** The signed fields of a body without triggers; absent options are their defaults. */
export function placeOrderFields(body: PlaceOrderBody): PlaceOrderFields {
  return {
    market: body.market,
    side: body.side,
    size: body.size,
    price: body.price ?? null,
    order_type: body.order_type,
    flags: body.flags ?? 0,
    time_in_force: body.time_in_force,
    trigger_price: null,
    trigger_source: null,
  };
}

export function encodePlaceOrder(order: PlaceOrderFields, timestamp: bigint): Uint8Array {
  return new BorshWriter()
    .string(order.market)
    .u8(SIDE_CODE[order.side])
    .string(order.size)
    .option(order.price, (writer, price) => writer.string(price))
    .u8(ORDER_TYPE_CODE[order.order_type])
    .u8(order.flags)
    .u8(TIME_IN_FORCE_CODE[order.time_in_force])
    .option(order.trigger_price, (writer, price) => writer.string(price))
    .option(order.trigger_source, (writer, source) => writer.u8(source))
    .u64(timestamp)
    .finish();
}

export function encodeCancelOrder(
  cancel: { order_id: bigint; market: string },
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter().u64(cancel.order_id).string(cancel.market).u64(timestamp).finish();
}

export function encodeRegisterSigner(
  registration: { signer: Uint8Array; label: string; scopes: number; expires_at: bigint },
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter()
    .bytes(registration.signer)
    .string(registration.label)
    .u8(registration.scopes)
    .u64(registration.expires_at)
    .u64(timestamp)
    .finish();
}

export function encodeCreateApiKey(
  key: { label: string; signer: Uint8Array | null; expires_at: bigint },
  timestamp: bigint,
): Uint8Array {
  return new BorshWriter()
    .string(key.label)
    .option(key.signer, (writer, signer) => writer.bytes(signer))
    .u64(key.expires_at)
    .u64(timestamp)
    .finish();
}

/** The bytes whose SHA-256 is signed. `account` is the owner's public key, 32 bytes. */
export function signingPreimage(
  operation: SigningOperation,
  account: Uint8Array,
  payload: Uint8Array,
): Uint8Array {
  const domain = new TextEncoder().encode(`${SIGNING_DOMAIN}:${operation}`);
  return new BorshWriter(domain.length + account.length + payload.length)
    .bytes(domain)
    .bytes(account)
    .bytes(payload)
    .finish();
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

/** The headers of a signed write (spec 2, "Venue key and signed writes"), in lower case as Node reads them. */
export const SIGNATURE_HEADER = {
  signature: "x-signature",
  timestamp: "x-signature-timestamp",
  signer: "x-signer-pubkey",
  account: "x-account-pubkey",
} as const;
