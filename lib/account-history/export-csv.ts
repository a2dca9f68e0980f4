/**
 * Everything of one kind in a span of time as a CSV file. See docs/decisions/019-a-csv-file-is-whole-or-fails.md.
 */
import "server-only";
import type { WalletActor } from "#lib/actor.ts";
import { ServiceError } from "#lib/errors.ts";
import { requireAccount } from "#lib/venue-access/expected-account.ts";
import { type ExportKind, type HistoryRow, headerLine, rowLine } from "./columns.ts";
import type { Span } from "./page-query.ts";
import { PageRefused, walkPages } from "./walk.ts";

/** A file of more rows is broken off: a spreadsheet opens 1,048,576 of them. */
const MOST_ROWS = 1_000_000;

/** `takenAt`: when the reader last took a page, on the process's steady clock. */
type Export = { takenAt: number; leave: AbortController };

/**
 * The file that is being made for each account in this process: one at a time, so that nobody holds many walks open. A
 * reader that takes nothing for so long is given up by the server, too, and makes way for the next.
 */
const exporting = new Map<string, Export>();
const ABANDONED_AFTER_MS = 30_000;

type ExportCall = {
  ctx: { actor: WalletActor; now: number };
  input: {
    params: { kind: ExportKind };
    query: Span & { account?: string | undefined; market?: string | undefined };
    request: Request;
  };
};

/**
 * Answers 200 with the file once its first page is there. A failure after that breaks the connection off, so that no
 * browser takes a part for the whole.
 * @throws ACCOUNT_MISMATCH, RATE_LIMITED while another file is being made for this account; a refused first page is
 * answered as it is
 */
export async function exportCsv({ ctx, input }: ExportCall): Promise<Response> {
  const { kind } = input.params;
  const { account, from, to, market } = input.query;
  const owner = ctx.actor.account;
  requireAccount(ctx.actor, account);
  const mine = beginExport(owner);
  const signal = AbortSignal.any([mine.leave.signal, input.request.signal]);
  const pages = walkPages(ctx, { kind, market, span: { from, to }, signal });
  try {
    const first = await pages.next();
    const onEnd = () => endExport(owner, mine);
    input.request.signal.addEventListener("abort", onEnd, { once: true });
    const onPull = () => {
      mine.takenAt = performance.now();
    };
    const body = fileOf(kind, first.value ?? [], pages, { onPull, onEnd });
    return new Response(body, { headers: fileHeaders(kind, owner, { from, to }) });
  } catch (error) {
    endExport(owner, mine);
    if (error instanceof PageRefused) return error.answer;
    throw error;
  }
}

/** @throws RATE_LIMITED while somebody reads another file of this account */
function beginExport(owner: string): Export {
  const now = performance.now();
  const other = exporting.get(owner);
  if (other !== undefined && now - other.takenAt < ABANDONED_AFTER_MS)
    throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: 5 });
  other?.leave.abort();
  const mine = { takenAt: now, leave: new AbortController() };
  exporting.set(owner, mine);
  return mine;
}

/** A file that was given up may end long after the next has begun, whose place it must leave alone. */
function endExport(owner: string, mine: Export): void {
  mine.leave.abort();
  if (exporting.get(owner) === mine) exporting.delete(owner);
}

/** Pulled by the reader: the next page is asked for when the one before has been taken. */
function fileOf(
  kind: ExportKind,
  first: readonly HistoryRow[],
  pages: AsyncGenerator<HistoryRow[], void>,
  { onPull, onEnd }: { onPull: () => void; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let begun = false;
  let count = 0;
  const linesOf = (rows: readonly HistoryRow[]) => {
    count += rows.length;
    if (count > MOST_ROWS) throw new RangeError(`The file has more than ${MOST_ROWS} rows.`);
    return rows.map((row) => rowLine(kind, row)).join("");
  };
  const nextText = async (): Promise<string | undefined> => {
    if (!begun) {
      begun = true;
      return headerLine(kind) + linesOf(first);
    }
    // A page without a row of the span makes no text, and a pull must give some.
    for (;;) {
      const { value: rows, done } = await pages.next();
      if (done === true || rows === undefined) return undefined;
      if (rows.length > 0) return linesOf(rows);
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          onPull();
          const text = await nextText();
          if (text !== undefined) return controller.enqueue(encoder.encode(text));
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          controller.error(error);
        }
      },
      cancel: onEnd,
    },
    { highWaterMark: 0 },
  );
}

function fileHeaders(kind: ExportKind, account: string, span: Span): HeadersInit {
  const from = span.from === undefined ? "start" : stamp(span.from);
  const to = span.to === undefined ? "now" : stamp(span.to);
  return {
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="svc-${kind}-${account}-${from}-${to}.csv"`,
    // Compressed by nobody on the way: a proxy that buffers would hold the whole file.
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  };
}

/** `20260131T120000Z`: without the colons that file systems refuse. */
function stamp(time: number): string {
  return new Date(time).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
}
