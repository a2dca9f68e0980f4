/** A statement as JSON: its facts, then the rows, one for each line. */
import { LINE_COLUMNS } from "#lib/partner/ledger/ledger-line.ts";
import type { StatementFacts, StatementRead } from "./_statement-facts.ts";
import { statementLines } from "./_statement-lines.ts";

/** Numeric columns (row and level numbers); all others are text. */
const WHOLE: ReadonlySet<string> = new Set(["seq", "level", "share_percent", "reverses_seq"]);

const NAMES = [...LINE_COLUMNS, "hash"].map((column) => ({
  key: JSON.stringify(column),
  isWhole: WHOLE.has(column),
  isFlag: column === "simulated",
}));

/** @throws an AbortError */
export async function* statementJson(
  read: StatementRead,
  facts: StatementFacts,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  let before = `${JSON.stringify(facts).slice(0, -1)},"entries":[\n`;
  for await (const lines of statementLines(read, { head: "", signal })) {
    const entries = lines.trimEnd().split("\r\n").map(entryText);
    yield before + entries.join(",\n");
    before = ",\n";
  }
  yield before === ",\n" ? "\n]}\n" : `${before}]}\n`;
}

/** No cell of a line has a comma, a quote or a line break. */
function entryText(line: string): string {
  const cells = line.split(",");
  const fields = NAMES.map(({ key, isWhole, isFlag }, index) => {
    const cell = cells[index] ?? "";
    if (isFlag) return `${key}:${cell === "yes"}`;
    if (cell === "") return `${key}:null`;
    return isWhole ? `${key}:${cell}` : `${key}:"${cell}"`;
  });
  return `{${fields.join(",")}}`;
}
