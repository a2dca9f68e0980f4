/** The newest rows of an account's history in a span of time, a page at a time. */
import "server-only";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { AccountReader } from "#lib/trading/venue-access/expected-account.ts";
import { answered } from "./account-result.ts";
import type { Span } from "./page-query.ts";
import { readHistoryPage } from "./read-page.ts";

/** Rows that may be listed; of each only the fields below. */
export const HISTORY_ROWS = ["fills", "funding", "orders", "transfers"] as const;
type RowKind = (typeof HISTORY_ROWS)[number];

const FIELDS: Readonly<Record<RowKind, readonly string[]>> = {
  fills: "id order_id market side size price fee realized_pnl trade_type liquidity".split(" "),
  funding: "id market size amount rate".split(" "),
  orders:
    "id market side order_type size filled_size price trigger_price avg_fill_price status cancel_reason".split(
      " ",
    ),
  transfers: "id kind amount fee asset status reason".split(" "),
};

const Page = z.object({
  results: z.array(z.looseObject({ created_at: z.number() })),
  next: z.string().nullable(),
});

export type HistoryRows = {
  /** `created_at` in Unix milliseconds. */
  rows: ({ created_at: number } & Record<string, unknown>)[];
  /** The cursor of the next page; null: the span has no further row. */
  next: string | null;
};

/** Pages without a row of the span that are passed: a first page begins near its end. */
const MAX_PASSED = 8;
const TIMEOUT_MS = 10_000;

type Call = {
  ctx: { actor: AccountReader; now: number };
  input: Span & {
    kind: RowKind;
    limit: number;
    cursor?: string | undefined;
    market?: string | undefined;
  };
};

/** @throws TRADING_NOT_ENABLED, RATE_LIMITED with too many searches, VENUE_TIMEOUT, VENUE_UNREACHABLE */
export async function readNewestRows({ ctx, input }: Call): Promise<HistoryRows> {
  const { kind, limit, market, from = 0, to = Number.POSITIVE_INFINITY } = input;
  const request = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  let { cursor } = input;
  for (let passed = 0; passed < MAX_PASSED; passed += 1) {
    const query = {
      ...(kind === "transfers" ? {} : { market }),
      ...(kind === "orders" ? { status: "ALL" } : {}),
      ...(cursor === undefined && input.to !== undefined ? { to } : {}),
      cursor,
      page_size: String(limit),
    };
    const answer = await readHistoryPage(kind, { ctx, input: { query, request } });
    const page = await pageOf(answer);
    const rows = page.results.filter(({ created_at: at }) => at >= from && at < to);
    const isOver = page.next === null || (page.results.at(-1)?.created_at ?? 0) < from;
    if (rows.length > 0 || isOver) {
      return { rows: rows.map((row) => fieldsOf(kind, row)), next: isOver ? null : page.next };
    }
    cursor = page.next ?? undefined;
  }
  return { rows: [], next: cursor ?? null };
}

async function pageOf(answer: Response): Promise<z.output<typeof Page>> {
  if (answer.status !== 200) await answered(answer);
  const page = Page.safeParse(await answer.json());
  if (!page.success) throw new ServiceError("VENUE_UNREACHABLE");
  return page.data;
}

function fieldsOf(kind: RowKind, row: Record<string, unknown> & { created_at: number }) {
  const fields = FIELDS[kind].filter((name) => row[name] !== undefined);
  return {
    created_at: row.created_at,
    ...Object.fromEntries(fields.map((name) => [name, row[name]])),
  };
}
