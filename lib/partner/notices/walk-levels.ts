/**
 * The levels of a ledger over time, each with the millisecond at which it began: the accrual that reached a threshold, the reversal of a
 * fee, or the instant at which a fee turned 720 h old. The result depends on the rows alone, so that a later run finds the same.
 */
import type { LevelFall, LevelTurn } from "#lib/partner/reads/level-history.ts";

export type LevelChange = {
  /** Unix milliseconds. */
  at: number;
  from: number;
  to: number;
  /** The last row of the ledger that counts. */
  seq: number;
};

export type Walked = {
  level: number;
  /** When the level began: the time of the last change. */
  since: number;
};

type Fall = Pick<LevelFall, "at" | "level">;

/**
 * Walks from `start` over the rows at which the level changed, in order. `fallsAfter` gives the falls after a row, from a time on, if no
 * new row came; those up to the next row count.
 */
export async function walkLevels(
  start: Walked,
  turns: readonly LevelTurn[],
  fallsAfter: (seq: number, notBefore: number) => Promise<readonly Fall[]>,
): Promise<LevelChange[]> {
  const changes: LevelChange[] = [];
  let here = start;
  const move = (added: readonly LevelChange[]): void => {
    changes.push(...added);
    here = after(here, added);
  };
  for (const { seq, at, before, after: level } of turns) {
    if (before < here.level) {
      const falls = await fallsAfter(seq - 1, here.since);
      move(fallen(here.level, falls, { until: at, seq: seq - 1 }));
    }
    if (level !== here.level) move([{ at, from: here.level, to: level, seq }]);
  }
  return changes;
}

/** The falls after row `seq` that have happened until a time, from `level` on. */
export function fallen(
  level: number,
  falls: readonly Fall[],
  { until, seq }: { until: number; seq: number },
): LevelChange[] {
  let from = level;
  const changes: LevelChange[] = [];
  for (const { at, level: to } of falls) {
    if (at > until) break;
    if (to < from) changes.push({ at, from, to, seq });
    from = Math.min(from, to);
  }
  return changes;
}

export function after(start: Walked, changes: readonly LevelChange[]): Walked {
  const last = changes.at(-1);
  return last === undefined ? start : { level: last.to, since: last.at };
}
