/**
 * Venue writes before they are signed. The payload bytes and the JSON body are made from the same strings at the same
 * time, so that what is signed and what is sent cannot differ.
 */

import type { Grouping } from "#lib/protocol/enumerations.ts";
import { type PlaceOrderFields, placeOrderBody } from "#lib/protocol/orders/orders.ts";
import {
  decodePublicKey,
  encodeCancelAllOrders,
  encodeCancelBatchOrders,
  encodeCancelOrder,
  encodeCreateApiKey,
  encodeModifyOrder,
  encodePlaceBatchOrders,
  encodePlaceOrder,
  encodePlaceOrderGroup,
  encodeRegisterSigner,
  encodeRevokeSigner,
  encodeUpdateIsolatedMargin,
  encodeUpdateLeverage,
  encodeWithdraw,
  NEW_SIGNER_HEADER,
  SIGNATURE_HEADER,
  type SigningOperation,
  signingPreimage,
  type UpdateIsolatedMarginFields,
  type UpdateLeverageFields,
  type WithdrawFields,
} from "#lib/protocol/signing/signing.ts";
import { MEMO_HEADER } from "#lib/protocol/solana/memo-operations.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

/** A write that can be signed at any moment: the timestamp is set when the signer is asked. */
export type WriteDraft = {
  operation: SigningOperation;
  method: "POST" | "PUT" | "DELETE";
  path: string;
  /** The body as it is sent. */
  body: string;
  encode: (timestamp: bigint) => Uint8Array;
  /** The terms that a change replaces. They are shown beside the signed values and are not signed. */
  before?: OrderTerms;
};

/** `price` of an order that waits for its trigger is the trigger price. */
export type OrderTerms = { size: string; price: string | null };

/** A write with its timestamp and digest, ready to be signed. */
export type PreparedWrite = {
  draft: WriteDraft;
  account: string;
  /** Unix milliseconds on the venue's clock. */
  timestamp: number;
  payload: Uint8Array;
  /** Lowercase hex of the SHA-256: the text that is signed, and the write's identity at the venue. */
  digest: string;
};

export type SignedWrite = PreparedWrite & { headers: Record<string, string> };

/** The venue accepts a write for 30 s after its timestamp. */
export const SIGNATURE_LIFETIME_MS = 30_000;

/** The fields of an order that a change must repeat. */
export type ModifiableOrder = Pick<
  OrderRecord,
  "id" | "market" | "side" | "order_type" | "grouping"
> &
  OrderTerms & { trigger_price: string | null };

/** `scopes` is a sum of `SIGNER_SCOPE` bits; `expiresAt` is Unix milliseconds. */
export type NewSigner = { pubkey: string; label: string; scopes: number; expiresAt: number };

export function placeOrderDraft(order: PlaceOrderFields): WriteDraft {
  return {
    operation: "place_order",
    method: "POST",
    path: "/api/venue/orders",
    body: JSON.stringify(placeOrderBody(order)),
    encode: (timestamp) => encodePlaceOrder(order, timestamp),
  };
}

/** 1 to 50 orders under one signature; the venue checks each on its own. */
export function placeBatchDraft(orders: readonly PlaceOrderFields[]): WriteDraft {
  return {
    operation: "place_batch_orders",
    method: "POST",
    path: "/api/venue/orders/batch",
    body: JSON.stringify({ orders: orders.map(placeOrderBody) }),
    encode: (timestamp) => encodePlaceBatchOrders(orders, timestamp),
  };
}

/** An entry with its protection, or orders that follow the position: all or none. */
export function placeGroupDraft(
  grouping: Grouping,
  orders: readonly PlaceOrderFields[],
): WriteDraft {
  const signed = grouping === "ENTRY" ? orders : orders.map((one) => ({ ...one, size: "" }));
  const sent = signed
    .map(placeOrderBody)
    .map(({ size, ...body }) => (size === "" ? body : { ...body, size }));
  return {
    operation: "place_order_group",
    method: "POST",
    path: "/api/venue/orders/group",
    body: JSON.stringify({ grouping, orders: sent }),
    encode: (timestamp) => encodePlaceOrderGroup({ grouping, orders: signed }, timestamp),
  };
}

/**
 * `size` is the new total including what is filled; `price` of an order that waits for its trigger is the new trigger
 * price. Fields that are not named keep the values that were shown, and those are signed: the venue requires the price
 * of a LIMIT order, and a price that moved meanwhile must not be combined with the new size.
 */
export function modifyOrderDraft(
  order: ModifiableOrder,
  change: { size?: string; price?: string },
): WriteDraft {
  const { id, market, side, order_type } = order;
  const size = changedSize(order, change);
  const before: OrderTerms = { size: order.size, price: order.trigger_price ?? order.price };
  const price = change.price ?? before.price;
  const fields = { order_id: BigInt(id), market, side, order_type, size, price };
  const named = { market, side, order_type, size };
  return {
    operation: "modify_order",
    method: "PUT",
    path: `/api/venue/orders/${encodeURIComponent(id)}`,
    body: JSON.stringify(price === null ? named : { ...named, price }),
    encode: (timestamp) => encodeModifyOrder(fields, timestamp),
    before,
  };
}

