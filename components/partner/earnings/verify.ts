/**
 * Verify compares the screen with what the endpoints answer for the same snapshot.
 * Rate and basis are identical on every read (docs/api/partner.md), so a difference is a defect.
 */
import type { At } from "#lib/protocol/wire/partner.ts";
import { readAddress, type ShownRead } from "./shown-reads.ts";

export type Difference = {
  /** Path, such as `summary.balances.pending`. */
  at: string;
  /** Both values as text; a dash for a missing one. */
  shown: string;
  answered: string;
};

export type Comparison = {
  /** Number of equal figures; for the page, of rendered ones. */
  agreed: number;
  differences: Difference[];
};

/** A rendered figure: `data-figure` and `data-exact` of an element. */
export type DrawnFigure = { figure: string; exact: string };

/** Fields of the account and not of its ledger, which change without a fee or a payment. */
const OUTSIDE_LEDGER = new Set([
  ..."wallets discount url explorer_url alias note tags".split(" "),
  ..."name clicks conversion".split(" "),
]);
const FIGURE = /^-?\d+(\.\d+)?$/;
const NONE = "—";

/** Compares two answers, leaf by leaf. Equal figures are counted; a different text or time is a difference too. */
export function compareAnswers(name: string, shown: unknown, answered: unknown): Comparison {
  const found: Comparison = { agreed: 0, differences: [] };
  compare({ at: name, shown, answered }, found);
  return found;
}

type Pair = { at: string; shown: unknown; answered: unknown };

function compare({ at, shown, answered }: Pair, found: Comparison): void {
  if (isBranch(shown) && isBranch(answered)) {
    for (const key of new Set([...Object.keys(shown), ...Object.keys(answered)])) {
      if (OUTSIDE_LEDGER.has(key)) continue;
      compare({ at: `${at}.${key}`, shown: shown[key], answered: answered[key] }, found);
    }
    return;
  }
  if (Object.is(shown, answered)) {
    if (isFigure(shown)) found.agreed += 1;
  } else found.differences.push({ at, shown: textOf(shown), answered: textOf(answered) });
}

/** An answer of the verification with the name of its read. */
export type Answered = { name: string; body: unknown };

/** Compares rendered figures with the answers by name. Figures that no answer contains are skipped. */
export function compareDrawn(
  drawn: readonly DrawnFigure[],
  answers: readonly Answered[],
): Comparison {
  const found: Comparison = { agreed: 0, differences: [] };
  for (const { figure, exact } of drawn) {
    const candidates = answersFor(figure, answers).map(textOf);
    if (candidates.length === 0) continue;
    // A row in two lists, such as a referral with two ranges, is rendered from one of them.
    if (candidates.includes(exact)) found.agreed += 1;
    else found.differences.push({ at: figure, shown: exact, answered: candidates[0] ?? NONE });
  }
  return found;
}

/** Kinds of rows in figure names: `referral.ref_1.earned`, `settlement.stl_1.amount`, `entry.17.fee`. */
const ROWS = new Set(["referral", "settlement", "entry"]);

function answersFor(figure: string, answers: readonly Answered[]): unknown[] {
  const [first = "", ...rest] = figure.split(".");
  const [id = "", ...within] = rest;
  const named = answers.some(({ name }) => name === first);
  return answers
    .flatMap(({ name, body }) => {
      if (named) return name === first ? [valueAt(body, rest)] : [];
      if (!ROWS.has(first)) return name === "summary" ? [valueAt(body, [first, ...rest])] : [];
      const row = valueAt(body, ["results", id]);
      return [valueAt(row, within), valueAt(row, ["figures", ...within])];
    })
    .filter((value) => value !== undefined && !isBranch(value));
}

export type VerifyTask = {
  reads: readonly ShownRead[];
  drawn: readonly DrawnFigure[];
  /** Returns the body, or throws. */
  ask: (address: string) => Promise<unknown>;
  onProgress: (done: number) => void;
};

/** Repeats each read in the snapshot of its answer and compares. Rejects when a read fails. */
export async function verify(task: VerifyTask): Promise<Comparison> {
  const found: Comparison = { agreed: 0, differences: [] };
  const answers: Answered[] = [];
  for (const [index, { name, path, answer }] of task.reads.entries()) {
    // One at a time, so that a verification does not use up the account's rate limits.
    const answered = await task.ask(readAddress(path, snapshotOf(answer)));
    answers.push({ name, body: answered });
    found.differences.push(...compareAnswers(name, answer, answered).differences);
    task.onProgress(index + 1);
  }
  const { agreed, differences } = compareDrawn(task.drawn, answers);
  found.agreed = agreed;
  found.differences.push(...differences);
  return found;
}

function snapshotOf({ as_of, ledger_seq }: At): At {
  return { as_of, ledger_seq };
}

/** Fields that identify an item of a list. */
const NAMES = ["id", "product", "level", "seq", "from", "code"];

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    const one = value.find(
      (each: unknown) => isBranch(each) && NAMES.some((name) => String(each[name]) === key),
    );
    return valueAt(one, rest);
  }
  return isBranch(value) ? valueAt(value[key], rest) : undefined;
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isFigure(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && FIGURE.test(value));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return NONE;
  return typeof value === "object" ? JSON.stringify(value) : String(value as string);
}
