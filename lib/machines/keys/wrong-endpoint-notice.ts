/** A key that was sent to an endpoint of another kind: its owner's page says so. */
import "server-only";
import { sql } from "drizzle-orm";
import { redactSecrets } from "#lib/kernel/log/redact-secrets.ts";
import { database } from "#lib/platform/db/client.ts";
import { KEY_KINDS } from "./kinds.ts";

/** Records it on the row of a known key. `path` may contain the key as well. */
export async function noteWrongDoor(
  presented: { kind: string; text: string },
  path: string,
  now: number,
): Promise<void> {
  const kind = Object.values(KEY_KINDS).find(({ actor }) => actor === presented.kind);
  // Text that has not even the form of a key cannot be in the database.
  const which = kind?.presented(presented.text);
  if (kind === undefined || which === undefined) return;
  const { table } = kind;
  const db = await database();
  await db
    .update(table)
    .set({
      wrongDoorAt: new Date(now),
      wrongDoorPath: redactSecrets(path).slice(0, 200),
      wrongDoorCount: sql`${table.wrongDoorCount} + 1`,
    })
    .where(which);
}
