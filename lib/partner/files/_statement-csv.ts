/**
 * A statement as a CSV file. Each row's record is the hashed line, a comma, and the hash. Before the rows come the opening balances as
 * records of the kind `opening`, one for each account: the number and the hash of the previous row, a debit or a credit, an amount.
 * After the rows come the same of the last row: `closing`. So each record is a debit or a credit, and for each account opening and rows
 * add up to closing: docs/decisions/033-a-statement-that-anybody-can-check.md.
 */

import { LINE_COLUMNS } from "#lib/partner/ledger/line.ts";
import { csvLine } from "#lib/platform/downloads/csv.ts";
import type { StatementEdge } from "#lib/protocol/wire/partner.ts";
import type { StatementFacts, StatementRead } from "./_statement-facts.ts";
import { statementLines } from "./_statement-lines.ts";

const COLUMNS = [...LINE_COLUMNS, "hash"] as const;

/** @throws an AbortError */
export async function* statementCsv(
  read: StatementRead,
  facts: StatementFacts,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const head = csvLine(COLUMNS) + edgeLines("opening", facts.opening);
  yield* statementLines(read, { head, signal });
  yield edgeLines("closing", facts.closing);
}

function edgeLines(kind: "opening" | "closing", { seq, hash, accounts }: StatementEdge): string {
  return accounts
    .map(({ account, side, amount }) => {
      const cells: Partial<Record<(typeof COLUMNS)[number], string>> = {
        seq: seq.toString(),
        kind,
        [side]: account,
        amount,
        hash,
      };
      return csvLine(COLUMNS.map((column) => cells[column] ?? ""));
    })
    .join("");
}
