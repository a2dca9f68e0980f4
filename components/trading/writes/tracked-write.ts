/** A write as the rest of the page sees it. */
import type { Intent, Write, WriteResult, WriteTarget } from "./write-types.ts";

/** A signed write in this page, from before it is sent until it is shown no more. */
export type TrackedWrite = {
  readonly intent: Intent;
  state: "sending" | "unknown";
  /** Followed by this tab; else by another one that lives. */
  isOwn: boolean;
  /** The same bytes are on their way once more. */
  isSending: boolean;
  /** The intent was put where other tabs find it. */
  wasKept: boolean;
  /** Hears the code of each refusal. */
  refused: ((code: string) => void) | undefined;
  result: WriteResult | undefined;
  /** Aborted as soon as there is a result. */
  readonly over: AbortController;
  /** The result was said, here or elsewhere: nothing is held for it any more. */
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
    wasKept: !isOwn,
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

/** A write that is not signed yet: `name` stands in for its digest. */
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
