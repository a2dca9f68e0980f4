/** Revokes a key on behalf of its owner, for example when it was found in a public repository. */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { endKeys } from "#lib/machines/keys/revoke-key.ts";
import { database } from "#lib/platform/db/client.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import {
  type ChangedKey,
  type KeyParams,
  keyKind,
  type OperatorContext,
  operatorRecord,
  words,
} from "./key-record.ts";

export const RevokeBody = z.strictObject({ reason: words });

/** For the operator only. The key's next request fails. Idempotent. @throws KEY_NOT_FOUND */
export async function revokeKey({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { params: z.output<typeof KeyParams>; body: z.output<typeof RevokeBody> };
}): Promise<z.output<typeof ChangedKey>> {
  const { id } = input.params;
  const { kind, columns } = keyKind(id);
  const isIt = eq(kind.table.id, id);
  const db = await database();
  return db.transaction(async (change) => {
    await endKeys(change, kind, isIt, { ...ctx, details: input.body });
    const [row] = await change.select(columns).from(kind.table).where(isIt);
    if (row === undefined) throw new ServiceError("KEY_NOT_FOUND");
    return { key: operatorRecord(row, ctx.now) };
  });
}
