/** Signing in: a proved identity becomes a session of the account behind it. */
import "server-only";
import { type ProvedIdentity, personOf } from "#lib/identity/person/person.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { openSession } from "./session-rows.ts";

type Context = {
  now: number;
  client: Client;
  /** The browser's previous session, which ends. */
  replaces?: SessionActor | undefined;
  /** The followed partner links with their tags, by precedence. */
  followedLinks?: readonly string[] | undefined;
};

/** Public: the proof is the permission. @throws SIGN_IN_REFUSED */
export async function signInAs(proved: ProvedIdentity, ctx: Context): Promise<SessionActor> {
  const { userId } = await personOf(proved, { ...ctx, browserUserId: ctx.replaces?.userId });
  return openSession({ userId, proved, replaces: ctx.replaces }, ctx);
}
