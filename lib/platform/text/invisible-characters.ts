/** Characters of text that strangers wrote which a reader does not see, or which change how the text around them is seen. */

/** Control characters, lone surrogates, direction and invisible characters, blanks that are not spaces, line separators. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Joiners are part of Persian and Indic words and of composed emoji, and variation selectors of emoji. */
export const JOINED =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])|(?<=\p{Emoji})[\uFE0E\uFE0F]/gu;
/** No script stacks more marks on a letter; a longer stack would cover the lines around it. */
export const PILED_MARKS = /\p{M}{5}/u;
