/** The records of a CSV statement that are no rows of the ledger: balances before and after the rows, and the signature. */
import { LINE_COLUMNS } from "#lib/partner/ledger/ledger-line.ts";
import { csvLine } from "#lib/platform/downloads/csv-cells.ts";
import type { PartnerStatementFile, StatementEdge } from "#lib/protocol/wire/partner.ts";

export const STATEMENT_COLUMNS = [...LINE_COLUMNS, "hash"] as const;

type Cells = Partial<Record<(typeof STATEMENT_COLUMNS)[number], string>>;

const recordOf = (cells: Cells): string =>
  csvLine(STATEMENT_COLUMNS.map((column) => cells[column] ?? ""));

export function edgeLines(
  kind: "opening" | "closing",
  { seq, hash, accounts }: StatementEdge,
): string {
  return accounts
    .map(({ account, side, amount }) =>
      recordOf({ seq: seq.toString(), kind, [side]: account, amount, hash }),
    )
    .join("");
}

export function signatureLine({
  closing: { seq, hash },
  signature,
}: Pick<PartnerStatementFile, "closing" | "signature">): string {
  return recordOf({ seq: seq.toString(), kind: "signature", reference: signature, hash });
}
