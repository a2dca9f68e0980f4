/**
 * A signed write takes effect once, within a window around its timestamp (docs/decisions/002). Gateways check the window too, and load
 * nothing else of the engine with this file.
 */
import { refusal } from "#lib/kernel/errors/errors.ts";
import type { Signed } from "./commands.ts";
import type { Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

/** A signed timestamp may lie this far before and after the venue's clock. */
export const FRESHNESS = { pastMilliseconds: 30_000, futureMilliseconds: 5_000 } as const;

/** The digest stays taken, whether the write was carried out or refused. */
export function applyOnce(
  state: VenueState,
  { digest, timestamp }: Signed,
  run: () => Outcome,
): Outcome {
  const original = state.digests.get(digest);
  if (original !== undefined) return { kind: "duplicate", original };
  const age = state.time - timestamp;
  if (age > FRESHNESS.pastMilliseconds || -age > FRESHNESS.futureMilliseconds) {
    const context = { serverTime: state.time };
    return { kind: "refused", refusal: refusal("TIMESTAMP_OUT_OF_WINDOW", context) };
  }
  const outcome = run();
  state.digests.set(digest, outcome);
  // Kept in order of arrival, each at least until its own timestamp has left the window.
  const until = state.time + FRESHNESS.pastMilliseconds + FRESHNESS.futureMilliseconds;
  state.digestQueue.push({ digest, until });
  return outcome;
}

/** Lets go of digests whose timestamps the window refuses by now. */
export function forgetDigests(state: VenueState): void {
  for (;;) {
    const oldest = state.digestQueue.peek();
    if (oldest === undefined || oldest.until >= state.time) return;
    state.digestQueue.shift();
    state.digests.delete(oldest.digest);
  }
}
