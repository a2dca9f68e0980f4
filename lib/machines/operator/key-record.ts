/** A key of any kind as the operator sees it: its whole row except its secret and what only its kind has. */
import "server-only";
import { z } from "zod";
import { commonColumns, type KeyRow, recordOf } from "#lib/machines/keys/key-record.ts";
import { KEY_KINDS, type KeyKind, kindOf } from "#lib/machines/keys/kinds.ts";
import type { Actor, Client } from "#lib/platform/actor.ts";
import { OperatorKey } from "#lib/protocol/wire/machine-keys.ts";

export type OperatorContext = {
  actor: Extract<Actor, { kind: "operator" }>;
  now: number;
  /** The operator's address, for the audit log of the account. */
  client: Client;
};

/** `mcp_…` or `tbk_…`. */
export const KeyParams = z.object({
  id: z
    .string()
    .regex(/^(?:mcp|tbk)_[0-9a-f]{24}$/, "must be mcp_… or tbk_…")
    .meta({ examples: ["mcp_0123456789abcdef01234567"] }),
});

/** Why the operator changes a key; its owner reads it. */
export const reasonText = z.string().trim().min(3, "say it in words").max(300);

export const ChangedKey = z.strictObject({ key: OperatorKey });

/** The kind of a key with this id, and the columns that all kinds have. */
export function keyKind(id: string): { kind: KeyKind; columns: ReturnType<typeof commonColumns> } {
  const kind = KEY_KINDS[kindOf(id)];
  return { kind, columns: commonColumns(kind) };
}

export function operatorRecord(row: KeyRow, now: number): OperatorKey {
  const { id, preview, name, state, wrongDoor, ...terms } = recordOf(row, now);
  const { userId } = row;
  return { id, userId, name, preview, ...terms, kind: kindOf(id), state, wrongDoor };
}
