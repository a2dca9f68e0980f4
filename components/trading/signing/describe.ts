/**
 * Decodes what is signed. The wallet shows only a digest, so the page decodes the payload field by field, with code
 * that shares nothing with the encoder, and shows the fields beside the digest.
 */
import type { FeatureText } from "#components/i18n/sources.ts";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import { followedPrice, type PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  decodeCancelAllOrders,
  decodeCancelBatchOrders,
  decodeCancelByClientId,
  decodeCancelOrder,
  decodeCreateApiKey,
  decodeModifyOrder,
  decodePlaceBatchOrders,
  decodePlaceOrder,
  decodePlaceOrderGroup,
  decodeRegisterSigner,
  decodeRevokeApiKey,
  decodeRevokeSigner,
  decodeScheduleCancel,
  decodeUpdateIsolatedMargin,
  decodeUpdateLeverage,
  decodeWithdraw,
} from "#lib/protocol/signing/decode.ts";
import {
  encodePublicKey,
  type SigningOperation,
  type WithdrawFields,
} from "#lib/protocol/signing/signing.ts";
import type { OrderTerms } from "./requests.ts";
import { scopeNames } from "./scope-names.ts";

/** `before` is the value that a change replaces: the venue's last record, which is not signed. */
export type SignedField = { label: string; value: string; before?: string };

/** The decoded fields in their signed order, the timestamp last. A batch has one list of fields for each order. */
export type Described = { fields: SignedField[]; items: SignedField[][] };

type SigningText = FeatureText<"signing">;

/** @throws when the bytes are not a payload of this operation. */
export function describePayload(
  operation: SigningOperation,
  payload: Uint8Array,
  { text, before }: { text: SigningText; before?: OrderTerms | undefined },
): Described {
  const said = describeAs(operation, payload, text);
  if (before === undefined) return said;
  return { ...said, fields: said.fields.map((field) => withBefore(field, before, text)) };
}

function describeAs(
  operation: SigningOperation,
  payload: Uint8Array,
  text: SigningText,
): Described {
  switch (operation) {
    case "place_order": {
      const order = decodePlaceOrder(payload);
      return flat([...orderFields(order, text), timestamp(order, text)]);
    }
    case "place_batch_orders": {
      const { orders, ...batch } = decodePlaceBatchOrders(payload);
      const items = orders.map((order) => orderFields(order, text));
      return { fields: [timestamp(batch, text)], items };
    }
    case "place_order_group": {
      const { orders, grouping, ...group } = decodePlaceOrderGroup(payload);
      const items = orders.map((order) => orderFields(order, text));
      const kind = { label: text("field_grouping"), value: grouping };
      return { fields: [kind, timestamp(group, text)], items };
    }
    case "modify_order":
      return flat(modifyFields(payload, text));
    case "cancel_order": {
      const cancel = decodeCancelOrder(payload);
      return flat([...cancelFields(cancel, text), timestamp(cancel, text)]);
    }
    case "cancel_batch_orders": {
      const { orders, ...batch } = decodeCancelBatchOrders(payload);
      const items = orders.map((order) => cancelFields(order, text));
      return { fields: [timestamp(batch, text)], items };
    }
    case "cancel_by_client_id": {
      const cancel = decodeCancelByClientId(payload);
      return flat([
        { label: text("field_clientId"), value: cancel.client_id },
        timestamp(cancel, text),
      ]);
    }
    case "cancel_all_orders": {
      const cancel = decodeCancelAllOrders(payload);
      const value = cancel.market ?? text("allMarkets");
      return flat([{ label: text("field_market"), value }, timestamp(cancel, text)]);
    }
    case "schedule_cancel": {
      const schedule = decodeScheduleCancel(payload);
      const value = schedule.time === null ? text("takenBack") : timeText(schedule.time);
      return flat([{ label: text("field_time"), value }, timestamp(schedule, text)]);
    }
    case "update_leverage":
    case "update_isolated_margin":
      return flat(marginFields(operation, payload, text));
    case "register_signer":
    case "revoke_signer":
    case "create_api_key":
    case "revoke_api_key":
      return flat(credentialFields(operation, payload, text));
    case "withdraw": {
      const withdrawal = decodeWithdraw(payload);
      return flat([...withdrawFields(withdrawal, text), timestamp(withdrawal, text)]);
    }
  }
}

function withdrawFields(withdrawal: WithdrawFields, text: SigningText): SignedField[] {
  const { amount, fee, opens_account: opens } = withdrawal;
  const fields = [{ label: text("field_amount"), value: amount }];
  if (fee === undefined) return fields;
  const value = text(opens === true ? "yes" : "no");
  fields.push({ label: text("field_fee"), value: fee }, { label: text("field_opens"), value });
  return fields;
}

