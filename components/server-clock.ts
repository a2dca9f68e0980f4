/** The venue's clock as seen from this browser: signed timestamps are made on it. */
import { readJson } from "./http.ts";

/** Farther off than this, the computer's clock is worth a word: other software on it will be wrong too. */
export const SKEW_NOTICE_MS = 25_000;

export type ClockSkew =
  | { state: "unknown" }
  | { state: "failed" }
  /** `skewMs` is added to this computer's clock to get the venue's. */
  | { state: "measured"; skewMs: number };

let skew: ClockSkew = { state: "unknown" };
const listeners = new Set<() => void>();

export function clockSkew(): ClockSkew {
  return skew;
}

export function onClockSkew(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Unix milliseconds on the venue's clock, as well as it is known. */
export function serverNow(): number {
  return Date.now() + (skew.state === "measured" ? skew.skewMs : 0);
}

/** Reads the venue's time three times and believes the quickest answer. */
export async function measureClockSkew(): Promise<void> {
  let best: { roundTrip: number; skewMs: number } | undefined;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const sample = await sampleSkew();
    if (sample && (!best || sample.roundTrip < best.roundTrip)) best = sample;
  }
  skew = best ? { state: "measured", skewMs: best.skewMs } : { state: "failed" };
  for (const listener of listeners) listener();
}

async function sampleSkew(): Promise<{ roundTrip: number; skewMs: number } | undefined> {
  const sentAt = Date.now();
  const answer = await readJson("/api/venue/time");
  const receivedAt = Date.now();
  if (!answer.ok) return undefined;
  const serverTime = (answer.body as { server_time?: unknown } | undefined)?.server_time;
  if (typeof serverTime !== "number") return undefined;
  return { roundTrip: receivedAt - sentAt, skewMs: serverTime - (sentAt + receivedAt) / 2 };
}
