/** Normalizes a machine's reason for people: any script and number of lines, without hidden, direction-changing or stacked characters. */

/** Control characters, lone surrogates, direction and invisible characters, blanks that are not spaces, line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Joiners are part of Persian and Indic words and of composed emoji, and variation selectors of emoji. */
const JOINED =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])|(?<=\p{Emoji})[\uFE0E\uFE0F]/gu;
/** No script stacks more marks on a letter; a longer stack would cover the lines around it. */
const PILED_MARKS = /\p{M}{5}/u;

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
