/** New rows of MCP keys. */
import { hash, randomBytes } from "node:crypto";
import { DAY_MS } from "#lib/machines/usage/usage-day.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { newId } from "#lib/platform/ids.ts";
import { mcpKeyOf } from "#lib/protocol/key-formats.ts";
import { REMINDER_DAYS } from "#lib/protocol/key-state.ts";

export type McpKeyRow = typeof mcpKeys.$inferSelect;
/** A transaction. */
export type Change = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Live keys of one account. */
export const MOST_KEYS = 50;
/** Random bytes of a secret: 56 hex characters. */
const SECRET_BYTES = 28;

export type NewKey = Pick<McpKeyRow, "userId" | "name" | "canStageOrders"> &
  Partial<Pick<McpKeyRow, "allowlist" | "tier" | "replaces">> & { days: number };

/** A row to insert, and its secret, which cannot be derived from the row. */
export function newKey(
  { days, ...given }: NewKey,
  now: number,
): { row: McpKeyRow; secret: string } {
  const secret = mcpKeyOf(randomBytes(SECRET_BYTES).toString("hex"));
  const row: McpKeyRow = {
    id: newId("mcp"),
    hash: hash("sha256", secret, "hex"),
    preview: `svc_sk_…${secret.slice(-4)}`,
    allowlist: [],
    tier: "default",
    replaces: null,
    ...given,
    createdAt: new Date(now),
    expiresAt: new Date(now + days * DAY_MS),
    revokedAt: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    lastUsedAgent: null,
    wrongDoorAt: null,
    wrongDoorPath: null,
    wrongDoorCount: 0,
    // The owner of a key for a week needs no mail about it on the first day.
    remindedDays: REMINDER_DAYS.findLast((reminder) => reminder >= days) ?? null,
  };
  return { row, secret };
}
