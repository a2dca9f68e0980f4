/**
 * Raises a notice for each fill and end of an order that no action of this page has reported. This browser stores
 * what it saw last, so that a page that was closed meanwhile shows what it missed. Loaded with a session.
 */
import { readJson } from "#components/data/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { onAccountRead, readOf } from "#components/trading/account-reads/account-store.ts";
import { liveStreamOf } from "#components/trading/account-reads/streamed.ts";
import { type Notification, notify } from "#components/ui/notify.ts";
import type {
  AccountRecord,
  FillPage,
  FillRecord,
  OrderRecord,
} from "#lib/protocol/wire/account.ts";
import { currentWrites } from "./load-orders.ts";
import {
  changesOf,
  forcedSince,
  newsOfEnd,
  type OrderNews,
  openAsSeen,
  type Seen,
} from "./order-news.ts";
import { SEEN_ORDERS } from "./seen-orders.ts";

/** More at once are counted and not named. */
const MAX_NAMED = 5;
const MAX_READ = 20;
/** The venue closes a position in parts. Parts that follow within this time are one event. */
const SAME_EVENT_MS = 60_000;

/** Follows the reads of this account until the returned function is called. */
export function followNews(account: string): () => void {
  const news = new News(account);
  const stop = onAccountRead(() => news.check());
  news.check();
  return () => {
    news.end();
    stop();
  };
}

class News {
  readonly #account: string;
  #seen: Seen | undefined;
  #gone = false;
  #orders: readonly OrderRecord[] | undefined;
  #figures: AccountRecord | undefined;
  #sizes: string | undefined;
  /** The parts of the last liquidations. */
  #forced: readonly FillRecord[] = [];

  constructor(account: string) {
    this.#account = account;
    this.#seen = stored(account);
  }

  end(): void {
    this.#gone = true;
  }

