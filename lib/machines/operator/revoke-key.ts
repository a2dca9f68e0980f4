/** Revokes a key on behalf of its owner, for example when it was found in a public repository. */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { endKeys } from "#lib/machines/keys/revoke-key.ts";
import { webhooksOfKeys } from "#lib/machines/keys/webhooks-of-keys.ts";
import { database } from "#lib/platform/db/client.ts";
import { WebhookOfKey } from "#lib/protocol/wire/machine-keys.ts";
import {
  ChangedKey,
  type KeyParams,
  keyKind,
  type OperatorContext,
  operatorRecord,
  reasonText,
} from "./key-record.ts";

export const RevokeBody = z.strictObject({ reason: reasonText });

/** `webhooks`: what the key made or turned elsewhere, and what stays. */
export const RevokedKey = ChangedKey.extend({ webhooks: z.array(WebhookOfKey) });

/** For the operator only. The key's next request fails. Idempotent. @throws KEY_NOT_FOUND */
export async function revokeKey({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { params: z.output<typeof KeyParams>; body: z.output<typeof RevokeBody> };
}): Promise<z.output<typeof RevokedKey>> {
  const { id } = input.params;
  const { kind, columns } = keyKind(id);
  const isIt = eq(kind.table.id, id);
  const db = await database();
  return db.transaction(async (change) => {
    await endKeys(change, kind, isIt, { ...ctx, details: input.body });
    const [row] = await change.select(columns).from(kind.table).where(isIt);
    if (row === undefined) throw new ServiceError("KEY_NOT_FOUND");
    const webhooks = await webhooksOfKeys(change, row.userId);
    return { key: operatorRecord(row, ctx.now), webhooks: webhooks.get(id) ?? [] };
  });
}
