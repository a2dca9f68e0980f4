/** Says why a receiver's check of a signature fails. It never shows a signature that would pass. */
import "server-only";
import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { formattedBody } from "#lib/webhooks/core/delivery-body.ts";
import { type ManagerContext, requireManager } from "#lib/webhooks/core/manager.ts";
import { findWebhookSecrets } from "#lib/webhooks/core/secrets.ts";
import {
  checkSignature,
  checkStandardSignature,
  type StandardCheck,
} from "#lib/webhooks/core/signature.ts";
import { findWebhook, type WebhookRow } from "#lib/webhooks/core/webhook-rows.ts";
import { webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";

export const DiagnoseSignature = z.strictObject({
  signature: z
    .string()
    .max(1_000)
    .describe("X-Svc-Signature or webhook-signature as it was received"),
  body: z.string().max(65_536).describe("The body, as the receiver got it"),
});

type Diagnosis = {
  ok: boolean;
  problem:
    | "malformed"
    | "mismatch"
    | "reserialised"
    | "newline_added"
    | "secret_decoded"
    | "too_old"
    | "too_new"
    | null;
  secret_id: string | null;
  age_seconds: number | null;
};

/** @throws WEBHOOK_NOT_FOUND */
export async function diagnoseSignature({
  ctx,
  input: { params, body },
}: {
  ctx: ManagerContext;
  input: { params: { id: string }; body: z.output<typeof DiagnoseSignature> };
}): Promise<Diagnosis> {
  const userId = requireManager(ctx.actor);
  const db = await database();
  const webhook = await findWebhook(db, { userId, id: params.id });
  const secrets = await findWebhookSecrets(db, webhook.id, ctx.now);
  const terms = { secrets, now: ctx.now };
  const check = (text: string): StandardCheck =>
    checkStandardSignature(body.signature, { id: dedupKeyOf(text), body: text }, terms) ??
    checkSignature(body.signature, text, terms);
  const found = check(body.body);
  if (found.ok || found.problem !== "mismatch") return shown(found);
  const sent = await sentBody(db, webhook, body.body);
  const others = [...likely(body.body), ...(sent === undefined ? [] : [sent])];
  for (const [problem, text] of others) {
    const other = check(text);
    if (other.ok || other.problem !== "mismatch") return { ...shown(other), ok: false, problem };
  }
  return body.body.trim() === "[object Object]"
    ? { ...shown(found), problem: "reserialised" }
    : shown(found);
}

/**
 * The body of the stored delivery that the receiver parsed, if it was written again with other spaces, escapes or an
 * other order of its fields. A body with another content is none.
 */
async function sentBody(
  db: Pick<Database, "select">,
  webhook: WebhookRow,
  body: string,
): Promise<readonly ["reserialised", string] | undefined> {
  const parsed = parsedOf(body);
  const id = isRecord(parsed) ? parsed["id"] : undefined;
  if (typeof id !== "string") return undefined;
  const [delivery] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhook.id)));
  if (delivery === undefined) return undefined;
  const sent = formattedBody(delivery, { ...webhook, baseUrl: config().baseUrl });
  return isDeepStrictEqual(parsedOf(sent), parsed) ? ["reserialised", sent] : undefined;
}

/** `webhook-id` of the delivery; empty for what is no delivery. */
function dedupKeyOf(text: string): string {
  const parsed = parsedOf(text);
  const key = isRecord(parsed) ? parsed["dedup_key"] : undefined;
  return typeof key === "string" ? key : "";
}

/** `undefined` for what is no JSON. */
function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Bodies that were probably sent instead. */
function likely(body: string): readonly (readonly ["newline_added" | "reserialised", string])[] {
  const trimmed = body.replace(/\r?\n$/, "");
  const compact = compacted(body);
  return [
    ...(trimmed === body ? [] : [["newline_added", trimmed] as const]),
    ...(compact === undefined || compact === body ? [] : [["reserialised", compact] as const]),
  ];
}

function compacted(body: string): string | undefined {
  const parsed = parsedOf(body);
  return parsed === undefined ? undefined : JSON.stringify(parsed);
}

function shown(check: StandardCheck): Diagnosis {
  return {
    ok: check.ok,
    problem: check.ok ? null : check.problem,
    secret_id: check.secretId ?? null,
    age_seconds: check.ageSeconds ?? null,
  };
}
