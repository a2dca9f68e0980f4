/** Referral codes: 3 to 24 of a–z, 0–9 and inner hyphens, as part of the referral link. */

export const CODE_LENGTH = { least: 3, most: 24 } as const;

export type CodeProblem = "short" | "long" | "signs" | "edge";

/** Lower-cases typed text and turns spaces into hyphens. Invalid characters stay visible to the user. */
export function normalizeCode(typed: string): string {
  return typed
    .trimStart()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}

/** The problem of a code; undefined for a valid one. */
export function codeProblem(code: string): CodeProblem | undefined {
  if (!/^[a-z0-9-]*$/.test(code)) return "signs";
  if (code.length < CODE_LENGTH.least) return "short";
  if (code.length > CODE_LENGTH.most) return "long";
  return code.startsWith("-") || code.endsWith("-") ? "edge" : undefined;
}

const HOW = ["swift", "calm", "bright", "bold", "keen", "clear", "prime", "north"] as const;
const WHAT = ["otter", "falcon", "cedar", "harbor", "comet", "delta", "lynx", "ridge"] as const;

/** A code without personal data that is easy to read out. `random` returns values in [0, 1). */
export function suggestCode(random: () => number = Math.random): string {
  const one = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  return `${one(HOW)}-${one(WHAT)}-${100 + Math.floor(random() * 900)}`;
}

/** An alternative for a taken code: the same with a number, within the maximum length. */
export function alternativeCode(code: string, random: () => number = Math.random): string {
  const number = 10 + Math.floor(random() * 90);
  return `${code.slice(0, CODE_LENGTH.most - 3).replace(/-+$/, "")}-${number}`;
}
