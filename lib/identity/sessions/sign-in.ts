/** Signing in: a proved identity becomes a session of the account behind it. */
import "server-only";
import { type ProvedIdentity, personOf } from "#lib/identity/person/person.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { openSession } from "./session-rows.ts";

type Context = {
  now: number;
  client: Client;
  /** The session that the browser has had until now; it ends. */
  replaces?: SessionActor | undefined;
  /** Codes of the partner links that led here, the one that counts most first. */
  referralCodes?: readonly string[] | undefined;
};

/** Anybody may; the proof is the permission. @throws SIGN_IN_REFUSED */
export async function signInAs(proved: ProvedIdentity, ctx: Context): Promise<SessionActor> {
  const { userId } = await personOf(proved, ctx);
  return openSession({ userId, proved, replaces: ctx.replaces }, ctx);
}
