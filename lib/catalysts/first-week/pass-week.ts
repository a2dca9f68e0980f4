/** Makes the passes and signals of a past that is recorded already, at the times at which they would have been made. */
import { and, asc, gt, lte } from "drizzle-orm";
import { CAUSE_PARAMETERS } from "#lib/catalysts/causes/parameters.ts";
import type { EngineState } from "#lib/catalysts/passes/engine-state.ts";
import { PassFollower } from "#lib/catalysts/passes/follow-passes.ts";
import { moveRevisions } from "#lib/catalysts/schema/catalysts.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import { SignalFollower } from "#lib/catalysts/signals/follow-signals.ts";
import type { ReadPriceTicks } from "#lib/catalysts/signals/price-ticks.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";

/** Evaluations that fall due within so long are made together: nobody waits for them. */
const EVALUATIONS_MS = 10 * MINUTE_MS;

/** Unix milliseconds; ends early, with what it has made, when the signal is aborted. */
export async function passWeek(
  db: Database,
  { from, until, priceTicks }: { from: number; until: number; priceTicks: ReadPriceTicks },
  signal: AbortSignal,
): Promise<void> {
  const passes = new PassFollower(db);
  const signals = new SignalFollower(db, priceTicks);
  const happened = await timesOf(db, { from, until });
  let next = 0;
  for (let at = from; at < until && !signal.aborted; ) {
    await passes.run(at, signal);
    await signals.run(at);
    while ((happened[next] ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const due = nextDue(passes.state, at);
    at = Math.min(happened[next] ?? until, due ?? until, until);
  }
}

/** When a report was recorded, or a minute ended in which a move changed; and the minute after each, whose close is an entry. */
async function timesOf(
  db: Pick<Database, "select" | "selectDistinct">,
  { from, until }: { from: number; until: number },
): Promise<number[]> {
  const reports = await db
    .select({ at: newsItems.recordedAt })
    .from(newsItems)
    .where(
      and(gt(newsItems.recordedAt, new Date(from)), lte(newsItems.recordedAt, new Date(until))),
    );
  const { minuteEnd } = moveRevisions;
  const minutes = await db
    .selectDistinct({ at: minuteEnd })
    .from(moveRevisions)
    .where(and(gt(minuteEnd, from), lte(minuteEnd, until)))
    .orderBy(asc(minuteEnd));
  const exact = [...reports.map(({ at }) => at.getTime()), ...minutes.map(({ at }) => at)];
  const entries = exact.map((at) => Math.ceil((at + 1) / MINUTE_MS) * MINUTE_MS);
  return [...new Set([...exact, ...entries])].toSorted((one, other) => one - other);
}

function nextDue(state: EngineState | undefined, at: number): number | undefined {
  const dues: number[] = [];
  for (const { nextDueAt } of state?.catalysts.values() ?? []) {
    if (nextDueAt !== null) dues.push(Math.ceil(nextDueAt / EVALUATIONS_MS) * EVALUATIONS_MS);
  }
  for (const { move, explanation } of state?.moves.values() ?? []) {
    if (explanation?.verdict !== "pending") continue;
    const over = move.openedAt + CAUSE_PARAMETERS.pendingMs;
    dues.push(over, Math.ceil((over + 1) / MINUTE_MS) * MINUTE_MS);
  }
  const later = dues.filter((due) => due > at);
  return later.length === 0 ? undefined : Math.min(...later);
}
