/** A key of either kind as the operator sees it: its whole row except secrets. */
import "server-only";
import { z } from "zod";
import type { Actor, Client } from "#lib/platform/actor.ts";
import { botKeys, KEY_TIERS, mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { KEY_STATES, keyState } from "#lib/protocol/key-state.ts";

export type OperatorContext = {
  actor: Extract<Actor, { kind: "operator" }>;
  now: number;
  /** The operator's address, for the audit log of the account. */
  client: Client;
};

const moment = z.iso.datetime().nullable();

export const KeyRecord = z
  .strictObject({
    kind: z.enum(["mcp", "bot"]),
    id: z.string(),
    userId: z.string(),
    name: z.string(),
    preview: z.string(),
    state: z.enum(KEY_STATES),
    createdAt: z.iso.datetime(),
    /** Null: it does not expire. */
    expiresAt: moment,
    revokedAt: moment,
    lastUsedAt: moment,
    lastUsedAddress: z.string().nullable(),
    lastUsedAgent: z.string().nullable(),
    /** Empty: from anywhere. */
    allowlist: z.array(z.string()),
    tier: z.enum(KEY_TIERS),
    wrongDoor: z
      .strictObject({ at: z.iso.datetime(), path: z.string(), count: z.int() })
      .nullable(),
  })
  .meta({ id: "OperatorKey" });

export type KeyRecord = z.output<typeof KeyRecord>;

/** `mcp_…` or `tbk_…`. */
export const KeyId = z.string().regex(/^(?:mcp|tbk)_[0-9a-f]{24}$/, "must be mcp_… or tbk_…");

export type KeyTable = typeof mcpKeys | typeof botKeys;

/** The table of a key with this id. */
export function tableOf(id: string): KeyTable {
  return id.startsWith("mcp_") ? mcpKeys : botKeys;
}

/** The columns of both tables that are not secret. */
export function columnsOf(table: KeyTable) {
  return {
    id: table.id,
    userId: table.userId,
    name: table.name,
    preview: table.preview,
    createdAt: table.createdAt,
    expiresAt: table.expiresAt,
    revokedAt: table.revokedAt,
    lastUsedAt: table.lastUsedAt,
    lastUsedAddress: table.lastUsedAddress,
    lastUsedAgent: table.lastUsedAgent,
    allowlist: table.allowlist,
    tier: table.tier,
    wrongDoorAt: table.wrongDoorAt,
    wrongDoorPath: table.wrongDoorPath,
    wrongDoorCount: table.wrongDoorCount,
  };
}

type Row = Omit<KeyRecord, MomentName | "kind" | "state" | "wrongDoor"> & {
  [Name in Exclude<MomentName, "createdAt">]: Date | null;
} & {
  createdAt: Date;
  wrongDoorAt: Date | null;
  wrongDoorPath: string | null;
  wrongDoorCount: number;
};
type MomentName = "createdAt" | "expiresAt" | "revokedAt" | "lastUsedAt";

export function recordOf(row: Row, now: number): KeyRecord {
  const { wrongDoorAt, wrongDoorPath, wrongDoorCount, ...rest } = row;
  return {
    ...rest,
    kind: row.id.startsWith("mcp_") ? "mcp" : "bot",
    state: keyState(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    wrongDoor:
      wrongDoorAt === null
        ? null
        : { at: wrongDoorAt.toISOString(), path: wrongDoorPath ?? "", count: wrongDoorCount },
  };
}
