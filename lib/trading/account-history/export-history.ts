/**
 * All records of one kind in a span of time as a CSV file. See docs/decisions/019-csv-file-is-complete-or-fails.md.
 */
import "server-only";
import type { WalletActor } from "#lib/platform/actor.ts";
import { CSV_TYPE } from "#lib/platform/downloads/csv-cells.ts";
import { answerFile, fileHeaders } from "#lib/platform/downloads/file-answer.ts";
import { downloadsOneAtATime } from "#lib/platform/downloads/one-at-a-time.ts";
import { requireAccount } from "#lib/trading/venue-access/expected-account.ts";
import { type ExportKind, type HistoryRow, headerLine, rowLine } from "./csv-columns.ts";
import { exportName } from "./export-name.ts";
import { PageRefused, walkPages } from "./history-walk.ts";
import type { Span } from "./page-query.ts";

/** A file with more rows is aborted: a spreadsheet opens 1,048,576 of them. */
const MAX_ROWS = 1_000_000;

/** One at a time for an account, so that no account holds many walks open. */
const downloads = downloadsOneAtATime();

type ExportCall = {
  ctx: { actor: WalletActor; now: number };
  input: {
    params: { kind: ExportKind };
    query: Span & { account?: string | undefined; market?: string | undefined };
    request: Request;
  };
};

/**
 * Answers 200 with the file once its first page is there. A later failure aborts the connection, so that no browser takes
 * a partial file for the whole.
 * @throws ACCOUNT_MISMATCH, RATE_LIMITED while another file is being produced for this account; a refused first page is
 * passed on unchanged
 */
export async function exportCsv({ ctx, input }: ExportCall): Promise<Response> {
  const { kind } = input.params;
  const { account, from, to, market } = input.query;
  const { request } = input;
  const owner = ctx.actor.account;
  requireAccount(ctx.actor, account);
  const download = downloads.begin(owner);
  const pages = walkPages(ctx, { kind, market, span: { from, to }, signal: download.signal });
  const headers = fileHeaders({
    type: CSV_TYPE,
    name: exportName(kind, owner, { from, to, now: ctx.now }),
  });
  try {
    return await answerFile({ download, request, parts: linesOf(kind, pages), headers });
  } catch (error) {
    if (error instanceof PageRefused) return error.answer;
    throw error;
  }
}

/** A page without a row of the span is skipped. */
async function* linesOf(
  kind: ExportKind,
  pages: AsyncGenerator<HistoryRow[], void>,
): AsyncGenerator<string, void> {
  let text = headerLine(kind);
  let count = 0;
  for await (const rows of pages) {
    count += rows.length;
    if (count > MAX_ROWS) throw new RangeError(`The file has more than ${MAX_ROWS} rows.`);
    text += rows.map((row) => rowLine(kind, row)).join("");
    if (text !== "") yield text;
    text = "";
  }
}
