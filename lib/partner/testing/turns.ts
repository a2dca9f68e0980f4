/** Compares the level changes and coming falls with the model; partner notices are derived from them. */
import { type LevelTurn, levelAhead, levelTurns } from "#lib/partner/reads/level-history.ts";
import { fallsAfter, type ModelRow, modelLevelOf, sumOf, windowRows } from "./model.ts";
import type { Comparison, History } from "./world.ts";

export async function compareTurns({ db, chance, sides }: History): Promise<Comparison> {
  const { partner, ledger } = chance.pick(sides);
  const { rows } = ledger;
  const until = chance.below(rows.length + 1);
  const after = Math.max(0, until - 1 - chance.below(300));
  const level = levelAfter(rows.slice(0, after));
  const most = 1 + chance.below(50);
  const partnerId = partner.id;
  const turns = await levelTurns(db, { partnerId, after, until, level, most });
  const known = rows.slice(0, until);
  const lastAt = known.at(-1)?.accruedAt ?? 0;
  const notBefore = lastAt + chance.below(40) * 86_400_000;
  const ahead = await levelAhead(db, { partnerId, seq: until, notBefore });
  return {
    what: `turns of ${partner.code} behind row ${after} up to ${until}, and ahead from ${notBefore}`,
    actual: { turns, ahead: { level: ahead.level, falls: ahead.falls } },
    expected: {
      turns: turnsOf(known, after).slice(0, most),
      ahead: {
        level: modelLevelOf(sumOf(windowRows(known, notBefore))).level,
        falls: fallsAfter(known, notBefore).map((fall) => ({
          at: fall.at,
          before: fall.before.level,
          level: fall.after.level,
          fees: fall.fees,
        })),
      },
    },
  };
}

/** At the last row's own time. */
function levelAfter(rows: readonly ModelRow[]): number {
  return modelLevelOf(sumOf(windowRows(rows, rows.at(-1)?.accruedAt ?? 0))).level;
}

function turnsOf(rows: readonly ModelRow[], after: number): LevelTurn[] {
  let level = levelAfter(rows.slice(0, after));
  const turns: LevelTurn[] = [];
  for (const { seq, of: basis, accruedAt: at } of rows.slice(after)) {
    if (basis === null) continue;
    const before = modelLevelOf(sumOf(windowRows(rows.slice(0, seq - 1), at))).level;
    const now = levelAfter(rows.slice(0, seq));
    if (before !== now || before !== level) turns.push({ seq, at, before, after: now });
    level = now;
  }
  return turns;
}
