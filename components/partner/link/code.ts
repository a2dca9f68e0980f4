/** A partner's code: 3 to 24 of a–z, 0–9 and, between them, hyphens, as the address of the referral link takes it. */

export const CODE_LENGTH = { least: 3, most: 24 } as const;

export type CodeProblem = "short" | "long" | "signs" | "edge";

/** What was typed as a code: small letters, and a hyphen where there was room. What no code has is left for the person to see. */
export function codeOf(typed: string): string {
  return typed
    .trimStart()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}

/** What is wrong with a code; undefined: nothing. */
export function codeProblem(code: string): CodeProblem | undefined {
  if (!/^[a-z0-9-]*$/.test(code)) return "signs";
  if (code.length < CODE_LENGTH.least) return "short";
  if (code.length > CODE_LENGTH.most) return "long";
  return code.startsWith("-") || code.endsWith("-") ? "edge" : undefined;
}

const HOW = ["swift", "calm", "bright", "bold", "keen", "clear", "prime", "north"] as const;
const WHAT = ["otter", "falcon", "cedar", "harbor", "comet", "delta", "lynx", "ridge"] as const;

/** A code that names nobody and is easy to read out. `random` is from 0 up to, but not, 1. */
export function suggestCode(random: () => number = Math.random): string {
  const one = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  return `${one(HOW)}-${one(WHAT)}-${100 + Math.floor(random() * 900)}`;
}

/** Another code for who wanted one that somebody else has: the same with a number, and not longer than a code may be. */
export function besideTaken(code: string, random: () => number = Math.random): string {
  const number = 10 + Math.floor(random() * 90);
  return `${code.slice(0, CODE_LENGTH.most - 3).replace(/-+$/, "")}-${number}`;
}
