/** A signed-in person gives one of their keys another name, by which they tell it from others. */
import "server-only";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { keyName, shownKeyName } from "./create-machine-key.ts";
import { columnsOf, ownKey, recordOf } from "./key-record.ts";
import { KEY_KINDS, type KeyKindName } from "./kinds.ts";

export const RenameMcpKey = z.strictObject({ name: shownKeyName });
export const RenameBotKey = z.strictObject({ name: keyName });

type Call = {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { params: { id: string }; body: { name: string } };
};

/** The key's record. The name that it already has is not recorded again. @throws KEY_NOT_FOUND */
export async function renameKey(
  kindName: KeyKindName,
  { ctx, input }: Call,
): Promise<ReturnType<typeof recordOf>> {
  const kind = KEY_KINDS[kindName];
  const { actor, client, now } = ctx;
  const { userId } = actor;
  const { id } = input.params;
  const { name } = input.body;
  const own = ownKey(kind, { id, userId });
  const db = await database();
  return db.transaction(async (change) => {
    const [row] = await change.select(columnsOf(kind)).from(kind.table).where(own).for("update");
    if (row === undefined) throw new ServiceError("KEY_NOT_FOUND");
    if (row.name === name) return recordOf(row, now);
    await change.update(kind.table).set({ name }).where(own);
    const action = `${kind.actor}.renamed` as const;
    const details = { name, previous: row.name };
    await recordAudit(change, { now, userId, actor, action, target: id, client, details });
    return recordOf({ ...row, name }, now);
  });
}
