/**
 * Looks for the effect of a write that got no answer. `absent` is said only by reads that would have shown it: a list
 * is read page by page until it is older than the write, however many orders the account has placed since.
 */
import type { Answer } from "#components/data/http.ts";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import { accepted, isEffect } from "./interpret-answer.ts";
import { readOrder, readOrderPage } from "./order-guards.ts";
import type { Intent, WriteResult } from "./write-types.ts";

/** A same-origin GET that answers instead of throwing. */
export type Read = (url: string) => Promise<Answer>;

export type FindResult =
  | { state: "found"; result: WriteResult }
  /** The venue answered, and the effect is not there. */
  | { state: "absent" }
  /** Nothing is known: no answer, or one that cannot be read. */
  | { state: "unanswered" };

const ABSENT: FindResult = { state: "absent" };
const UNANSWERED: FindResult = { state: "unanswered" };

/** The venue takes a write up to 5 s before its signed time: an older order can not be its work. One second more for clocks. */
const EARLIEST_MS = 6_000;
const PAGE_SIZE = 200;
/** Some ten thousand orders after the write: past them its fate is the order history's to tell. */
const MAX_PAGES = 60;

export function findAtVenue(intent: Intent, read: Read): Promise<FindResult> {
  switch (intent.kind) {
    case "place":
    case "batch":
      return findPlaced(intent, read);
    case "modify":
    case "cancel":
      return findOnOrder(intent, read);
    case "cancel-batch":
    case "cancel-all":
      return findNoneOpen(intent, read);
  }
}

/** An order carries the digest of the bytes that placed it, in a batch all of them the batch's. */
async function findPlaced(intent: Intent, read: Read): Promise<FindResult> {
  const found: OrderRecord[] = [];
  const answered = await eachPage({ intent, read, status: "ALL" }, (orders) => {
    found.push(...orders.filter((order) => isEffect(intent, order)));
    // Of one batch all orders are made in the same instant: they can be parted by a page, not by more.
    const oldest = orders.at(-1)?.created_at ?? 0;
    return found.length >= intent.count || oldest < intent.timestamp - EARLIEST_MS;
  });
  if (!answered) return UNANSWERED;
  if (found.length === 0) return ABSENT;
  return { state: "found", result: accepted(found, Math.max(0, intent.count - found.length)) };
}

/** A change shows in the order's terms; a cancel in that it is closed, however that came about. */
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
 * Several orders are cancelled when none of them is open. For all orders that means those that were seen open and those
 * that are older than the write: none of either would have outlived it.
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

/** Reads pages, newest first, until `enough` says so or there are no more. False when it could not come that far. */
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
    // A page that does not lead on would be read for ever, and proves nothing.
    if (found.next === cursor) return false;
    cursor = found.next;
  }
  return false;
}
