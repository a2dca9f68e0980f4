/**
 * Venue writes before they are signed: the payload bytes and the JSON body are made together from the same strings,
 * once, so that what is signed and what is sent can not differ by a byte.
 */
import type { PlaceOrderBody } from "#lib/protocol/orders.ts";
import {
  decodePublicKey,
  encodeCancelOrder,
  encodeCreateApiKey,
  encodePlaceOrder,
  type PlaceOrderFields,
  SIGNATURE_HEADER,
  type SigningOperation,
  signingPreimage,
} from "#lib/protocol/signing.ts";

/** A write that can be signed at any moment: the timestamp is filled in when the wallet is asked. */
export type WriteDraft = {
  operation: SigningOperation;
  method: "POST" | "DELETE";
  path: string;
  /** The body as it will travel. */
  body: string;
  encode: (timestamp: bigint) => Uint8Array;
};

/** A write with its time and digest: exactly what the wallet is asked to sign. */
export type PreparedWrite = {
  draft: WriteDraft;
  account: string;
  /** Unix milliseconds on the venue's clock. */
  timestamp: number;
  payload: Uint8Array;
  /** Lowercase hex of the SHA-256: the text that is signed, and the order's name at the venue. */
  digest: string;
};

export type SignedWrite = PreparedWrite & { headers: Record<string, string> };

/** The venue takes a write for 30 s after its timestamp and refuses it for good afterwards. */
export const SIGNATURE_LIFETIME_MS = 30_000;

export function placeOrderDraft(order: PlaceOrderFields): WriteDraft {
  const body: PlaceOrderBody = {
    market: order.market,
    side: order.side,
    size: order.size,
    ...(order.price === null ? {} : { price: order.price }),
    order_type: order.order_type,
    time_in_force: order.time_in_force,
    flags: order.flags,
  };
  return {
    operation: "place_order",
    method: "POST",
    path: "/api/venue/orders",
    body: JSON.stringify(body),
    encode: (timestamp) => encodePlaceOrder(order, timestamp),
  };
}

export function cancelOrderDraft(order: { id: string; market: string }): WriteDraft {
  const cancel = { order_id: BigInt(order.id), market: order.market };
  return {
    operation: "cancel_order",
    method: "DELETE",
    path: `/api/venue/orders/${encodeURIComponent(order.id)}`,
    body: JSON.stringify({ market: order.market }),
    encode: (timestamp) => encodeCancelOrder(cancel, timestamp),
  };
}

/** The one signature that lets this account trade here. The key it creates stays on the server. */
export function enableTradingDraft(): WriteDraft {
  const label = "Trading page";
  return {
    operation: "create_api_key",
    method: "POST",
    path: "/api/venue/key",
    body: JSON.stringify({ label, signer: null, expires_at: 0 }),
    encode: (timestamp) => encodeCreateApiKey({ label, signer: null, expires_at: 0n }, timestamp),
  };
}

/** @throws TypeError when `account` is no base58 public key. */
export async function prepareWrite(
  draft: WriteDraft,
  account: string,
  timestamp: number,
): Promise<PreparedWrite> {
  const accountKey = decodePublicKey(account);
  if (!accountKey) throw new TypeError("The wallet's account is not a public key.");
  const payload = draft.encode(BigInt(timestamp));
  const preimage = signingPreimage(draft.operation, accountKey, payload);
  const hash = await crypto.subtle.digest("SHA-256", Uint8Array.from(preimage));
  return { draft, account, timestamp, payload, digest: toHex(new Uint8Array(hash)) };
}

/** The bytes that the wallet signs: the UTF-8 of the hex text, not the digest itself. */
export function messageToSign(prepared: PreparedWrite): Uint8Array {
  return new TextEncoder().encode(prepared.digest);
}

export function withSignature(prepared: PreparedWrite, signature: Uint8Array): SignedWrite {
  return {
    ...prepared,
    headers: {
      "content-type": "application/json",
      [SIGNATURE_HEADER.signature]: toHex(signature),
      [SIGNATURE_HEADER.timestamp]: prepared.timestamp.toString(),
      [SIGNATURE_HEADER.signer]: prepared.account,
      [SIGNATURE_HEADER.account]: prepared.account,
    },
  };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
