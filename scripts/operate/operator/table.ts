/** Texts for a terminal. */

/** Columns as wide as their widest cell, two spaces apart; the last one is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const safeRows = rows.map((row) => row.map(safe));
  const widths: number[] = [];
  for (const row of safeRows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    }
  }
  return safeRows
    .map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

export function when(time: string | null): string {
  return time === null ? "never" : `${time.slice(0, 16).replace("T", " ")} UTC`;
}

/** Names and agents contain whatever their maker wrote: escape them, so that a terminal gets no control sequences. */
export function safe(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "�");
}
