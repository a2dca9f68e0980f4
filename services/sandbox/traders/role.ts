/** Runs a trader as long as the process lives, with back-off while the venue is away or refuses. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "#lib/kernel/log/log.ts";
import { VenueError } from "#services/sandbox/venue/http.ts";
import type { Visitors } from "./visitors.ts";

const FIRST_BACKOFF_MS = 500;
const LAST_BACKOFF_MS = 15_000;

export type Role = {
  /** The trader whose warnings are logged. */
  trader: { readonly parts: { name: string; log: Pick<Logger, "warn"> } };
  pauseMs: number;
  /** Runs before the first step, and again after a failure: funds, leftovers. */
  prepare: () => Promise<void>;
  step: () => Promise<void>;
};

/** Prepares and steps until the signal aborts, more slowly while all visitors are away; never throws. */
export async function runRole(
  role: Role,
  { visitors, signal }: { visitors: Visitors; signal: AbortSignal },
): Promise<void> {
  let backoffMs = FIRST_BACKOFF_MS;
  let prepared = false;
  while (!signal.aborted) {
    try {
      if (!prepared) await role.prepare();
      prepared = true;
      await role.step();
      backoffMs = FIRST_BACKOFF_MS;
      await visitors.pause(role.pauseMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      prepared = false;
      const { log, name } = role.trader.parts;
      log.warn({ trader: name, err: error, backoffMs }, "a simulated trader pauses");
      await pause(waitFor(error, backoffMs), signal);
      backoffMs = Math.min(backoffMs * 2, LAST_BACKOFF_MS);
    }
  }
}

/** A refusal by a rate limit names its own wait. */
function waitFor(error: unknown, backoffMs: number): number {
  const seconds = error instanceof VenueError ? error.retryAfterSeconds : undefined;
  return Math.max(backoffMs, (seconds ?? 0) * 1000);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // An abort ends the pause early; that is all it means here.
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
