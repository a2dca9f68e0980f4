/**
 * Sets addresses and rate of a key on its owner's request (docs/operator.md). Elevated limits need a described use case and
 * an allowlist of addresses.
 */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { allowlistOf } from "#lib/machines/keys/allowlist.ts";
import type { KeyKind } from "#lib/machines/keys/kinds.ts";
import { database } from "#lib/platform/db/client.ts";
import { KEY_TIERS } from "#lib/protocol/key-state.ts";
import {
  type ChangedKey,
  type KeyParams,
  keyKind,
  type OperatorContext,
  operatorRecord,
  reasonText,
} from "./key-record.ts";

export const LimitsBody = z.strictObject({
  /** Replaces the present list; an empty one allows an MCP key from anywhere. Absent: unchanged. */
  allowlist: allowlistOf({ least: 0 }).optional(),
  /** Absent: unchanged. */
  tier: z.enum(KEY_TIERS).optional(),
  reason: reasonText,
  /** The owner's use case; required for the elevated tier. */
  useCase: reasonText.optional(),
});

/** For the operator only. Counts from the key's next request on. @throws KEY_NOT_FOUND, KEY_IS_DEAD, INVALID_FIELD, MISSING_FIELD */
export async function setKeyLimits({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { params: z.output<typeof KeyParams>; body: z.output<typeof LimitsBody> };
}): Promise<z.output<typeof ChangedKey>> {
  const { body } = input;
  const { id } = input.params;
  const { now, actor, client } = ctx;
  const { kind, columns } = keyKind(id);
  const isIt = eq(kind.table.id, id);
  const db = await database();
  return db.transaction(async (change) => {
    // Concurrent operators must not separate an elevated tier from its allowlist.
    const [row] = await change.select(columns).from(kind.table).where(isIt).for("update");
    if (row === undefined) throw new ServiceError("KEY_NOT_FOUND");
    const { state } = operatorRecord(row, now);
    if (state === "revoked" || state === "expired") throw new ServiceError("KEY_IS_DEAD");
    const limits = { allowlist: body.allowlist ?? row.allowlist, tier: body.tier ?? row.tier };
    requireGrounds(kind, limits, body);
    await change.update(kind.table).set(limits).where(isIt);
    const { reason, useCase } = body;
    const details = {
      tier: limits.tier,
      allowlist: limits.allowlist.join(", "),
      reason,
      ...(useCase === undefined ? {} : { useCase }),
    };
    const action = `${kind.actor}.limits_set` as const;
    const { userId } = row;
    await recordAudit(change, { now, userId, actor, action, target: id, client, details });
    return { key: operatorRecord({ ...row, ...limits }, now) };
  });
}

function requireGrounds(
  { needsAllowlist }: KeyKind,
  { allowlist, tier }: { allowlist: string[]; tier: (typeof KEY_TIERS)[number] },
  body: z.output<typeof LimitsBody>,
): void {
  if (body.allowlist === undefined && body.tier === undefined) {
    throw new ServiceError("MALFORMED_BODY", { reason: "it names neither allowlist nor tier" });
  }
  if (allowlist.length === 0 && needsAllowlist) {
    const reason = "a bot key is never without the addresses that its owner named";
    throw new ServiceError("INVALID_FIELD", { field: "allowlist", reason });
  }
  if (tier !== "elevated") return;
  if (allowlist.length === 0) {
    const reason = "elevated limits require the addresses that the caller will use";
    throw new ServiceError("INVALID_FIELD", { field: "allowlist", reason });
  }
  const wide = allowlist.find(isWide);
  if (wide !== undefined) {
    const reason = `${wide} is no place that a caller calls from; elevated limits take networks from /16, of IPv6 from /32 on`;
    throw new ServiceError("INVALID_FIELD", { field: "allowlist", reason });
  }
  if (body.tier === "elevated" && body.useCase === undefined) {
    throw new ServiceError("MISSING_FIELD", { field: "useCase" });
  }
}

/** Shortest prefixes of networks that one caller plausibly has. */
const WIDEST = { ipv4: 16, ipv6: 32 };

/** `entry`: an address or a network in canonical form. */
function isWide(entry: string): boolean {
  const [address = "", prefix] = entry.split("/");
  return prefix !== undefined && Number(prefix) < WIDEST[address.includes(":") ? "ipv6" : "ipv4"];
}
