/**
 * A statement as a CSV file. Each row's record is the hashed line, a comma, and the hash. Before the rows come the opening balances as
 * records of the kind `opening`, one for each account: the number and the hash of the previous row, a debit or a credit, an amount.
 * After the rows come the same of the last row: `closing`. So each record is a debit or a credit, and for each account opening and rows
 * add up to closing. The last record has the service's signature: docs/decisions/033-statement-lines-are-what-was-hashed.md.
 */

import { csvLine } from "#lib/platform/downloads/csv-cells.ts";
import { edgeLines, STATEMENT_COLUMNS, signatureLine } from "./_statement-edges.ts";
import type { StatementFacts, StatementRead } from "./_statement-facts.ts";
import { statementLines } from "./_statement-lines.ts";

/** @throws an AbortError */
export async function* statementCsv(
  read: StatementRead,
  facts: StatementFacts,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const head = csvLine(STATEMENT_COLUMNS) + edgeLines("opening", facts.opening);
  yield* statementLines(read, { head, signal });
  yield edgeLines("closing", facts.closing) + signatureLine(facts);
}
