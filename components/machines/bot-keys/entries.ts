/** The entries of a text, separated by lines, commas or spaces. */
export function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== "");
}

/** The line of an entry, counted from 1; 0 when the text has no such entry. */
export function lineOf(text: string, entry: string): number {
  return (
    text.split("\n").findIndex((line) => entriesOf(line).some((one) => one.startsWith(entry))) + 1
  );
}

/** Appends an entry as a line. */
export function withEntry(text: string, entry: string): string {
  const before = text.trimEnd();
  return before === "" ? `${entry}\n` : `${before}\n${entry}\n`;
}
