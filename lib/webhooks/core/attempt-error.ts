/** Why attempts failed, as their owner and the operator read it: `HTTP 500`, or the name of the failure. */
import "server-only";
import { and, desc, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import type { AttemptFailure } from "#lib/protocol/webhooks.ts";
import { webhookAttempts } from "#lib/webhooks/schema/webhooks.ts";

type Failed = { status: number | null; failure: AttemptFailure | null };

export function attemptErrorText({ status, failure }: Failed): string {
  return failure === "status" || failure === "gone"
    ? `HTTP ${(status ?? 0).toString()}`
    : (failure ?? "");
}

/** The same of an attempt `a` that failed. */
export function attemptErrorSql(a: SQL): SQL {
  return sql`case when ${a}.failure in ('status', 'gone') then 'HTTP ' || ${a}.status else ${a}.failure end`;
}

/** By id of the delivery; those without a failed attempt have no entry. */
export async function lastErrors(
  db: Pick<Database, "selectDistinctOn">,
  deliveryIds: readonly string[],
): Promise<Map<string, string>> {
  if (deliveryIds.length === 0) return new Map();
  const { deliveryId, number, endedAt, status, failure } = webhookAttempts;
  const rows = await db
    .selectDistinctOn([deliveryId], { deliveryId, status, failure })
    .from(webhookAttempts)
    .where(and(inArray(deliveryId, [...deliveryIds]), isNotNull(failure)))
    .orderBy(deliveryId, desc(number), desc(endedAt));
  return new Map(rows.map((row) => [row.deliveryId, attemptErrorText(row)]));
}
