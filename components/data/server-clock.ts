/** The venue's clock, estimated by this browser. Timestamps to sign use it. */

import { createFollowers } from "#components/ui/store.ts";
import type { VenueTime } from "#lib/protocol/wire/market.ts";
import { noteRoundTrip, readJson } from "./http.ts";

/** One measurement: add `skewMs` to this computer's clock. Exact to half of `roundTripMs` either way. */
type ClockSample = { skewMs: number; roundTripMs: number };

const MAX_SAMPLES = 8;
/** Tolerance beyond the round trips, because clocks tick unevenly. */
const JITTER_MS = 50;

/** Uses the quickest of the last measurements, and drops all of them when this computer's clock was set. */
export class ClockSamples {
  #samples: ClockSample[] = [];

  /** `undefined` before the first measurement. */
  get best(): ClockSample | undefined {
    return this.#samples.toSorted((a, b) => a.roundTripMs - b.roundTripMs)[0];
  }

  add(sample: ClockSample): void {
    const { best } = this;
    if (best && !agree(best, sample)) this.#samples = [];
    this.#samples = [...this.#samples, sample].slice(-MAX_SAMPLES);
  }
}

function agree(one: ClockSample, other: ClockSample): boolean {
  const slack = (one.roundTripMs + other.roundTripMs) / 2 + JITTER_MS;
  return Math.abs(one.skewMs - other.skewMs) <= slack;
}

/** A clock this far off is shown as a notice: other software on the computer will be wrong too. */
export const SKEW_NOTICE_MS = 25_000;

/** How often the clock is measured while the page is visible: it drifts by seconds a day, and its user may set it. */
/** A clock that is set meanwhile is noticed before anything is signed (`clock-guard.ts`). */
const MEASURE_INTERVAL_MS = 120_000;

export type ClockSkew =
  | { state: "unknown" }
  | { state: "failed" }
  /** `skewMs` is added to this computer's clock to get the venue's. */
  | { state: "measured"; skewMs: number };

let skew: ClockSkew = { state: "unknown" };
const samples = new ClockSamples();
const followers = createFollowers();

export function clockSkew(): ClockSkew {
  return skew;
}

export const onClockSkew = followers.subscribe;

/** Unix milliseconds on the venue's clock, as far as it is known. */
export function serverNow(): number {
  return Date.now() + (skew.state === "measured" ? skew.skewMs : 0);
}

/** Measures three times and uses the quickest answer. */
export async function measureClockSkew(): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) await measureOnce();
  publish();
}

/** Measures now, and regularly while the page is visible. Returns a function that stops. */
export function followClock(): () => void {
  void measureClockSkew();
  const again = () => {
    if (!document.hidden) void measureOnce().then(publish);
  };
  const timer = setInterval(again, MEASURE_INTERVAL_MS);
  document.addEventListener("visibilitychange", again);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", again);
  };
}

async function measureOnce(): Promise<void> {
  const sentAt = Date.now();
  const started = performance.now();
  const answer = await readJson<VenueTime>("/api/venue/time");
  const roundTripMs = performance.now() - started;
  if (!answer.ok) return;
  const { server_time: serverTime } = answer.body;
  noteRoundTrip(roundTripMs);
  samples.add({ roundTripMs, skewMs: Math.round(serverTime - sentAt - roundTripMs / 2) });
}

function publish(): void {
  const { best } = samples;
  skew = best ? { state: "measured", skewMs: best.skewMs } : { state: "failed" };
  followers.notify();
}
