/** A signed-in person creates a key for a machine. */
import "server-only";
import { and, count, eq, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { type KeyChange, takeKeyChange } from "#lib/machines/usage/key-changes.ts";
import type { Client } from "#lib/platform/actor.ts";
import { cleanName } from "#lib/platform/client-name.ts";
import { database } from "#lib/platform/db/client.ts";
import { mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { type Change, MOST_KEYS, newKey } from "./_key-rows.ts";
import { type NewMcpKey, recordOf } from "./key-record.ts";

const DAYS = "it must be a whole number from 1 to 365";
const NAME = "it must be 1 to 60 characters on one line";

/** Of a new key; 90 days when absent (spec 1, "MCP key lifetime"). */
export const ExpiresInDays = z
  .int(DAYS)
  .min(1, DAYS)
  .max(365, DAYS)
  .default(90)
  .describe("Days until the key expires, 1 to 365.");

export const CreateMcpKey = z.strictObject({
  name: z
    .string(NAME)
    .trim()
    .min(1, NAME)
    .max(60, NAME)
    .regex(/^\P{C}*$/u, NAME)
    // The name shows people who proposes an order.
    .transform((name) => cleanName(name) ?? "")
    .refine((name) => name !== "", NAME)
    .default("MCP key"),
  expiresInDays: ExpiresInDays,
  /** Lets the key propose orders, which its owner approves and signs one by one. */
  canStageOrders: z.boolean().default(false),
});

/** The key with its secret, which is in no other answer. @throws TOO_MANY_KEYS, RATE_LIMITED, SIGN_IN_REQUIRED when the session has ended */
export async function createMcpKey(call: {
  ctx: KeyChange & { client: Client; now: number };
  input: { body: z.output<typeof CreateMcpKey> };
}): Promise<z.output<typeof NewMcpKey>> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const { name, expiresInDays: days, canStageOrders } = call.input.body;
  const { row, secret } = newKey({ userId, name, canStageOrders, days }, now);
  await takeKeyChange(call.ctx);
  const db = await database();
  await db.transaction(async (change) => {
    await lockSession(change, actor, now);
    await change.insert(mcpKeys).values(row);
    await requireRoom(change, { userId, now });
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "mcp_key.created",
      target: row.id,
      client,
      details: { name, expiresInDays: days, canStageOrders },
    });
  });
  return { ...recordOf(row, now), secret };
}

/** Call it after adding a key and after `lockSession`. @throws TOO_MANY_KEYS */
export async function requireRoom(
  change: Change,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  const [live] = await change
    .select({ keys: count() })
    .from(mcpKeys)
    .where(
      and(
        eq(mcpKeys.userId, userId),
        isNull(mcpKeys.revokedAt),
        gt(mcpKeys.expiresAt, new Date(now)),
      ),
    );
  if ((live?.keys ?? 0) > MOST_KEYS) throw new ServiceError("TOO_MANY_KEYS", { most: MOST_KEYS });
}
