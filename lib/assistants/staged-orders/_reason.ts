/** A machine's reason as people read it: any script, on as many lines as it takes, and nothing that hides, turns or piles up. */

/** Control characters and lone surrogates, what turns or hides text, what is blank and no space, and separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Joiners are part of Persian and Indic words and of composed emoji, and variation selectors of emoji. */
const JOINED =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])|(?<=\p{Emoji})[\uFE0E\uFE0F]/gu;
/** More marks on one letter than any script puts there cover the lines around it. */
const PILED_MARKS = /\p{M}{5}/u;

/** Line ends of any system are one character, tabs are spaces, and more than one empty line is one. */
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
