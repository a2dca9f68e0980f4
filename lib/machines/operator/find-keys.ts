/** Searches keys for the operator. */
import "server-only";
import { desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { database } from "#lib/platform/db/client.ts";
import { botKeys, mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { findUsers } from "./find-user.ts";
import {
  columnsOf,
  KeyRecord,
  type KeyTable,
  type OperatorContext,
  recordOf,
} from "./key-record.ts";

const MOST = 200;

const query = z
  .string()
  .trim()
  .min(4, "it must have at least 4 characters")
  .max(200)
  .refine((text) => !/^(?:svc_sk_|tbs_)[0-9a-f]{64}$/.test(text), {
    error: "it is a secret; give the key's preview, its first seven and last four characters",
  });

export const FindQuery = z.strictObject({ query });
export const FoundKeys = z.strictObject({ keys: z.array(KeyRecord) });

/**
 * For the operator only. `query`: id of a key, its preview or the preview's last four characters, id of an account, a wallet
 * or a mail address. At most 200 of each kind, newest first.
 */
export async function findKeys({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { query: z.output<typeof FindQuery> };
}): Promise<z.output<typeof FoundKeys>> {
  const users = await findUsers(input.query.query);
  const found = await Promise.all(
    [mcpKeys, botKeys].map((table) => keysIn(table, matching(table, input.query.query, users))),
  );
  return { keys: found.flat().map((row) => recordOf(row, ctx.now)) };
}

async function keysIn(table: KeyTable, which: SQL | undefined) {
  const db = await database();
  return db
    .select(columnsOf(table))
    .from(table)
    .where(which)
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(MOST);
}

function matching(table: KeyTable, text: string, users: string[]): SQL | undefined {
  return or(
    eq(table.id, text),
    eq(table.preview, text),
    // A preview may be typed with three dots or without any.
    eq(sql`right(${table.preview}, 4)`, text.replace(/^(?:svc_sk_|tbs_)?(?:…|\.{3})?/, "")),
    users.length > 0 ? inArray(table.userId, users) : undefined,
  );
}
