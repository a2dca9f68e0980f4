/** Lines of the ledger out of the database, a page of rows at a time. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Span } from "#lib/partner/reads/span.ts";
import type { Statements } from "#lib/platform/db/client.ts";

/**
 * Rows of one statement. Pages are bounded by row numbers, so that the database never reads more, whatever its plan: without
 * statistics, as in the embedded one, it would sort all remaining rows for each page.
 */
const PAGE_ROWS = 5_000;

export type Lines = {
  /** The beginning of the file. It is sent with the first page, so that an unreadable ledger gives an error instead of a file. */
  head: string;
  db: Pick<Statements, "execute">;
  partnerId: string;
  span: Span;
  newestFirst: boolean;
  /** SQL of a line from a ledger row `l`. */
  line: SQL;
  /** SQL condition of the rows. */
  where: SQL;
  /** Aborts the walk when the reader is gone. */
  signal: AbortSignal;
};

const Page = z.object({ text: z.string().nullable() });

/** Texts of many lines each, at least the head; pages without matching rows are skipped. @throws an AbortError */
export async function* ledgerLines(query: Lines): AsyncGenerator<string, void> {
  const { db, partnerId, newestFirst, line, where, signal } = query;
  let head = query.head;
  const order = newestFirst ? sql`l.seq desc` : sql`l.seq`;
  for (const { first, last } of pagesOf(query)) {
    signal.throwIfAborted();
    const { rows } = await db.execute(sql`
      select string_agg(${line}, '' order by ${order}) as text from partner_ledger l
      where l.partner_id = ${partnerId} and l.seq >= ${first} and l.seq <= ${last} and ${where}`);
    const { text } = Page.parse(rows[0]);
    if (text === null) continue;
    yield head + text;
    head = "";
  }
  if (head !== "") yield head;
}

type Bounds = { first: number; last: number };

function* pagesOf({ span, newestFirst }: Lines): Generator<Bounds> {
  const first = span.opening.seq + 1;
  const last = span.closing.seq;
  if (newestFirst) {
    for (let end = last; end >= first; end -= PAGE_ROWS)
      yield { first: Math.max(first, end - PAGE_ROWS + 1), last: end };
  } else {
    for (let begin = first; begin <= last; begin += PAGE_ROWS)
      yield { first: begin, last: Math.min(last, begin + PAGE_ROWS - 1) };
  }
}
