/** A signed-in person reads the usage of one of their keys, in which they can find foreign calls, and a key its own. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { readDays } from "#lib/machines/usage/read-days.ts";
import { usageDays } from "#lib/machines/usage/usage-days.ts";
import type { OwnerActor, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { MachineReads } from "#lib/protocol/wire/assistant-controls.ts";
import type { KeyUsageDays } from "#lib/protocol/wire/machine-keys.ts";
import { requireOwnKey } from "./key-record.ts";
import { KEY_KINDS, type KeyKindName } from "./kinds.ts";

type Call = { ctx: { actor: OwnerActor; now: number }; input: { params: { id: string } } };

/** By day and outcome, the last 30 days, the oldest first. @throws KEY_NOT_FOUND */
export async function readKeyUsage(
  name: KeyKindName,
  { ctx: { actor, now }, input: { params } }: Call,
): Promise<KeyUsageDays> {
  if (actor.kind === "mcp_key" && actor.keyId !== params.id)
    throw new ServiceError("KEY_NOT_FOUND");
  await requireOwnKey(await database(), KEY_KINDS[name], { ...params, userId: actor.userId });
  return usageDays(params.id, now);
}

/** What one of the person's MCP keys read. @throws KEY_NOT_FOUND */
export async function readKeyReads({
  ctx: { actor, now },
  input: { params },
}: {
  ctx: { actor: SessionActor; now: number };
  input: { params: { id: string } };
}): Promise<MachineReads> {
  await requireOwnKey(await database(), KEY_KINDS.mcp, { ...params, userId: actor.userId });
  return readDays(params.id, now);
}
