/** Whether data is current, by the data itself and not by the state of a socket. */

import { type Age, MISSED_CADENCE_MS } from "./ages.ts";
import type { ConnectionState } from "./stream-connection.ts";

export type Freshness = "connecting" | "live" | "stale" | "reconnecting";

/** When the mark is older than this, the venue accepts only reducing orders. */
const VENUE_STALE_MS = 5_000;

/** Short streams bring what a lasting one brings each second at intervals of two to three. */
function missedAfterMs(connection: ConnectionState): number {
  return connection === "polling" ? VENUE_STALE_MS : MISSED_CADENCE_MS;
}

export type MarkTimes = {
  /** When this page received the last mark, on its own clock; `undefined` before the first one. */
  receivedAt: number | undefined;
  /** When the oracle set that mark, on the server's clock. */
  markedAt: number | undefined;
};

/** Milliseconds since the stream sent a mark; `undefined` before the first one. */
function receivedAge(times: MarkTimes, now: number): number | undefined {
  return times.receivedAt === undefined ? undefined : Math.max(0, now - times.receivedAt);
}

/** Milliseconds since the mark was confirmed, by the stream or by the server that rendered the page. */
export function markAge(
  times: MarkTimes,
  clock: { now: number; serverNow: number },
): number | undefined {
  const received = receivedAge(times, clock.now);
  if (received !== undefined || times.markedAt === undefined) return received;
  return Math.max(0, clock.serverNow - times.markedAt);
}

export function freshness(
  times: MarkTimes,
  connection: ConnectionState,
  clock: { now: number; serverNow: number },
): Freshness {
  const age = receivedAge(times, clock.now);
  if (connection === "reconnecting") return "reconnecting";
  if (age === undefined) return connection === "connecting" ? "connecting" : "stale";
  const markedAge = times.markedAt === undefined ? 0 : clock.serverNow - times.markedAt;
  if (age > missedAfterMs(connection) || markedAge > VENUE_STALE_MS) return "stale";
  return "live";
}

/** The same for other events, by the venue's last confirmation. */
export function eventFreshness(age: Age | undefined, connection: ConnectionState): Freshness {
  if (connection === "reconnecting") return "reconnecting";
  if (age === undefined) return "connecting";
  return age.confirmedMs > missedAfterMs(connection) ? "stale" : "live";
}