  /** Compares the last reads with what was seen before. */
  check(): void {
    const figures = readOf(this.#account, "account").data;
    const orders = readOf(this.#account, "orders").data;
    const positions = readOf(this.#account, "positions").data;
    if (figures && figures !== this.#figures) {
      this.#figures = figures;
      void this.#checkMargin(figures);
    }
    if (orders !== undefined && orders !== this.#orders) {
      this.#orders = orders;
      void this.#checkOrders(orders);
    }
    if (positions !== undefined && sizesOf(positions) !== this.#sizes) {
      this.#sizes = sizesOf(positions);
      void this.#checkFills();
    }
  }

  #keep(change: Partial<Seen>): void {
    this.#seen = { open: {}, fill: 0, ...this.#seen, ...change };
    store(this.#account, this.#seen);
  }

  async #checkOrders(now: readonly OrderRecord[]): Promise<void> {
    const before = this.#seen?.open ?? openAsSeen(now);
    this.#keep({ open: openAsSeen(now) });
    const changes = changesOf(before, now);
    const news: OrderNews[] = changes.filled.map((order) => ({ kind: "part-filled", order }));
    const unread = new Set(changes.gone);
    for (const id of changes.gone.slice(0, MAX_READ)) {
      const end = await readOrder(id, this.#account);
      if (end === undefined) continue;
      unread.delete(id);
      const ended = end === "unknown" ? undefined : newsOfEnd(end);
      if (ended) news.push(ended);
    }
    // An end that could not be read is looked up again with the next change.
    const left = [...unread].map((id) => [id, before[id] ?? "0"] as const);
    if (left.length > 0 && this.#seen)
      this.#keep({ open: { ...this.#seen.open, ...Object.fromEntries(left) } });
    const unreported = news.filter(({ order }) => !isReported(order.id));
    if (unreported.length === 0) return;
    const filled = unreported.filter(({ kind }) => kind !== "ended").slice(0, MAX_NAMED);
    const results = await readResults(
      this.#account,
      filled.map(({ order }) => order),
    );
    const { orderNotices } = await loadNotices();
    if (!this.#gone) notifyAll(orderNotices(unreported, results));
  }

  async #checkFills(): Promise<void> {
    const fills =
      streamedFills(this.#account, this.#seen?.fill ?? 0) ?? (await readFills(this.#account));
    const [newest] = fills;
    if (this.#gone || newest === undefined) return;
    const before = this.#seen?.fill ?? 0;
    this.#keep({ fill: newest.id });
    // The first read of an account only remembers where it is.
    const fresh = before > 0 ? forcedSince(before, fills) : [];
    if (fresh.length === 0) return;
    this.#forced = [...fresh, ...this.#forced.filter((fill) => isSameEvent(fill, fresh))];
    const { forcedNotices } = await loadNotices();
    const left = readOf(this.#account, "positions").data ?? [];
    notifyAll(forcedNotices(this.#forced, left));
  }

  /** An account without positions has no margin to tell of. */
  async #checkMargin(now: AccountRecord): Promise<void> {
    const before = this.#seen?.margin ?? 0;
    const hasMargin = now.isolated !== undefined || /[1-9]/.test(now.maintenance_margin);
    if (before === 0 && !hasMargin) return;
    const { marginNews } = await import("./margin-warnings.ts");
    const { notified, news } = marginNews(this.#seen?.margin ?? 0, now);
    if (this.#gone) return;
    if (notified !== this.#seen?.margin) this.#keep({ margin: notified });
    if (news) notifyAll([news]);
  }
}

/** Loaded with the first news: most visits have none. */
const loadNotices = () => import("./notice-text.ts");

function notifyAll(news: readonly Notification[]): void {
  for (const one of news.slice(0, MAX_NAMED)) notify(one);
  const more = news.length - MAX_NAMED;
  if (more > 0)
    notify({ tone: "neutral", text: clientText("orders")("newsMore", { count: more }) });
}

function isSameEvent(fill: FillRecord, fresh: readonly FillRecord[]): boolean {
  return fresh.some(
    ({ market, created_at }) =>
      market === fill.market && created_at - fill.created_at < SAME_EVENT_MS,
  );
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
  const streamed = liveStreamOf(account)?.order(id);
  if (streamed?.status === "CLOSED") return streamed;
  const url = `/api/venue/orders/${encodeURIComponent(id)}?account=${encodeURIComponent(account)}`;
  const answer = await readJson<OrderRecord>(url);
  if (!answer.ok) return answer.status === 404 ? "unknown" : undefined;
  return answer.body.account === account ? answer.body : "unknown";
}

/** Orders whose fills could not all be read have no result. */
async function readResults(
  account: string,
  orders: readonly OrderRecord[],
): Promise<ReadonlyMap<string, bigint>> {
  const results = new Map<string, bigint>();
  if (orders.length === 0) return results;
  const { readOrderResult } = await import("./order-result.ts");
  const read = async (order: OrderRecord) => {
    const result = await readOrderResult(account, order);
    if (result !== undefined) results.set(order.id, result);
  };
  await Promise.all(orders.map(read));
  return results;
}

/** The last fills, the newest first; `undefined` when the stream did not send all since the fill that was seen last. */
function streamedFills(account: string, seen: number): readonly FillRecord[] | undefined {
  const fills = liveStreamOf(account)?.fills ?? [];
  return fills.some(({ id }) => id === seen) ? fills.toReversed() : undefined;
}

async function readFills(account: string): Promise<readonly FillRecord[]> {
  const url = `/api/venue/fills?page_size=20&account=${encodeURIComponent(account)}`;
  const answer = await readJson<FillPage>(url);
  if (!answer.ok) return [];
  return answer.body.results.filter((fill) => fill.account === account);
}

/** What was seen last of this account; `undefined` when it is another's, or nothing was kept. */
function stored(account: string): Seen | undefined {
  try {
    const seen = JSON.parse(localStorage.getItem(SEEN_ORDERS) ?? "null") as
      | (Seen & { of?: string })
      | null;
    if (seen?.of !== account) return undefined;
    return { open: seen.open, fill: seen.fill, margin: seen.margin ?? 0 };
  } catch {
    return undefined;
  }
}

function store(account: string, seen: Seen): void {
  try {
    localStorage.setItem(SEEN_ORDERS, JSON.stringify({ of: account, ...seen }));
  } catch {
    // Without storage the next page starts from what it reads first.
  }
}
