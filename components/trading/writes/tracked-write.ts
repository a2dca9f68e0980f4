/** A signed write: how it is kept, what this tab knows about it, and how the page shows it. */
import type { SignedWrite } from "#components/trading/signing/requests.ts";
import type { SigningOperation } from "#lib/protocol/signing/signing.ts";
import type { Intent, Write, WriteKind, WriteResult, WriteTarget } from "./write-types.ts";

const OPERATIONS: Readonly<Record<WriteKind, SigningOperation>> = {
  place: "place_order",
  batch: "place_batch_orders",
  group: "place_order_group",
  modify: "modify_order",
  cancel: "cancel_order",
  "cancel-batch": "cancel_batch_orders",
  "cancel-all": "cancel_all_orders",
  withdraw: "withdraw",
  leverage: "update_leverage",
  margin: "update_isolated_margin",
};

/** @throws TypeError when the signature is for another request than `target`: nothing may be sent then. */
export function intentOf(signed: SignedWrite, target: WriteTarget, createdAt: number): Intent {
  if (!isFor(signed, target)) {
    throw new TypeError("The signature is for another request. Nothing was sent.");
  }
  const { draft, digest, account, timestamp, headers } = signed;
  const { method, path, body } = draft;
  // Copied field by field: a property that cannot be cloned would make storage refuse the whole intent.
  const { kind, market, summary, orderIds, count, order, change, amount, leverage, mode } = target;
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
    ...(amount !== undefined && { amount }),
    ...(leverage !== undefined && { leverage }),
    ...(mode && { mode }),
  };
}

function isFor({ draft }: SignedWrite, target: WriteTarget): boolean {
  if (draft.operation !== OPERATIONS[target.kind]) return false;
  const body = JSON.parse(draft.body) as Partial<
    Record<"market" | "orders" | "amount" | "leverage" | "mode", unknown>
  >;
  const [id = ""] = target.orderIds;
  switch (target.kind) {
    case "place":
      return draft.path.endsWith("/orders") && body.market === target.market;
    case "modify":
    case "cancel":
      return draft.path.endsWith(`/orders/${id}`) && body.market === target.market;
    case "group":
    case "batch":
    case "cancel-batch":
      return Array.isArray(body.orders) && body.orders.length === target.count;
    case "withdraw":
      return draft.path.endsWith("/withdrawals") && body.amount === target.amount;
    case "leverage":
      return (
        body.market === target.market &&
        body.leverage === target.leverage &&
        body.mode === target.mode
      );
    case "margin":
      return body.market === target.market && body.amount === target.amount;
    case "cancel-all": {
      const query = target.market === null ? "" : `?market=${encodeURIComponent(target.market)}`;
      return draft.path.endsWith(`/orders${query}`);
    }
  }
}

/** A signed write in this page, from before it is sent until its row disappears. */
export type TrackedWrite = {
  readonly intent: Intent;
  state: "sending" | "unknown";
  /** True when this tab tracks the write, false when another open tab does. */
  isOwn: boolean;
  /** The same bytes have been sent again and are not answered yet. */
  isSending: boolean;
  /** The intent is in storage, where other tabs find it. */
  isStored: boolean;
  /** Called with the code of each refusal. */
  refused: ((code: string) => void) | undefined;
  result: WriteResult | undefined;
  /** Aborted as soon as there is a result. */
  readonly over: AbortController;
  /** The result has been announced, by this tab or another; the lock is free. */
  isOver: boolean;
  release: (() => void) | undefined;
  readonly end: Promise<WriteResult>;
  readonly resolve: (result: WriteResult) => void;
};

export function newTrackedWrite(
  intent: Intent,
  state: TrackedWrite["state"],
  isOwn: boolean,
): TrackedWrite {
  let resolve: TrackedWrite["resolve"] = () => undefined;
  const end = new Promise<WriteResult>((settle) => {
    resolve = settle;
  });
  return {
    intent,
    state,
    isOwn,
    isSending: false,
    isStored: !isOwn,
    refused: undefined,
    result: undefined,
    over: new AbortController(),
    isOver: false,
    release: undefined,
    end,
    resolve,
  };
}

export function viewOf(entry: TrackedWrite, canRetry: boolean): Write {
  const { intent, result, isSending, state } = entry;
  const seen = basicsOf(intent, intent.account);
  const { digest, createdAt } = intent;
  if (result === undefined) {
    return { ...seen, digest, createdAt, canRetry, state: isSending ? "sending" : state };
  }
  const ended = { ...seen, digest, createdAt, canRetry: false };
  if (result.state === "rejected") return { ...ended, ...result };
  if (result.state === "never-arrived") return { ...ended, state: result.state };
  const known = result.orders.map(({ id }) => id);
  return {
    ...ended,
    state: result.state,
    orderIds: known.length > 0 ? known : intent.orderIds,
  };
}

/** A write that waits for its signature: `name` stands in for its digest. */
export function viewOfSigning(shown: {
  target: WriteTarget;
  account: string;
  name: string;
  createdAt: number;
}): Write {
  const { target, account, name, createdAt } = shown;
  const seen = basicsOf(target, account);
  return { ...seen, digest: name, createdAt, canRetry: false, state: "signing" };
}

function basicsOf(target: WriteTarget, account: string) {
  const { kind, market, summary, orderIds, order, change } = target;
  return {
    kind,
    market,
    summary,
    orderIds,
    account,
    ...(order && { order }),
    ...(change && { change }),
  };
}
