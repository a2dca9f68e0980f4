/** The name a client gives itself. People decide by it, and its author may want to mislead them. */

const MAX_CHARACTERS = 80;
/** No script stacks more marks on a letter; a longer stack would cover the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
/** Control and format characters (text direction included), and blank characters that are not spaces. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Marks by which pages, ours included, say that something was verified. */
const CHECK_MARKS = /[\u2705\u2611\u2713\u2714\u{1F5F8}\u{1F5F9}\u{10102}]/gu;

/** The name as it may be shown: on one line, without invisible characters or check marks; `undefined` when nothing is left. */
export function cleanName(name: string): string | undefined {
  const spaced = name.slice(0, 10 * MAX_CHARACTERS).replaceAll(/[\p{Cc}\p{Z}\s]+/gu, " ");
  const seen = spaced
    .replaceAll(CHECK_MARKS, "")
    .replaceAll(UNSEEN, "")
    .replaceAll(PILED_MARKS, "$1")
    .normalize("NFC")
    .trim();
  const clean = Array.from(seen.replaceAll(/ {2,}/g, " ")).slice(0, MAX_CHARACTERS).join("").trim();
  return clean === "" ? undefined : clean;
}

/** Scripts that have look-alike letters among each other. */
const LOOKALIKES = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

/** True when one word mixes letters of two such scripts: `Сlaude` with a Cyrillic first letter. */
export function hasMixedScripts(name: string): boolean {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => LOOKALIKES.filter((script) => script.test(word)).length > 1);
}

/** Letters and digits that look like a Latin letter, by that letter. */
const LOOK_LIKE: Readonly<Record<string, string>> = {
  a: "а ɑ α 4 @",
  b: "Ь в ь 8",
  c: "с ϲ ⅽ ᴄ",
  d: "ԁ ⅾ",
  e: "е є ε 3",
  g: "ɡ 9",
  h: "һ հ",
  i: "і ı ι 1 l | ⅰ !",
  j: "ј",
  k: "к κ",
  m: "м ⅿ",
  n: "п η ո",
  o: "о ο 0 օ",
  p: "р ρ",
  q: "ԛ",
  r: "г ᴦ",
  s: "ѕ ꜱ 5 $ §",
  t: "т τ 7",
  u: "υ ս",
  v: "ѵ ν ⅴ ᴠ ∨ ⋁",
  w: "ѡ ԝ",
  x: "х χ ⅹ",
  y: "у γ",
  z: "ᴢ 2",
};
const LETTER_OF = new Map(
  Object.entries(LOOK_LIKE).flatMap(([letter, others]) =>
    others.split(" ").map((other) => [other, letter] as const),
  ),
);

/** First code points of boxed and circled alphabets that no normalization resolves; the last are the flag letters. */
const BOXED = [0x1f150, 0x1f170, 0x1f1e6];

function unboxed(letter: string): string {
  const point = letter.codePointAt(0) ?? 0;
  const first = BOXED.find((start) => point >= start && point < start + 26);
  return first === undefined ? letter : String.fromCodePoint(0x61 + point - first);
}

/** The words of a text folded by appearance: without case, accents and differences between look-alike letters. */
function foldLookalikes(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const folded = Array.from(plain, (letter) => LETTER_OF.get(letter) ?? unboxed(letter)).join("");
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** True when a word of `name` looks like one of `ours` (the names of this service), or begins or ends with one. */
export function resemblesOurs(name: string, ours: readonly string[]): boolean {
  const taken = ours.flatMap(foldLookalikes);
  // A capital letter may begin the next word: `MySvcApp`.
  const parted = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const words = foldLookalikes(name);
  // The letters may be spaced out: `S V C wallet`.
  const drawnOut = words.filter((word) => word.length === 1).join("");
  return [...words, ...foldLookalikes(parted), drawnOut].some((word) =>
    taken.some((own) => word.startsWith(own) || word.endsWith(own)),
  );
}
