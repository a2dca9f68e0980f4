/** The signed-in person, from the session cookie and the row that it names. */
import "server-only";
import { systemClock } from "#lib/kernel/time/clock.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { clientOf } from "#lib/platform/http/client-of.ts";
import { sessionIdOf } from "./session-cookie.ts";
import { type LiveSession, liveSession } from "./session-rows.ts";

/** The session of a request; `undefined` when it is absent, expired, revoked or forged. */
export async function readSession(headers: Headers): Promise<SessionActor | undefined> {
  return (await currentSession(headers, systemClock.now()))?.actor;
}

/** The same with its end. `now` in Unix milliseconds. */
export async function currentSession(
  headers: Headers,
  now: number,
): Promise<LiveSession | undefined> {
  const id = await sessionIdOf(headers);
  return id === undefined ? undefined : liveSession(id, now, clientOf(headers));
}