function marginFields(
  operation: "update_leverage" | "update_isolated_margin",
  payload: Uint8Array,
  text: SigningText,
): SignedField[] {
  if (operation === "update_isolated_margin") {
    const change = decodeUpdateIsolatedMargin(payload);
    return [
      { label: text("field_market"), value: change.market },
      { label: text("field_amount"), value: change.amount },
      timestamp(change, text),
    ];
  }
  const change = decodeUpdateLeverage(payload);
  return [
    { label: text("field_market"), value: change.market },
    { label: text("field_leverage"), value: change.leverage.toString() },
    { label: text("field_marginMode"), value: change.mode },
    timestamp(change, text),
  ];
}

function credentialFields(
  operation: "register_signer" | "revoke_signer" | "create_api_key" | "revoke_api_key",
  payload: Uint8Array,
  text: SigningText,
): SignedField[] {
  switch (operation) {
    case "register_signer": {
      const added = decodeRegisterSigner(payload);
      return [
        { label: text("field_newSigner"), value: encodePublicKey(added.signer) },
        { label: text("field_label"), value: added.label },
        { label: text("field_scopes"), value: scopeNames(added.scopes, text) },
        { label: text("field_expires"), value: timeText(added.expires_at) },
        timestamp(added, text),
      ];
    }
    case "revoke_signer": {
      const gone = decodeRevokeSigner(payload);
      const value = encodePublicKey(gone.signer);
      return [{ label: text("field_revokedSigner"), value }, timestamp(gone, text)];
    }
    case "create_api_key":
      return apiKeyFields(payload, text);
    case "revoke_api_key": {
      const gone = decodeRevokeApiKey(payload);
      return [{ label: text("field_key"), value: gone.id }, timestamp(gone, text)];
    }
  }
}

const flat = (fields: SignedField[]): Described => ({ fields, items: [] });

function orderFields(order: PlaceOrderFields, text: SigningText): SignedField[] {
  return [
    { label: text("field_market"), value: order.market },
    { label: text("field_side"), value: order.side },
    { label: text("field_size"), value: order.size || text("followsPosition") },
    { label: text("field_price"), value: order.price ?? text("noPrice") },
    { label: text("field_orderType"), value: order.order_type },
    { label: text("field_flags"), value: flagNames(order.flags, text) },
    { label: text("field_timeInForce"), value: order.time_in_force },
    { label: text("field_trigger"), value: order.trigger_price ?? text("none") },
    { label: text("field_triggerSource"), value: followedPrice(order) ?? text("none") },
  ];
}

function modifyFields(payload: Uint8Array, text: SigningText): SignedField[] {
  const change = decodeModifyOrder(payload);
  return [
    { label: text("field_order"), value: change.order_id.toString() },
    { label: text("field_market"), value: change.market },
    { label: text("field_side"), value: change.side },
    { label: text("field_orderType"), value: change.order_type },
    { label: text("field_size"), value: change.size || text("followsPosition") },
    { label: text("field_price"), value: change.price ?? text("keptPrice") },
    timestamp(change, text),
  ];
}

/** Adds the old value where it differs from the new one. */
function withBefore(field: SignedField, before: OrderTerms, text: SigningText): SignedField {
  const old =
    field.label === text("field_size")
      ? before.size
      : field.label === text("field_price")
        ? before.price
        : null;
  const isUnchanged = old === null || old === field.value || field.value === text("keptPrice");
  return isUnchanged ? field : { ...field, before: old };
}

function cancelFields(cancel: { order_id: bigint; market: string }, text: SigningText) {
  return [
    { label: text("field_order"), value: cancel.order_id.toString() },
    { label: text("field_market"), value: cancel.market },
  ];
}

function apiKeyFields(payload: Uint8Array, text: SigningText): SignedField[] {
  const key = decodeCreateApiKey(payload);
  const signer = key.signer ? encodePublicKey(key.signer) : text("none");
  const expires = key.expires_at === 0n ? text("never") : timeText(key.expires_at);
  return [
    { label: text("field_keyLabel"), value: key.label },
    { label: text("field_delegatedSigner"), value: signer },
    { label: text("field_expires"), value: expires },
    timestamp(key, text),
  ];
}

function flagNames(flags: number, text: SigningText): string {
  const names: string[] = [];
  if (flags & ORDER_FLAG.POST_ONLY) names.push("POST_ONLY");
  if (flags & ORDER_FLAG.REDUCE_ONLY) names.push("REDUCE_ONLY");
  const known = ORDER_FLAG.POST_ONLY | ORDER_FLAG.REDUCE_ONLY;
  if (flags & ~known) names.push(text("unknownBits", { bits: flags.toString() }));
  return names.length > 0 ? names.join(", ") : text("none");
}

function timestamp(of: { timestamp: bigint }, text: SigningText): SignedField {
  return { label: text("field_timestamp"), value: timeText(of.timestamp) };
}

/** The signed number and its time in UTC. A number outside the calendar is shown alone. */
function timeText(milliseconds: bigint): string {
  const date = new Date(Number(milliseconds));
  if (Number.isNaN(date.getTime())) return milliseconds.toString();
  return `${milliseconds} (${date.toISOString().replace("T", " ").replace("Z", " UTC")})`;
}
