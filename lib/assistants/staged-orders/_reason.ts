/** Normalizes a machine's reason for people: any script and number of lines, without hidden, direction-changing or stacked characters. */
import { JOINED, PILED_MARKS, UNSEEN } from "#lib/platform/text/invisible-characters.ts";

/** Unifies line ends, turns tabs into spaces, and collapses empty lines to one. */
export function normalisedReason(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replaceAll("\t", " ")
    .replace(/\n{3,}/g, "\n\n");
}

export function isReadable(text: string): boolean {
  const seen = text.replace(JOINED, "").replaceAll("\n", " ");
  return !UNSEEN.test(seen) && !PILED_MARKS.test(seen);
}
