/** Walks the venue's pages of one account, newest first: one page is held and one request is under way at any time. */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { toErrorBody } from "#lib/kernel/errors/errors.ts";
import { FillPage, FundingPage, OrderPage, TransferPage } from "#lib/protocol/wire/account.ts";
import type { AccountReader } from "#lib/trading/venue-access/expected-account.ts";
import { forwardRead, type VenueRead } from "#lib/trading/venue-access/forward.ts";
import type { ExportKind, HistoryRow } from "./csv-columns.ts";
import { pageSearch, type Span } from "./page-query.ts";
import { takeTurn } from "./walk-guard.ts";

const PAGE_ROWS = 1_000;

/** How often a failed page is retried: reads change nothing. */
const TRIES = 4;
const LONGEST_PAUSE_MS = 5_000;

/** Cursors this close together are one short page: it is read and filtered instead of searched. */
const SEARCH_ENDS_AT = 100;

/** The venue's reads of history. */
export const HISTORY: Readonly<Record<ExportKind, VenueRead>> = {
  orders: { path: "/v1/orders", contract: OrderPage },
  fills: { path: "/v1/fills", contract: FillPage },
  transfers: { path: "/v1/transfers/search", contract: TransferPage },
  funding: { path: "/v1/funding", contract: FundingPage },
};

const Page = z.object({
  results: z.array(z.looseObject({ account: z.string(), created_at: z.number() })),
  next: z.string().nullable(),
});

export type Walk = {
  kind: ExportKind;
  market?: string | undefined;
  span: Span;
  /** Aborted when the rows are no longer needed. */
  signal: AbortSignal;
};

type Context = { actor: AccountReader; now: number };

/** The venue, or the app itself, refused a page: `answer` says why, in the form of every refusal. */
export class PageRefused extends Error {
  readonly answer: Response;

  constructor(answer: Response) {
    super(`A page of the account's history was answered with ${answer.status}.`);
    this.name = "PageRefused";
    this.answer = answer;
  }
}

/**
 * The rows of the span, page by page; a page may have no row of it.
 * @throws PageRefused; an AbortError; an Error when a row is of another account
 */
export async function* walkPages(ctx: Context, walk: Walk): AsyncGenerator<HistoryRow[], void> {
  const { span } = walk;
  let cursor = span.to === undefined ? undefined : await seekCursor(ctx, walk, span.to);
  for (;;) {
    const { results, next } = await readPage(ctx, walk, { cursor, rows: PAGE_ROWS });
    yield results.filter((row) => isWithin(row.created_at, span));
    const oldest = results.at(-1);
    const passed = oldest !== undefined && oldest.created_at < (span.from ?? 0);
    if (next === null || passed) return;
    cursor = next;
  }
}

/**
 * A cursor from which the walk reaches the newest row before `to` within a page; `undefined`: start at the newest row. The
 * venue's cursors are integers that grow with time, so bisection finds it in some twenty reads instead of all pages.
 * @throws as {@link walkPages}
 */
export async function seekCursor(
  ctx: Context,
  walk: Omit<Walk, "span">,
  to: number,
): Promise<string | undefined> {
  const newest = await readPage(ctx, walk, { cursor: undefined, rows: PAGE_ROWS });
  const oldest = newest.results.at(-1);
  if (newest.next === null || oldest === undefined || oldest.created_at < to) return undefined;
  let [low, high] = [0, Number(newest.next)];
  while (high - low > SEARCH_ENDS_AT) {
    const middle = Math.floor((low + high) / 2);
    const { results } = await readPage(ctx, walk, { cursor: middle.toString(), rows: 1 });
    const [row] = results;
    if (row !== undefined && row.created_at >= to) high = middle;
    else low = middle;
  }
  return high.toString();
}

async function readPage(
  ctx: Context,
  { kind, market, signal }: Omit<Walk, "span">,
  { cursor, rows }: { cursor: string | undefined; rows: number },
) {
  const search = pageSearch({
    market: kind === "transfers" ? undefined : market,
    status: kind === "orders" ? "ALL" : undefined,
    cursor,
    page_size: rows.toString(),
  });
  const { path, contract } = HISTORY[kind];
  const page = await readAgain(ctx, { path: `${path}${search}`, contract }, signal);
  if (page.results.some(({ account }) => account !== ctx.actor.account))
    throw new Error("The venue sent rows of another account.");
  return page;
}

async function readAgain(ctx: Context, read: VenueRead, signal: AbortSignal) {
  for (let tries = 1; ; tries += 1) {
    await takeTurn(ctx.actor.account, signal);
    const answer = await forwardRead(ctx, read, undefined).catch(refusalOf);
    if (answer.status === 200) return Page.parse(await answer.json());
    const mayPass = answer.status === 429 || answer.status >= 500;
    if (!mayPass || tries === TRIES) throw new PageRefused(answer);
    const requested = Number(answer.headers.get("retry-after") ?? 0) * 1_000;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(requested, 250 * 2 ** tries));
    await sleep(pauseMs, undefined, { signal });
  }
}

/** Without an answer or a key: the refusal that a single read would give. */
function refusalOf(thrown: unknown): Response {
  const { status, body } = toErrorBody(thrown);
  if (status === 500) throw thrown;
  return Response.json(body, { status });
}

function isWithin(time: number, { from = 0, to = Number.POSITIVE_INFINITY }: Span): boolean {
  return time >= from && time < to;
}
