/** Compares when attempts began with when they were due, and finds why one began late. */
import {
  ATTEMPT_WAITS_S,
  type AttemptFailure,
  type LateReason,
  MOST_ATTEMPTS,
  WEBHOOK_LIMITS,
} from "#lib/protocol/webhooks.ts";

/** One run of an attempt; times are Unix milliseconds. */
export type Run = {
  deliveryId: string;
  number: number;
  dueAt: number;
  startedAt: number;
  endedAt: number;
  failure: AttemptFailure | null;
};

export type Pause = { from: number; to: number };

export type Lateness = {
  attempts: number;
  early: number;
  held: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  most_ms: number | null;
};

export type LateRun = Run & { lateMs: number; reason: LateReason };

type Terms = {
  pauses: readonly Pause[];
  maxPerSecond: number;
  divisor: number;
};

/** Below it an attempt is on time. */
const ON_TIME_MS = 100;
const MOST_LATE = 50;
const SECOND_MS = 1_000;

/** The figures of all attempts and of each number, and the latest of those that began late, the newest first. */
export function latenessOf(
  runs: readonly Run[],
  terms: Terms,
): {
  all: Lateness;
  by_attempt: ({ number: number; wait_seconds: number } & Lateness)[];
  late: LateRun[];
} {
  const begun = runs.filter(({ failure }) => failure !== "lost");
  const byAttempt = Array.from({ length: MOST_ATTEMPTS }, (_, place) => ({
    number: place + 1,
    wait_seconds: (ATTEMPT_WAITS_S[place] ?? 0) / terms.divisor,
    ...figuresOf(
      begun.filter(({ number }) => number === place + 1),
      terms,
    ),
  }));
  const late = begun
    .filter((run) => lateMs(run) > ON_TIME_MS)
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, MOST_LATE)
    .map((run) => ({ ...run, lateMs: lateMs(run), reason: reasonOf(run, runs, terms) }));
  return { all: figuresOf(begun, terms), by_attempt: byAttempt, late };
}

function figuresOf(runs: readonly Run[], { pauses }: Pick<Terms, "pauses">): Lateness {
  const free = runs.filter((run) => !isHeld(run, pauses));
  const times = free.map(lateMs).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? null;
  return {
    attempts: runs.length,
    early: times.filter((time) => time < 0).length,
    held: runs.length - free.length,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    most_ms: times.at(-1) ?? null,
  };
}

function reasonOf(run: Run, runs: readonly Run[], { pauses, maxPerSecond }: Terms): LateReason {
  if (isHeld(run, pauses)) return "pause";
  const isSame = (one: Run) => one.deliveryId === run.deliveryId && one.number === run.number;
  if (runs.some((one) => one.failure === "lost" && isSame(one))) return "lease";
  const before = runs.filter((one) => one.startedAt <= run.startedAt && !isSame(one));
  const started = before.filter((one) => one.startedAt > run.startedAt - SECOND_MS);
  if (started.length >= maxPerSecond) return "rate";
  const beside = before.filter((one) => one.endedAt > run.dueAt);
  const isSlow = beside.some(({ failure }) => failure === "timeout");
  const isTried = before.some((one) => one.endedAt <= run.dueAt);
  const { attempts, attemptsWhenSlow, attemptsAtFirst } = WEBHOOK_LIMITS;
  const most = isSlow ? attemptsWhenSlow : isTried ? attempts : attemptsAtFirst;
  return beside.length >= most ? "slots" : "busy";
}

function isHeld({ dueAt, startedAt }: Run, pauses: readonly Pause[]): boolean {
  return pauses.some(({ from, to }) => from < startedAt && to > dueAt);
}

function lateMs({ dueAt, startedAt }: Run): number {
  return startedAt - dueAt;
}