/** The size to sign; an order that follows the position has none. */
export function changedSize(
  { size, grouping }: Pick<ModifiableOrder, "size" | "grouping">,
  change: { size?: string },
): string {
  return grouping === "POSITION" ? "" : (change.size ?? size);
}

export function updateLeverageDraft(change: UpdateLeverageFields): WriteDraft {
  const { market, leverage, mode } = change;
  return {
    operation: "update_leverage",
    method: "POST",
    path: "/api/venue/leverage",
    body: JSON.stringify({ market, leverage, mode }),
    encode: (timestamp) => encodeUpdateLeverage(change, timestamp),
  };
}

export function isolatedMarginDraft(change: UpdateIsolatedMarginFields): WriteDraft {
  const { market, amount } = change;
  return {
    operation: "update_isolated_margin",
    method: "POST",
    path: "/api/venue/isolated-margin",
    body: JSON.stringify({ market, amount }),
    encode: (timestamp) => encodeUpdateIsolatedMargin(change, timestamp),
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

/** 1 to 100 orders under one signature. */
export function cancelBatchDraft(orders: readonly { id: string; market: string }[]): WriteDraft {
  const cancels = orders.map(({ id, market }) => ({ order_id: BigInt(id), market }));
  const named = orders.map(({ id, market }) => ({ order_id: id, market }));
  return {
    operation: "cancel_batch_orders",
    method: "DELETE",
    path: "/api/venue/orders/batch",
    body: JSON.stringify({ orders: named }),
    encode: (timestamp) => encodeCancelBatchOrders(cancels, timestamp),
  };
}

/** Every open order of one market, or of all markets. */
export function cancelAllDraft(market: string | null): WriteDraft {
  const query = market === null ? "" : `?market=${encodeURIComponent(market)}`;
  return {
    operation: "cancel_all_orders",
    method: "DELETE",
    path: `/api/venue/orders${query}`,
    body: "{}",
    encode: (timestamp) => encodeCancelAllOrders({ market }, timestamp),
  };
}

/** Allows another key to sign for this account. The new key's acceptance is sent in its own header. */
export function registerSignerDraft(signer: NewSigner): WriteDraft {
  const { label, scopes, expiresAt } = signer;
  const fields = { signer: keyBytes(signer.pubkey), label, scopes, expires_at: BigInt(expiresAt) };
  return {
    operation: "register_signer",
    method: "POST",
    path: "/api/venue/signers",
    body: JSON.stringify({ signer: signer.pubkey, label, scopes, expires_at: expiresAt }),
    encode: (timestamp) => encodeRegisterSigner(fields, timestamp),
  };
}

/** Revokes a signer and cancels the open orders that it signed. */
export function revokeSignerDraft(pubkey: string): WriteDraft {
  const signer = keyBytes(pubkey);
  return {
    operation: "revoke_signer",
    method: "DELETE",
    path: `/api/venue/signers/${encodeURIComponent(pubkey)}`,
    body: "{}",
    encode: (timestamp) => encodeRevokeSigner({ signer }, timestamp),
  };
}

/** @throws TypeError when the text is not a base58 public key. */
function keyBytes(pubkey: string): Uint8Array {
  const bytes = decodePublicKey(pubkey);
  if (!bytes) throw new TypeError("The signer is not a public key.");
  return bytes;
}

/** It goes to the account's own token account: there is no field for another destination. */
export function withdrawDraft(withdrawal: WithdrawFields): WriteDraft {
  return {
    operation: "withdraw",
    method: "POST",
    path: "/api/venue/withdrawals",
    body: JSON.stringify(withdrawal),
    encode: (timestamp) => encodeWithdraw(withdrawal, timestamp),
  };
}

/** Enables trading: one signature of the owner creates a venue key, which stays on the server. */
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

/** @throws TypeError when `account` is not a base58 public key. */
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

type MoreSigned = { signer?: string; acceptance?: Uint8Array; memo?: Uint8Array };

/**
 * `signer` is base58 and defaults to the account; `acceptance` is the new key's signature of a registration; `memo` the
 * transaction whose signature this is.
 */
export function withSignature(
  prepared: PreparedWrite,
  signature: Uint8Array,
  { signer = prepared.account, acceptance, memo }: MoreSigned = {},
): SignedWrite {
  return {
    ...prepared,
    headers: {
      "content-type": "application/json",
      [SIGNATURE_HEADER.signature]: toHex(signature),
      [SIGNATURE_HEADER.timestamp]: prepared.timestamp.toString(),
      [SIGNATURE_HEADER.signer]: signer,
      [SIGNATURE_HEADER.account]: prepared.account,
      ...(acceptance && { [NEW_SIGNER_HEADER]: toHex(acceptance) }),
      ...(memo && { [MEMO_HEADER]: btoa(String.fromCharCode(...memo)) }),
    },
  };
}

/** Operations that a trading key may sign. The others need the owner (services/venue/engine/signer-scopes.ts). */
const TRADES: ReadonlySet<SigningOperation> = new Set([
  "place_order",
  "place_batch_orders",
  "place_order_group",
  "modify_order",
  "cancel_order",
  "cancel_batch_orders",
  "cancel_all_orders",
]);

export function isTrade(draft: WriteDraft): boolean {
  return TRADES.has(draft.operation);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
