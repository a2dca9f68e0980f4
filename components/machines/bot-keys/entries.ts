/** The entries of a text with one a line; commas and spaces also part them, as lists from elsewhere have them. */
export function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== "");
}

/** The line, counted from 1, in which an entry stands; 0 when it does not. */
export function lineOf(text: string, entry: string): number {
  return (
    text.split("\n").findIndex((line) => entriesOf(line).some((one) => one.startsWith(entry))) + 1
  );
}

/** The text with one line more. */
export function withEntry(text: string, entry: string): string {
  const before = text.trimEnd();
  return before === "" ? `${entry}\n` : `${before}\n${entry}\n`;
}
