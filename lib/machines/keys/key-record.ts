/** Rows of keys without their secrets, and the record that their owner reads. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { botKeys } from "#lib/machines/schema/keys.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { keyState } from "#lib/protocol/key-state.ts";
import type { KeyKind } from "./kinds.ts";

/** The columns of every kind. */
export function commonColumns({ table }: Pick<KeyKind, "table">) {
  return {
    id: table.id,
    userId: table.userId,
    preview: table.preview,
    name: table.name,
    createdAt: table.createdAt,
    expiresAt: table.expiresAt,
    revokedAt: table.revokedAt,
    lastUsedAt: table.lastUsedAt,
    wrongDoorAt: table.wrongDoorAt,
    wrongDoorPath: table.wrongDoorPath,
    wrongDoorCount: table.wrongDoorCount,
    lastUsedAddress: table.lastUsedAddress,
    lastUsedAgent: table.lastUsedAgent,
    allowlist: table.allowlist,
    tier: table.tier,
  };
}

/** Those that its owner sees. The type leaves out what only one kind has: the contract of the answer names it. */
export function columnsOf(kind: KeyKind): ReturnType<typeof commonColumns> {
  return { ...commonColumns(kind), ...kind.shown };
}

/** A row of any kind: a bot key, unlike an MCP key, may have no end. */
export type KeyRow = Pick<typeof botKeys.$inferSelect, keyof ReturnType<typeof commonColumns>>;

/** A row with the columns of `columnsOf` becomes a `McpKey` or `BotKey`. */
export function recordOf({ id, preview, name, userId: _owner, ...row }: KeyRow, now: number) {
  const { createdAt, expiresAt, revokedAt, lastUsedAt, ...others } = row;
  const { wrongDoorAt, wrongDoorPath, wrongDoorCount: count, ...shown } = others;
  return {
    id,
    preview,
    name,
    state: keyState({ expiresAt, revokedAt }, now),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    ...shown,
    wrongDoor:
      wrongDoorAt === null
        ? null
        : { at: wrongDoorAt.toISOString(), path: wrongDoorPath ?? "", count },
  };
}

/** A malformed id becomes the empty id, which no key has, so that it is not found. */
export const KeyParams = z.object({
  id: z.string().transform((id) => (/^(?:mcp|tbk)_[0-9a-f]{24}$/.test(id) ? id : "")),
});

/** Finds a key of the kind for its owner only. */
export function ownKey({ table }: KeyKind, { id, userId }: { id: string; userId: string }) {
  return and(eq(table.id, id), eq(table.userId, userId));
}

/** @throws KEY_NOT_FOUND unless the key is of the kind and the account */
export async function requireOwnKey(
  db: Pick<Database, "select">,
  kind: KeyKind,
  own: { id: string; userId: string },
): Promise<void> {
  const { table } = kind;
  const known = await db.select({ id: table.id }).from(table).where(ownKey(kind, own));
  if (known.length === 0) throw new ServiceError("KEY_NOT_FOUND");
}
