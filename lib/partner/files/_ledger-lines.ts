/** Lines of the ledger out of the database, a page of rows at a time. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Span } from "#lib/partner/reads/span.ts";
import type { Statements } from "#lib/platform/db/client.ts";

/**
 * Rows that one statement reads. The bounds of a page are numbers of rows, so that whatever way the database finds them by, it never
 * reads more: without statistics, as the embedded one is, it would sort all that is left for each page.
 */
const PAGE_ROWS = 5_000;

export type Lines = {
  /** What the file begins with. It comes with the first page: a ledger that cannot be read is no file. */
  head: string;
  db: Pick<Statements, "execute">;
  partnerId: string;
  span: Span;
  newestFirst: boolean;
  /** Of a row `l` of the ledger. */
  line: SQL;
  /** Which rows. */
  where: SQL;
  /** Ends the walk when nobody waits for it any more. */
  signal: AbortSignal;
};

const Page = z.object({ text: z.string().nullable() });

/** Texts of many lines each, and the head at least; a page without a row that is asked for makes none. @throws an AbortError */
export async function* ledgerLines(asked: Lines): AsyncGenerator<string, void> {
  const { db, partnerId, newestFirst, line, where, signal } = asked;
  let head = asked.head;
  const order = newestFirst ? sql`l.seq desc` : sql`l.seq`;
  for (const { first, last } of pagesOf(asked)) {
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
