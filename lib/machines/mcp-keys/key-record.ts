/** An MCP key as its owner reads it. */
import "server-only";
import { z } from "zod";
import { KEY_TIERS, type mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { KEY_STATES, keyState } from "#lib/protocol/key-state.ts";

const moment = z.iso.datetime();

/** A key as its owner sees it, without its secret. */
export const McpKeyRecord = z.strictObject({
  id: z.string(),
  /** `svc_sk_…` and the last four characters. */
  preview: z.string(),
  name: z.string(),
  state: z.enum(KEY_STATES),
  createdAt: moment,
  expiresAt: moment,
  revokedAt: moment.nullable(),
  /** Of the last successful call; written some seconds late. */
  lastUsedAt: moment.nullable(),
  lastUsedAddress: z.string().nullable(),
  lastUsedAgent: z.string().nullable(),
  /** Empty: from anywhere. */
  allowlist: z.array(z.string()),
  tier: z.enum(KEY_TIERS),
  canStageOrders: z.boolean(),
  replaces: z.string().nullable(),
  /** The last endpoint of another kind that the key was sent to. */
  wrongDoor: z.strictObject({ at: moment, path: z.string(), count: z.int() }).nullable(),
});

/** The only answer with the secret. */
export const NewMcpKey = McpKeyRecord.extend({ secret: z.string() });

export function recordOf(
  row: typeof mcpKeys.$inferSelect,
  now: number,
): z.output<typeof McpKeyRecord> {
  const { id, preview, name, allowlist, tier, canStageOrders, replaces } = row;
  const { wrongDoorAt, wrongDoorPath, wrongDoorCount: count } = row;
  return {
    id,
    preview,
    name,
    state: keyState(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedAddress: row.lastUsedAddress,
    lastUsedAgent: row.lastUsedAgent,
    allowlist,
    tier,
    canStageOrders,
    replaces,
    wrongDoor:
      wrongDoorAt === null
        ? null
        : { at: wrongDoorAt.toISOString(), path: wrongDoorPath ?? "", count },
  };
}
