/**
 * A user's preferences for assistants' answers. The keys are a closed set that assistants can follow. There is no display
 * currency: prices are in dollars, and an assistant would have to invent a rate.
 */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { assistantPreferences } from "#lib/assistants/schema/assistants.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { ANSWER_LANGUAGES, DETAILS, EXPERIENCES } from "#lib/protocol/assistant-preferences.ts";
import { Preferences, type PreferencesAnswer, risk } from "#lib/protocol/wire/assistant.ts";

/** Sets each present field; null clears it. */
export const PreferencesChange = z.strictObject({
  language: z.enum(ANSWER_LANGUAGES).nullable().optional(),
  detail: z.enum(DETAILS).nullable().optional(),
  experience: z.enum(EXPERIENCES).nullable().optional(),
  risk: risk.nullable().optional(),
});

export async function readPreferences(call: {
  ctx: { actor: SessionActor };
}): Promise<PreferencesAnswer> {
  const db = await database();
  return { preferences: await preferencesOf(db, call.ctx.actor.userId) };
}

/** @throws SIGN_IN_REQUIRED */
export async function changePreferences(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { body: z.output<typeof PreferencesChange> };
}): Promise<PreferencesAnswer> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const db = await database();
  return db.transaction(async (change) => {
    await lockAccount(change, userId);
    const before = await readStored(change, userId);
    const after = new Map(before);
    for (const [key, value] of Object.entries(call.input.body)) {
      if (value === null) after.delete(key);
      else if (value !== undefined) after.set(key, value);
    }
    const keys = Object.keys(Preferences.shape);
    const changed = keys.filter((key) => before.get(key) !== after.get(key));
    const preferences = Object.fromEntries(after);
    if (changed.length > 0) {
      const row = { preferences, updatedAt: new Date(now) };
      await change
        .insert(assistantPreferences)
        .values({ userId, ...row })
        .onConflictDoUpdate({ target: assistantPreferences.userId, set: row });
      const details = { changed: changed.join(", ") };
      const action = "assistant_preferences.changed";
      await recordAudit(change, { now, userId, actor, client, action, details });
    }
    return { preferences: Preferences.parse(preferences) };
  });
}

type Reader = Pick<Awaited<ReturnType<typeof database>>, "select">;

export async function preferencesOf(
  db: Reader,
  userId: string,
): Promise<z.output<typeof Preferences>> {
  return Preferences.parse(Object.fromEntries(await readStored(db, userId)));
}

/** A field with a value that only another version knows is dropped, and no other. */
async function readStored(db: Reader, userId: string): Promise<Map<string, string>> {
  const [row] = await db
    .select({ preferences: assistantPreferences.preferences })
    .from(assistantPreferences)
    .where(eq(assistantPreferences.userId, userId));
  return new Map(
    Object.entries(row?.preferences ?? {}).filter(
      ([key, value]) => Preferences.safeParse({ [key]: value }).success,
    ),
  );
}
