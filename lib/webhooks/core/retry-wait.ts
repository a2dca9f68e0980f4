/** When the attempts of a delivery begin. */
import { ATTEMPT_WAITS_S } from "#lib/protocol/webhook-retry-schedule.ts";

export type Schedule = {
  /** Shortens the waits, for a sandbox only. */
  divisor: number;
};

/** Milliseconds from the end of attempt `attempt` until the next may begin. */
export function waitAfter(attempt: number, { divisor }: Schedule): number {
  return Math.ceil(((ATTEMPT_WAITS_S[attempt] ?? 0) * 1_000) / divisor);
}
