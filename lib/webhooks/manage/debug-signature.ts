/** Says why a receiver's check of a signature fails. It never shows a signature that would pass. */
import "server-only";
import { z } from "zod";
import { database } from "#lib/platform/db/client.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { type ManagerContext, requireManager } from "#lib/webhooks/core/manager.ts";
import { findWebhookSecrets } from "#lib/webhooks/core/secrets.ts";
import {
  checkSignature,
  checkStandardSignature,
  type StandardCheck,
} from "#lib/webhooks/core/signature.ts";
import { findWebhook } from "#lib/webhooks/core/webhook-rows.ts";

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
  for (const [problem, text] of likely(body.body)) {
    const other = check(text);
    if (other.ok || other.problem !== "mismatch") return { ...shown(other), ok: false, problem };
  }
  return shown(found);
}

/** `webhook-id` of the delivery; empty for what is no delivery. */
function dedupKeyOf(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    const key = isRecord(parsed) ? parsed["dedup_key"] : undefined;
    return typeof key === "string" ? key : "";
  } catch {
    return "";
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
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return undefined;
  }
}

function shown(check: StandardCheck): Diagnosis {
  return {
    ok: check.ok,
    problem: check.ok ? null : check.problem,
    secret_id: check.secretId ?? null,
    age_seconds: check.ageSeconds ?? null,
  };
}
