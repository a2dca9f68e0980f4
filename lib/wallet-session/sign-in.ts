/** Signing in: a proved identity becomes a session of the account behind it. */
import "server-only";
import type { Client, SessionActor } from "#lib/actor.ts";
import { firstWallet, type ProvedIdentity, personOf } from "#lib/identity/person.ts";
import { openSession } from "./session-rows.ts";

/** Anybody may; the proof is the permission. The session acts for the wallet that was proved, else for the first one. */
export async function signInAs(
  proved: ProvedIdentity,
  ctx: { now: number; client: Client },
): Promise<SessionActor> {
  const { userId } = await personOf(proved, ctx);
  const account = proved.kind === "wallet" ? proved.subject : await firstWallet(userId);
  return openSession({ userId, kind: proved.kind, account }, ctx);
}
