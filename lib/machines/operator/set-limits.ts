/**
 * Addresses and rate of a key, on its owner's request (spec 1, "Authentication" 3): elevated limits are granted against a
 * described use case and require an IP allowlist.
 */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import { parseAddresses } from "#lib/platform/address-list.ts";
import { database } from "#lib/platform/db/client.ts";
import { KEY_TIERS } from "#lib/platform/db/schema/keys.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { columnsOf, KeyRecord, type OperatorContext, recordOf, tableOf } from "./key-record.ts";
import type { KeyParams } from "./show-key.ts";

const MOST_ADDRESSES = 64;

const words = z.string().trim().min(3, "say it in words").max(300);

const addresses = z
  .array(z.string())
  .max(MOST_ADDRESSES)
  .transform((given, context) => {
    const { entries, refused } = parseAddresses(given);
    for (const { entry, reason } of refused) {
      context.addIssue(`${JSON.stringify(entry)} ${reason}`);
    }
    return entries;
  });

export const LimitsBody = z.strictObject({
  /** Replaces the present list; an empty one allows an MCP key from anywhere. Absent: unchanged. */
  allowlist: addresses.optional(),
  /** Absent: unchanged. */
  tier: z.enum(KEY_TIERS).optional(),
  reason: words,
  /** The owner's use case; required for the elevated tier. */
  useCase: words.optional(),
});

export const ChangedKey = z.strictObject({ key: KeyRecord });

/** For the operator only. Counts from the key's next request on. @throws KEY_NOT_FOUND, KEY_IS_DEAD, INVALID_FIELD, MISSING_FIELD */
export async function setKeyLimits({
  ctx,
  input,
}: {
  ctx: OperatorContext;
  input: { params: z.output<typeof KeyParams>; body: z.output<typeof LimitsBody> };
}): Promise<z.output<typeof ChangedKey>> {
  const { params, body } = input;
  const table = tableOf(params.id);
  const db = await database();
  return db.transaction(async (change) => {
    // Concurrent operators must not separate an elevated tier from its allowlist.
    const [row] = await change
      .select(columnsOf(table))
      .from(table)
      .where(eq(table.id, params.id))
      .for("update");
    if (row === undefined) throw new ServiceError("KEY_NOT_FOUND");
    const { state } = recordOf(row, ctx.now);
    if (state === "revoked" || state === "expired") throw new ServiceError("KEY_IS_DEAD");
    const limits = {
      allowlist: body.allowlist ?? row.allowlist,
      tier: body.tier ?? row.tier,
    };
    requireGrounds(params.id, limits, body);
    await change.update(table).set(limits).where(eq(table.id, params.id));
    await recordAudit(change, {
      now: ctx.now,
      userId: row.userId,
      actor: ctx.actor,
      action: params.id.startsWith("mcp_") ? "mcp_key.limits_set" : "bot_key.limits_set",
      target: params.id,
      client: ctx.client,
      details: {
        tier: limits.tier,
        allowlist: limits.allowlist.join(", "),
        reason: body.reason,
        ...(body.useCase === undefined ? {} : { useCase: body.useCase }),
      },
    });
    return { key: recordOf({ ...row, ...limits }, ctx.now) };
  });
}

function requireGrounds(
  id: string,
  { allowlist, tier }: { allowlist: string[]; tier: (typeof KEY_TIERS)[number] },
  body: z.output<typeof LimitsBody>,
): void {
  if (body.allowlist === undefined && body.tier === undefined) {
    throw new ServiceError("MALFORMED_BODY", { reason: "it names neither allowlist nor tier" });
  }
  if (allowlist.length === 0 && id.startsWith("tbk_")) {
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
