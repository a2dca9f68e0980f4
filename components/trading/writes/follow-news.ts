/**
 * Raises a notice for each fill and end of an order that no action of this page has reported. What was seen last is kept
 * in this browser, so that a page that was closed meanwhile tells what it missed. Loaded with a session.
 */
import { readJson } from "#components/data/http.ts";
import { clientFormat, clientText } from "#components/i18n/client-text.ts";
import { orderSummary } from "#components/i18n/order-summary.ts";
import { onAccountRead, readOf } from "#components/trading/account-state/account-store.ts";
import { notify } from "#components/ui/notify.ts";
import type { FillPage, FillRecord, OrderRecord } from "#lib/protocol/wire/account.ts";
import { currentWrites } from "./load-orders.ts";
import {
  changesOf,
  forcedSince,
  newsOfEnd,
  type OrderNews,
  openAsSeen,
  type Seen,
} from "./order-news.ts";

/** More at once are counted and not named. */
const MOST_NAMED = 5;
const MOST_READ = 20;

/** Follows the reads of this account until the returned function is called. */
export function followNews(account: string): () => void {
  let orders: readonly OrderRecord[] | undefined;
  let positions: unknown;
  let seen = stored(account);
  let gone = false;
  const keep = (next: Seen) => {
    seen = next;
    store(account, next);
  };
  const lookAtOrders = async (now: readonly OrderRecord[]) => {
    const before = seen ?? { open: openAsSeen(now), fill: 0 };
    keep({ ...before, open: openAsSeen(now) });
    const changes = changesOf(before.open, now);
    const news: OrderNews[] = changes.filled.map((order) => ({ kind: "part-filled", order }));
    const unread = new Set(changes.gone);
    for (const id of changes.gone.slice(0, MOST_READ)) {
      const end = await readOrder(id, account);
      if (end === undefined) continue;
      unread.delete(id);
      const told = end === "unknown" ? undefined : newsOfEnd(end);
      if (told) news.push(told);
    }
    // An end that could not be read is looked up again with the next change.
    const left = [...unread].map((id) => [id, before.open[id] ?? "0"] as const);
    if (left.length > 0 && seen)
      keep({ ...seen, open: { ...seen.open, ...Object.fromEntries(left) } });
    if (!gone) tell(news.filter(({ order }) => !isReported(order.id)).map(wordsOf));
  };
  const lookAtFills = async () => {
    const fills = await readFills(account);
    const [newest] = fills;
    if (gone || newest === undefined) return;
    const before = seen?.fill ?? 0;
    keep({ open: seen?.open ?? {}, fill: newest.id });
    // The first read of an account only remembers where it is.
    if (before > 0) tell(forcedSince(before, fills).map(wordsOfForced));
  };
  const look = () => {
    const nextOrders = readOf(account, "orders").data;
    const nextPositions = readOf(account, "positions").data;
    if (nextOrders !== undefined && nextOrders !== orders) {
      orders = nextOrders;
      void lookAtOrders(nextOrders);
    }
    if (nextPositions !== undefined && sizesOf(nextPositions) !== positions) {
      positions = sizesOf(nextPositions);
      void lookAtFills();
    }
  };
  const stop = onAccountRead(look);
  look();
  return () => {
    gone = true;
    stop();
  };
}

type Told = { tone: "good" | "neutral" | "bad"; text: string };

function tell(news: readonly Told[]): void {
  for (const one of news.slice(0, MOST_NAMED)) notify(one);
  const more = news.length - MOST_NAMED;
  if (more > 0)
    notify({ tone: "neutral", text: clientText("orders")("newsMore", { count: more }) });
}

function wordsOf({ kind, order }: OrderNews): Told {
  const text = clientText("orders");
  const summary = orderSummary(order);
  const { grouped } = clientFormat();
  if (kind === "filled") return { tone: "good", text: text("newsFilled", { order: summary }) };
  const filled = grouped(order.filled_size);
  if (kind === "part-filled") {
    const size = grouped(order.size);
    return { tone: "good", text: text("newsPart", { filled, size, order: summary }) };
  }
  const reason = clientText("orders")(`reason_${order.cancel_reason}`);
  return { tone: "neutral", text: text("newsEnded", { order: summary, reason }) };
}

function wordsOfForced({ market, size, price }: FillRecord): Told {
  const { grouped } = clientFormat();
  const values = { market, size: grouped(size), price: grouped(price) };
  return { tone: "bad", text: clientText("orders")("newsForced", values) };
}

/** A change of the order by this page, whose outcome was reported. */
function isReported(id: string): boolean {
  return currentWrites().some(({ kind, orderIds }) => kind === "modify" && orderIds.includes(id));
}

function sizesOf(positions: readonly { market: string; size: string }[]): string {
  return positions.map(({ market, size }) => `${market} ${size}`).join();
}

/** The order; "unknown" when the venue has no such order, and `undefined` when there was no answer. */
async function readOrder(
  id: string,
  account: string,
): Promise<OrderRecord | "unknown" | undefined> {
  const url = `/api/venue/orders/${encodeURIComponent(id)}?account=${encodeURIComponent(account)}`;
  const answer = await readJson<OrderRecord>(url);
  if (!answer.ok) return answer.status === 404 ? "unknown" : undefined;
  return answer.body.account === account ? answer.body : "unknown";
}

async function readFills(account: string): Promise<readonly FillRecord[]> {
  const url = `/api/venue/fills?page_size=20&account=${encodeURIComponent(account)}`;
  const answer = await readJson<FillPage>(url);
  if (!answer.ok) return [];
  return answer.body.results.filter((fill) => fill.account === account);
}

const KEY = "svc.seen-orders";

/** What was seen last of this account; `undefined` when it is another's, or nothing was kept. */
function stored(account: string): Seen | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as (Seen & { of?: string }) | null;
    return kept?.of === account ? { open: kept.open, fill: kept.fill } : undefined;
  } catch {
    return undefined;
  }
}

function store(account: string, seen: Seen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ of: account, ...seen }));
  } catch {
    // Without storage the next page starts from what it reads first.
  }
}
