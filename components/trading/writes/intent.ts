/** A signed write as it is kept and sent, held against what the page said that it is. */
import type { SignedWrite } from "#components/trading/signing/requests.ts";
import type { SigningOperation } from "#lib/protocol/signing.ts";
import type { Intent, WriteKind, WriteTarget } from "./write-types.ts";

const OPERATIONS: Readonly<Record<WriteKind, SigningOperation>> = {
  place: "place_order",
  batch: "place_batch_orders",
  modify: "modify_order",
  cancel: "cancel_order",
  "cancel-batch": "cancel_batch_orders",
  "cancel-all": "cancel_all_orders",
};

/** @throws TypeError when the signature is for another request than `target`: nothing may be sent then. */
export function intentOf(signed: SignedWrite, target: WriteTarget, createdAt: number): Intent {
  if (!isFor(signed, target)) {
    throw new TypeError("The signature is for another request. Nothing was sent.");
  }
  const { draft, digest, account, timestamp, headers } = signed;
  const { method, path, body } = draft;
  // Named one by one: a property that storage can not copy would make it refuse the whole.
  const { kind, market, summary, orderIds, count, order, change } = target;
  return {
    version: 1,
    digest,
    account,
    timestamp,
    createdAt,
    method,
    path,
    body,
    headers: { ...headers },
    kind,
    market,
    summary,
    orderIds: [...orderIds],
    count,
    ...(order && { order }),
    ...(change && { change }),
  };
}

function isFor({ draft }: SignedWrite, target: WriteTarget): boolean {
  if (draft.operation !== OPERATIONS[target.kind]) return false;
  const body = JSON.parse(draft.body) as { market?: unknown; orders?: unknown };
  const [id = ""] = target.orderIds;
  switch (target.kind) {
    case "place":
      return draft.path.endsWith("/orders") && body.market === target.market;
    case "modify":
    case "cancel":
      return draft.path.endsWith(`/orders/${id}`) && body.market === target.market;
    case "batch":
    case "cancel-batch":
      return Array.isArray(body.orders) && body.orders.length === target.count;
    case "cancel-all": {
      const query = target.market === null ? "" : `?market=${encodeURIComponent(target.market)}`;
      return draft.path.endsWith(`/orders${query}`);
    }
  }
}
