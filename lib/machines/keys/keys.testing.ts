/** People and their keys, for tests. */

import { eq } from "drizzle-orm";
import { identities, sessions } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { users } from "#lib/platform/schema/users.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { NewMcpKey } from "#lib/protocol/wire/machine-keys.ts";
import { CreateMcpKey, createKey } from "./create-machine-key.ts";

export const NOW = Date.UTC(2026, 4, 10, 12);
export const client: Client = { address: "192.0.2.7", agent: "curl/8" };

/** A person with a session, and with these mail addresses. */
export async function addPerson(
  db: Database,
  mails: readonly string[] = [],
): Promise<SessionActor> {
  const userId = newId("usr");
  const at = new Date(NOW);
  await db.insert(users).values({ id: userId, createdAt: at });
  for (const subject of mails) {
    const times = { createdAt: at, lastUsedAt: at };
    await db
      .insert(identities)
      .values({ id: newId("idn"), userId, kind: "email", subject, label: subject, ...times });
  }
  const sessionId = newId("ses");
  const times = {
    createdAt: at,
    provedAt: at,
    lastSeenAt: at,
    expiresAt: new Date(NOW + 400 * DAY_MS),
  };
  await db.insert(sessions).values({ id: sessionId, userId, kind: "wallet", ...times, ...client });
  return { kind: "session", userId, sessionId, account: undefined, provedAt: NOW };
}

/** A key of the person, created at `now` from the body of a request, without the hourly limit. */
export async function addKey(actor: SessionActor, body: unknown = {}, now = NOW) {
  await closeLimits();
  const input = { body: CreateMcpKey.parse(body) };
  return NewMcpKey.parse(await createKey("mcp", { ctx: { actor, client, now }, input }));
}

export async function rowOf(db: Database, id: string) {
  const [row] = await db.select().from(mcpKeys).where(eq(mcpKeys.id, id));
  if (row === undefined) throw new Error(`There is no key ${id}.`);
  return row;
}
