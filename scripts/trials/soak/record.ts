/** The table of a soak in `docs/benchmarks.md`: between `<!-- soak -->` and `<!-- /soak -->`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { markdownTable } from "#scripts/dev/markdown-table.ts";
import { withTables } from "#scripts/trials/scaling/document.ts";
import type { Line, Outcome } from "./report.ts";

/** The result of a run, in its data folder. */
export const RESULT_FILE = "soak.json";
/** Every point of every figure, in its data folder as well: `[milliseconds, value]`. */
export const SAMPLES_FILE = "samples.json";

const DOCUMENT_FILE = fileURLToPath(new URL("../../../docs/benchmarks.md", import.meta.url));
const FIGURES = [
  "resident MB",
  "heap MB",
  "old heap MB",
  "files",
  "sockets",
  "connections",
  "threads",
] as const;
const HEAD = [
  "",
  "resident, MB",
  "heap, MB",
  "of it old",
  "files",
  "sockets",
  "connections",
  "threads",
];

/** Writes the result in `folder` into the document. @throws Error when there is none */
export function recordSoak(folder: string): void {
  const outcome = JSON.parse(readFileSync(join(folder, RESULT_FILE), "utf8")) as Outcome;
  const document = readFileSync(DOCUMENT_FILE, "utf8");
  writeFileSync(DOCUMENT_FILE, withTables(document, [{ name: "soak", text: soakTable(outcome) }]));
}

export function soakTable(outcome: Outcome): string {
  const { lines, cores, load, startedAt, minutes, streams, cpu } = outcome;
  const owners = [...new Set(lines.map(({ owner }) => owner))].filter(
    (owner) => owner !== "folders",
  );
  const rows = owners.map((owner) => {
    const cells = FIGURES.map((figure) =>
      cellOf(lines.find((line) => line.owner === owner && line.figure === figure)),
    );
    const core = cores[owner];
    return [owner, ...cells, core === undefined ? "" : `${(core * 100).toFixed(1)} %`];
  });
  const counts = Object.values(load);
  const done = counts.reduce((sum, one) => sum + one.done, 0);
  const failed = counts.reduce((sum, one) => sum + one.failed, 0);
  const grown = lines.filter(({ flat }) => flat === false);
  const verdict =
    grown.length === 0
      ? "nothing grew"
      : `grew: ${grown.map(({ owner, figure }) => `${owner}, ${figure}`).join("; ")}`;
  const when = `${startedAt.slice(0, 16).replace("T", " ")} UTC, ${minutes.toFixed(0)} minutes`;
  const measured = `Measured ${when}, ${streams} streams, ${cpu}: ${done.toLocaleString("en")} rounds of load, ${failed} failed; ${verdict}.`;
  return `${markdownTable([...HEAD, "of one core"], rows)}\n\n${measured}`;
}

/** First and last median; one number when both are the same. */
function cellOf(line: Line | undefined): string {
  if (line === undefined) return "";
  const [first, last] = [line.trend.first, line.trend.last].map((value) => value.toFixed(0));
  const text = first === last ? `${first}` : `${first} → ${last}`;
  return line.flat === false ? `**${text}**` : text;
}
