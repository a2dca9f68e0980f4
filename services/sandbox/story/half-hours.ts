/** Something happens in the simulated world every half hour, so that nobody has to wait for a day's plan to see how causes are found. */
import type { Logger } from "#lib/kernel/log/log.ts";
import { startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { type CauseBody, type CausedEvents, causeBody } from "./caused-events.ts";

const EVERY_MS = 30 * MINUTE_MS;
/** How long after a start, for those who have just come. */
const FIRST_MS = 5 * MINUTE_MS;
const LOOK_MS = 10_000;

/** In turns: what happens to one asset is seven hours apart, so that no two are one story. */
const TURNS: readonly Partial<CauseBody>[] = [
  { kind: "hack", asset: "SOL", size_percent: 2.6 },
  { kind: "listing", asset: "ETH", direction: "positive", size_percent: 1.8 },
  { kind: "regulatory", asset: "BTC", direction: "negative", size_percent: 1.6 },
  { kind: "partnership", asset: "SOL", size_percent: 2 },
  { kind: "macro", asset: "BTC", direction: "positive", size_percent: 1.4 },
  { kind: "unlock", asset: "ETH", size_percent: 1.7 },
  { kind: "hack", asset: "BTC", size_percent: 1.5 },
  { kind: "listing", asset: "SOL", direction: "negative", size_percent: 2.4 },
  { kind: "regulatory", asset: "ETH", direction: "positive", size_percent: 1.9 },
  { kind: "partnership", asset: "BTC", size_percent: 1.3 },
  { kind: "unlock", asset: "SOL", size_percent: 2.2 },
  { kind: "macro", asset: "BTC", direction: "negative", size_percent: 1.5 },
  { kind: "hack", asset: "ETH", size_percent: 2.1 },
  { kind: "regulatory", asset: "SOL", direction: "positive", size_percent: 2.3 },
];

export type HalfHoursParts = {
  caused: Pick<CausedEvents, "newestAt" | "count">;
  happen: (body: CauseBody) => unknown;
  timers: Timers;
  log: Pick<Logger, "warn">;
};

/** The result stops them. */
export function startHalfHours({
  caused,
  happen,
  timers,
  log,
}: HalfHoursParts): () => Promise<void> {
  const first = timers.now() + FIRST_MS;
  const run = async (now: number): Promise<void> => {
    if (now < Math.max(first, (caused.newestAt ?? 0) + EVERY_MS)) return;
    happen(causeBody.parse(TURNS[caused.count % TURNS.length]));
  };
  const failure = "nothing happened this half hour";
  return startRepeatedTask({ everyMs: LOOK_MS, run, failure }, { timers, log });
}
