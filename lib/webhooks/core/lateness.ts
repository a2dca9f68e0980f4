/** Compares the start of attempts with their due times, and finds why one began late. */
import { SECOND_MS } from "#lib/protocol/durations.ts";
import { ATTEMPT_WAITS_S, MAX_ATTEMPTS } from "#lib/protocol/webhook-retry-schedule.ts";
import { type AttemptFailure, type LateReason, WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";

/** One run of an attempt; times are Unix milliseconds. */
export type AttemptRun = {
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

export type LateRun = AttemptRun & { lateMs: number; reason: LateReason };

type Terms = {
  pauses: readonly Pause[];
  maxPerSecond: number;
  divisor: number;
};

/** An attempt with a smaller delay is on time. */
const ON_TIME_MS = 100;
const MAX_LATE = 50;

/**
 * The figures of all attempts and of each attempt number, and the newest late attempts, newest
 * first.
 */
export function computeLateness(
  runs: readonly AttemptRun[],
  terms: Terms,
): {
  all: Lateness;
  by_attempt: ({ number: number; wait_seconds: number } & Lateness)[];
  late: LateRun[];
} {
  const begun = runs.filter(({ failure }) => failure !== "lost");
  const byAttempt = Array.from({ length: MAX_ATTEMPTS }, (_, index) => ({
    number: index + 1,
    wait_seconds: (ATTEMPT_WAITS_S[index] ?? 0) / terms.divisor,
    ...figuresOf(
      begun.filter(({ number }) => number === index + 1),
      terms,
    ),
  }));
  const late = begun
    .filter((run) => lateMs(run) > ON_TIME_MS)
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, MAX_LATE)
    .map((run) => ({ ...run, lateMs: lateMs(run), reason: reasonOf(run, runs, terms) }));
  return { all: figuresOf(begun, terms), by_attempt: byAttempt, late };
}

function figuresOf(runs: readonly AttemptRun[], { pauses }: Pick<Terms, "pauses">): Lateness {
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

function reasonOf(
  run: AttemptRun,
  runs: readonly AttemptRun[],
  { pauses, maxPerSecond }: Terms,
): LateReason {
  if (isHeld(run, pauses)) return "pause";
  const isSame = (one: AttemptRun) =>
    one.deliveryId === run.deliveryId && one.number === run.number;
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

function isHeld({ dueAt, startedAt }: AttemptRun, pauses: readonly Pause[]): boolean {
  return pauses.some(({ from, to }) => from < startedAt && to > dueAt);
}

function lateMs({ dueAt, startedAt }: AttemptRun): number {
  return startedAt - dueAt;
}
