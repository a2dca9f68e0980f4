/** Checks that the signed order is the staged one, byte for byte (docs/api/README.md). */
import "server-only";
import { hash } from "node:crypto";
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  decodePublicKey,
  encodeCancelOrder,
  encodeModifyOrder,
  encodePlaceOrder,
  encodePlaceOrderGroup,
  SIGNATURE_HEADER,
  type SigningOperation,
  signingPreimage,
} from "#lib/protocol/signing/signing.ts";
import { signatureHeaders } from "#lib/trading/venue-access/signature-headers.ts";
import type { StagedOrderRow } from "./staged-order.ts";

/**
 * The request that approves a staged order: four headers, and the signed body of `place_order`, `place_order_group`,
 * `modify_order` or `cancel_order`.
 */
export type Approval = { headers: Headers; body: Record<string, unknown> };

/** The four headers, and the digest that must be signed, which is computed from the row and not from the request. */
export type Claim = {
  headers: Record<string, string>;
  timestamp: number;
  digest: string;
};

/** @throws MISSING_SIGNATURE, and ACCOUNT_MISMATCH unless the session, the headers and the row name one account */
export function claimOf(row: StagedOrderRow, { headers }: Approval, actor: WalletActor): Claim {
  const four = signatureHeaders(headers, actor);
  if (row.account !== actor.account) throw new ServiceError("ACCOUNT_MISMATCH");
  const timestamp = four[SIGNATURE_HEADER.timestamp] ?? "";
  const { operation, payload } = bytesOf(row, BigInt(timestamp));
  const preimage = signingPreimage(operation, keyBytes(row.account), payload);
  return {
    // The venue accepts a signature only in lower case.
    headers: {
      ...four,
      [SIGNATURE_HEADER.signature]: (four[SIGNATURE_HEADER.signature] ?? "").toLowerCase(),
    },
    timestamp: Number(timestamp),
    digest: hash("sha256", preimage, "hex"),
  };
}

type Staged = Pick<StagedOrderRow, "action" | "target" | "order" | "protection">;

export function isGroup({ protection }: Pick<Staged, "protection">): boolean {
  return protection.length > 0;
}

function bytesOf(
  row: Staged,
  timestamp: bigint,
): { operation: SigningOperation; payload: Uint8Array } {
  const { action, order, target } = row;
  if (action === "modify" && target !== null) {
    const fields = { order_id: BigInt(target.order_id), ...modifyFields({ order, target }) };
    return { operation: "modify_order", payload: encodeModifyOrder(fields, timestamp) };
  }
  if (action === "cancel" && target !== null) {
    const cancel = { order_id: BigInt(target.order_id), market: order.market };
    return { operation: "cancel_order", payload: encodeCancelOrder(cancel, timestamp) };
  }
  const orders = [row.order, ...row.protection].map(placeOrderFields);
  const [entry] = orders;
  if (isGroup(row) || entry === undefined) {
    const payload = encodePlaceOrderGroup({ grouping: "ENTRY", orders }, timestamp);
    return { operation: "place_order_group", payload };
  }
  return { operation: "place_order", payload: encodePlaceOrder(entry, timestamp) };
}

/** The signed fields of a change but for the order's id. An order that follows the position signs no size. */
function modifyFields({
  order,
  target,
}: {
  order: StagedOrderRow["order"];
  target: NonNullable<StagedOrderRow["target"]>;
}) {
  const { market, side, order_type, size, price, trigger_price } = placeOrderFields(order);
  const own = trigger_price ?? price;
  return { market, side, order_type, size: target.follows_position ? "" : size, price: own };
}

/** Method and path of the venue to which the signed bytes go. */
export function venueAddress(row: Staged): { method: "POST" | "PUT" | "DELETE"; path: string } {
  const { action, target } = row;
  if (target !== null) {
    return {
      method: action === "cancel" ? "DELETE" : "PUT",
      path: `/v1/orders/${target.order_id}`,
    };
  }
  return { method: "POST", path: isGroup(row) ? "/v1/orders/group" : "/v1/orders" };
}

/**
 * The request for the venue, in which every field of the caller's body equals the row. The venue itself checks whether the
 * signer may sign for the account.
 * @throws STAGED_ORDER_DIFFERS
 */
export function signedRequest(
  row: StagedOrderRow,
  { headers, digest }: Claim,
  { body }: Approval,
): NonNullable<StagedOrderRow["signed"]> {
  const signer = keyBytes(headers[SIGNATURE_HEADER.signer] ?? "");
  const signature = Buffer.from(headers[SIGNATURE_HEADER.signature] ?? "", "hex");
  // The hex text of the digest is signed, not the digest.
  if (!isSame(row, body) || !isSignedBy(signer, Buffer.from(digest, "utf8"), signature)) {
    throw new ServiceError("STAGED_ORDER_DIFFERS");
  }
  return {
    headers: { ...headers, "content-type": "application/json" },
    // The client_id, which is not signed, identifies the order at the venue and prevents a second one.
    body: JSON.stringify(sentBody(row)),
  };
}

function sentBody(row: StagedOrderRow): object {
  const { action, order, target } = row;
  if (target !== null) {
    return action === "cancel" ? { market: order.market } : modifyFields({ order, target });
  }
  const entry = { ...row.order, client_id: row.id };
  return isGroup(row) ? { grouping: "ENTRY", orders: [entry, ...row.protection] } : entry;
}

function isSame(row: StagedOrderRow, body: Record<string, unknown>): boolean {
  if (row.target !== null) return isSameChange(sentBody(row), body);
  if (!isGroup(row)) return isSameOrder(row.order, body, row.id);
  const { grouping, orders, ...others } = body;
  if (grouping !== "ENTRY" || !Array.isArray(orders) || Object.keys(others).length > 0)
    return false;
  const staged = [row.order, ...row.protection];
  return (
    orders.length === staged.length &&
    staged.every((order, index) => {
      const one: unknown = orders[index];
      return isRecord(one) && isSameOrder(order, one, index === 0 ? row.id : null);
    })
  );
}

/** Every field of the stored change, and no other. */
function isSameChange(own: object, body: Readonly<Record<string, unknown>>): boolean {
  const fields = Object.entries(own);
  return (
    Object.keys(body).every((name) => Object.hasOwn(own, name)) &&
    fields.every(([name, value]) => body[name] === value)
  );
}

/** `id`: the only name that the order may have. */
function isSameOrder(
  own: StagedOrderRow["order"],
  body: Readonly<Record<string, unknown>>,
  id: string | null,
): boolean {
  const { client_id: name = null, ...order } = body;
  if (name !== null && name !== id) return false;
  const staged: Record<string, unknown> = placeOrderFields(own);
  if (Object.keys(order).some((field) => !Object.hasOwn(staged, field))) return false;
  const signed: Record<string, unknown> = placeOrderFields(order as StagedOrderRow["order"]);
  return Object.entries(staged).every(([field, value]) => signed[field] === value);
}

function keyBytes(text: string): Uint8Array {
  const bytes = decodePublicKey(text);
  if (bytes === undefined) throw new ServiceError("STAGED_ORDER_DIFFERS");
  return bytes;
}
