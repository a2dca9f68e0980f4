/** The list of addresses as it is typed. */
import { MAX_ENTRIES } from "./bot-key.ts";

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

/** The entries that cover every address of their kind. */
export function everyoneIn(entries: readonly string[]): string[] {
  return entries.filter((entry) => entry.endsWith("/0"));
}

type List = {
  /** Entries, and those of them that are refused. */
  count: number;
  refused: number;
  /** It covers everyone, and its owner has not accepted that. */
  isOpen: boolean;
};

/** Why no key can be created with this list: the name of a text. A list that is still empty is named on submission only. */
export function blockOf({ count, refused, isOpen }: List): "listWrong" | "listOpen" | undefined {
  if (refused > 0 || count > MAX_ENTRIES) return "listWrong";
  return isOpen ? "listOpen" : undefined;
}
