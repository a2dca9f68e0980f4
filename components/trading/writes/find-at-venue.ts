/**
 * Looks at the venue for the effect of a write that got no answer. `absent` is returned only after reads that would
 * have shown the effect: lists are read page by page until they are older than the write.
 */

import {
  findTransfer,
  type ReadTransfers,
} from "#components/trading/transfers/core/find-transfer.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import {
  accepted,
  hasMarginChange,
  isEffect,
  isLeverageOf,
  isTransferOf,
  readOrder,
  readOrderPage,
} from "./interpret-answer.ts";
import type { Intent, WriteResult } from "./write-types.ts";

export type Read = ReadTransfers;

export type FindResult =
  | { state: "found"; result: WriteResult }
  /** The venue answered, and the effect is not there. */
  | { state: "absent" }
  /** Nothing is known: no answer, or one that cannot be read. */
  | { state: "unanswered" };

const ABSENT: FindResult = { state: "absent" };
const UNANSWERED: FindResult = { state: "unanswered" };

/**
 * The venue accepts a write up to 5 s before its signed time, so older orders cannot come from it. One more second
 * allows for clock differences.
 */
const EARLIEST_MS = 6_000;
const PAGE_SIZE = 200;
/** About twelve thousand orders. A write older than those stays unanswered. */
const MAX_PAGES = 60;

export function findAtVenue(intent: Intent, read: Read): Promise<FindResult> {
  switch (intent.kind) {
    case "place":
    case "group":
    case "batch":
      return findPlaced(intent, read);
    case "modify":
    case "cancel":
      return findOnOrder(intent, read);
    case "cancel-batch":
    case "cancel-all":
      return findNoneOpen(intent, read);
    case "withdraw":
      return findWithdrawal(intent, read);
    case "leverage":
    case "margin":
      return findLeverage(intent, read);
  }
}

/** A leverage has no history: it has taken effect when the account has it, whichever write set it. Of margin the last change is known. */
async function findLeverage(intent: Intent, read: Read): Promise<FindResult> {
  const query = new URLSearchParams({ account: intent.account });
  const answer = await read(`/api/venue/leverage?${query.toString()}`);
  if (!answer.ok || !isRecord(answer.body)) return UNANSWERED;
  const { results } = answer.body;
  if (!Array.isArray(results)) return UNANSWERED;
  const records = results as unknown[];
  const has =
    intent.kind === "margin"
      ? hasMarginChange(intent, records)
      : records.some((record) => isLeverageOf(intent, record));
  if (has === undefined) return UNANSWERED;
  return has ? { state: "found", result: accepted([]) } : ABSENT;
}

async function findWithdrawal(intent: Intent, read: Read): Promise<FindResult> {
  const found = await findTransfer(read, {
    account: intent.account,
    notBefore: intent.timestamp - EARLIEST_MS,
    matches: (transfer) => isTransferOf(intent, transfer),
  });
  if (found === undefined) return UNANSWERED;
  return found ? { state: "found", result: accepted([]) } : ABSENT;
}

/** An order carries the digest of the bytes that placed it, and so do all orders of a batch or a group. */
async function findPlaced(intent: Intent, read: Read): Promise<FindResult> {
  const found: OrderRecord[] = [];
  const answered = await eachPage({ intent, read, status: "ALL" }, (orders) => {
    found.push(...orders.filter((order) => isEffect(intent, order)));
    // The orders of a batch are created at the same instant, so they span two pages at most.
    const oldest = orders.at(-1)?.created_at ?? 0;
    return found.length >= intent.count || oldest < intent.timestamp - EARLIEST_MS;
  });
  if (!answered) return UNANSWERED;
  if (found.length === 0) return ABSENT;
  return { state: "found", result: accepted(found, Math.max(0, intent.count - found.length)) };
}

/**
 * A change has taken effect when the order has the new terms, a cancellation when the order is closed for any reason.
 */
async function findOnOrder(intent: Intent, read: Read): Promise<FindResult> {
  const [id = ""] = intent.orderIds;
  const query = new URLSearchParams({ account: intent.account });
  const answer = await read(`/api/venue/orders/${encodeURIComponent(id)}?${query.toString()}`);
  if (!answer.ok) return answer.code === "ORDER_NOT_FOUND" ? ABSENT : UNANSWERED;
  const order = readOrder(answer.body, intent.account);
  if (order?.id !== id) return UNANSWERED;
  return isEffect(intent, order) ? { state: "found", result: accepted([order]) } : ABSENT;
}

/**
 * A cancellation of several orders has taken effect when none of them is open. For `cancel-all`, "them" means the
 * orders that were seen open and every order older than the write.
 */
async function findNoneOpen(intent: Intent, read: Read): Promise<FindResult> {
  let stillOpen = 0;
  const all = intent.kind === "cancel-all";
  const answered = await eachPage({ intent, read, status: "OPEN" }, (orders) => {
    stillOpen += orders.filter(
      ({ id, created_at }) =>
        intent.orderIds.includes(id) || (all && created_at <= intent.timestamp),
    ).length;
    return stillOpen > 0;
  });
  if (!answered) return UNANSWERED;
  return stillOpen > 0 ? ABSENT : { state: "found", result: accepted([]) };
}

/**
 * Reads pages, newest first, until `enough` returns true or there are no more. Returns false when a page cannot be
 * read.
 */
async function eachPage(
  { intent, read, status }: { intent: Intent; read: Read; status: "OPEN" | "ALL" },
  enough: (orders: readonly OrderRecord[]) => boolean,
): Promise<boolean> {
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      status,
      account: intent.account,
      page_size: String(PAGE_SIZE),
      ...(intent.market === null ? {} : { market: intent.market }),
      ...(cursor === null ? {} : { cursor }),
    });
    const answer = await read(`/api/venue/orders?${query.toString()}`);
    const found = answer.ok ? readOrderPage(answer.body, intent.account) : undefined;
    if (found === undefined) return false;
    if (enough(found.orders) || found.next === null) return true;
    // A cursor that repeats would loop for ever.
    if (found.next === cursor) return false;
    cursor = found.next;
  }
  return false;
}
