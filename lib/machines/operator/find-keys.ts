/** Searches keys for the operator. */
import "server-only";
import { desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { commonColumns } from "#lib/machines/keys/key-record.ts";
import { KEY_KINDS, type KeyKind } from "#lib/machines/keys/kinds.ts";
import { database } from "#lib/platform/db/client.ts";
import { OperatorKey } from "#lib/protocol/wire/machine-keys.ts";
import { findUsers } from "./find-user.ts";
import { type OperatorContext, operatorRecord } from "./key-record.ts";

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
export const FoundKeys = z.strictObject({ keys: z.array(OperatorKey) });

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
  const { query: text } = input.query;
  const users = await findUsers(text);
  const db = await database();
  const found = await Promise.all(
    Object.values(KEY_KINDS).map((kind) =>
      db
        .select(commonColumns(kind))
        .from(kind.table)
        .where(matching(kind, text, users))
        .orderBy(desc(kind.table.createdAt), desc(kind.table.id))
        .limit(MOST),
    ),
  );
  return { keys: found.flat().map((row) => operatorRecord(row, ctx.now)) };
}

function matching({ table }: KeyKind, text: string, users: string[]): SQL | undefined {
  return or(
    eq(table.id, text),
    eq(table.preview, text),
    // A preview may be typed with three dots or without any.
    eq(sql`right(${table.preview}, 4)`, text.replace(/^(?:svc_sk_|tbs_)?(?:…|\.{3})?/, "")),
    users.length > 0 ? inArray(table.userId, users) : undefined,
  );
}
