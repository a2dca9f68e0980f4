/**
 * What the bytes say. The wallet shows only a digest, so the page decodes the payload it hashed, field by field,
 * with code that shares nothing with the encoder, and shows that beside the digest.
 */
import { decodeCancelOrder, decodeCreateApiKey, decodePlaceOrder } from "#lib/protocol/decode.ts";
import { ORDER_FLAG, TRIGGER_SOURCE_CODE } from "#lib/protocol/orders.ts";
import type { SigningOperation } from "#lib/protocol/signing.ts";
import { encodePublicKey } from "#lib/protocol/signing.ts";

export type SignedField = { label: string; value: string };

/** The decoded fields in their signed order, the timestamp last. @throws when the bytes are no such payload. */
export function describePayload(operation: SigningOperation, payload: Uint8Array): SignedField[] {
  switch (operation) {
    case "place_order":
      return describePlaceOrder(payload);
    case "cancel_order":
      return describeCancelOrder(payload);
    case "create_api_key":
      return describeCreateApiKey(payload);
    case "modify_order":
    case "place_batch_orders":
    case "cancel_batch_orders":
    case "cancel_all_orders":
    case "schedule_cancel":
    case "register_signer":
    case "revoke_signer":
    case "revoke_api_key":
      throw new TypeError(`This page does not sign ${operation}.`);
  }
}

function describePlaceOrder(payload: Uint8Array): SignedField[] {
  const order = decodePlaceOrder(payload);
  return [
    { label: "Market", value: order.market },
    { label: "Side", value: order.side },
    { label: "Size", value: order.size },
    { label: "Price", value: order.price ?? "none (market order)" },
    { label: "Order type", value: order.order_type },
    { label: "Flags", value: flagNames(order.flags) },
    { label: "Time in force", value: order.time_in_force },
    { label: "Trigger", value: order.trigger_price ?? "none" },
    { label: "Trigger source", value: triggerSourceName(order.trigger_source) },
    { label: "Timestamp", value: timestampText(order.timestamp) },
  ];
}

function describeCancelOrder(payload: Uint8Array): SignedField[] {
  const cancel = decodeCancelOrder(payload);
  return [
    { label: "Order", value: cancel.order_id.toString() },
    { label: "Market", value: cancel.market },
    { label: "Timestamp", value: timestampText(cancel.timestamp) },
  ];
}

function describeCreateApiKey(payload: Uint8Array): SignedField[] {
  const key = decodeCreateApiKey(payload);
  return [
    { label: "Key label", value: key.label },
    { label: "Delegated signer", value: key.signer ? encodePublicKey(key.signer) : "none" },
    { label: "Expires", value: key.expires_at === 0n ? "never" : timestampText(key.expires_at) },
    { label: "Timestamp", value: timestampText(key.timestamp) },
  ];
}

function triggerSourceName(code: 0 | 1 | null): string {
  if (code === null) return "none";
  return code === TRIGGER_SOURCE_CODE.MarkPrice ? "MarkPrice" : "LastPrice";
}

function flagNames(flags: number): string {
  const names: string[] = [];
  if (flags & ORDER_FLAG.POST_ONLY) names.push("POST_ONLY");
  if (flags & ORDER_FLAG.REDUCE_ONLY) names.push("REDUCE_ONLY");
  const known = ORDER_FLAG.POST_ONLY | ORDER_FLAG.REDUCE_ONLY;
  if (flags & ~known) names.push(`unknown (${flags})`);
  return names.length > 0 ? names.join(", ") : "none";
}

function timestampText(milliseconds: bigint): string {
  const time = new Date(Number(milliseconds)).toISOString().replace("T", " ").replace("Z", " UTC");
  return `${milliseconds} (${time})`;
}
