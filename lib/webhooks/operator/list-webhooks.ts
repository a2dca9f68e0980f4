/** Webhooks of all accounts, or of one, for the operator. */
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { findUsers } from "#lib/machines/operator/find-user.ts";
import { database } from "#lib/platform/db/client.ts";
import { OperatorWebhook, operatorWebhooks } from "./webhook-record.ts";

const MOST = 200;

export const ListQuery = z.strictObject({
  /** `usr_…`, a wallet or a mail address. */
  user: z.string().trim().min(4).max(200).optional(),
  paused: z.stringbool().default(false),
});

export const FoundWebhooks = z.strictObject({ webhooks: z.array(OperatorWebhook) });

/** For the operator only. At most 200, those with the oldest waiting work first. */
export async function listAllWebhooks({
  input: {
    query: { user, paused },
  },
}: {
  input: { query: z.output<typeof ListQuery> };
}): Promise<z.output<typeof FoundWebhooks>> {
  const db = await database();
  const users = user === undefined ? undefined : JSON.stringify(await findUsers(user));
  const isOfUser =
    users === undefined
      ? sql`true`
      : sql`w.user_id in (select jsonb_array_elements_text(${users}::jsonb))`;
  const isWanted = paused ? sql`w.status = 'paused'` : sql`true`;
  return { webhooks: await operatorWebhooks(db, sql`${isOfUser} and ${isWanted}`, MOST) };
}
