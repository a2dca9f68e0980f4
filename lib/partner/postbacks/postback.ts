/** The postback of a partner: the address that is called for each event, and its latest calls. */
import "server-only";
import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { findPartner, requirePartner } from "#lib/partner/profile/partner.ts";
import { partnerPostbackCalls, partnerPostbacks } from "#lib/partner/schema/postbacks.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import type { Network } from "#lib/platform/outbound/guarded-request.ts";
import { readTarget, webhookNetwork } from "#lib/platform/outbound/webhook-targets.ts";
import {
  fillMacros,
  PARTNER_EVENTS,
  POSTBACK_MACROS,
  unknownMacros,
} from "#lib/protocol/partner/postbacks.ts";
import type { Postback } from "#lib/protocol/wire/partner.ts";
import { SAMPLE_MACROS } from "./_sample-macros.ts";
import { callAddress } from "./send-calls.ts";

export const PostbackBody = z.strictObject({
  url: z.string().trim().min(1).max(2_048),
  events: z
    .array(z.enum(PARTNER_EVENTS))
    .min(1)
    .transform((events) => PARTNER_EVENTS.filter((event) => events.includes(event)))
    .default([...PARTNER_EVENTS]),
});

export const PostbackTestBody = z.strictObject({
  event: z.enum(PARTNER_EVENTS).default("referral.created"),
});

type Context = { actor: SessionActor; client: Client; now: number; quotas: Quota[] };

/** Calls that the page shows. */
const SHOWN_CALLS = 20;

/** @throws NOT_A_PARTNER */
export async function readPostback({
  ctx: { actor },
}: {
  ctx: { actor: SessionActor };
}): Promise<Postback> {
  const { db, partner } = await requirePartner(actor);
  return shown(db, partner.id);
}

/**
 * Sets the address, and resumes a postback that was paused. Waiting calls go to the new address.
 * @throws NOT_A_PARTNER, INVALID_FIELD, WEBHOOK_TARGET_REFUSED, RATE_LIMITED
 */
export async function setPostback({
  ctx,
  input: { body },
}: {
  ctx: Context;
  input: { body: z.output<typeof PostbackBody> };
}): Promise<Postback> {
  const { actor, client, now, quotas } = ctx;
  const url = readAddress(body.url);
  await takeQuotas(quotas, ["webhook_changes", actor.userId]);
  const db = await database();
  return db.transaction(async (change) => {
    await lockAccount(change, actor.userId);
    const partner = await findPartner(change, actor.userId);
    if (partner === undefined) throw new ServiceError("NOT_A_PARTNER");
    const terms = { url, events: body.events, pausedAt: null };
    await change
      .insert(partnerPostbacks)
      .values({ partnerId: partner.id, ...terms, createdAt: now })
      .onConflictDoUpdate({ target: partnerPostbacks.partnerId, set: terms });
    const { origin } = new URL(url);
    await recordAudit(change, {
      now,
      userId: actor.userId,
      actor,
      action: "partner.postback_set",
      target: partner.id,
      client,
      details: { origin },
    });
    return shown(change, partner.id);
  });
}

/** Removes the address; calls that wait are not sent. Without a postback it does nothing. @throws NOT_A_PARTNER */
export async function removePostback({
  ctx: { actor, client, now },
}: {
  ctx: Omit<Context, "quotas">;
}): Promise<Postback> {
  const db = await database();
  return db.transaction(async (change) => {
    await lockAccount(change, actor.userId);
    const partner = await findPartner(change, actor.userId);
    if (partner === undefined) throw new ServiceError("NOT_A_PARTNER");
    const { partnerId } = partnerPostbacks;
    await change.delete(partnerPostbackCalls).where(eq(partnerPostbackCalls.partnerId, partner.id));
    const removed = await change
      .delete(partnerPostbacks)
      .where(eq(partnerId, partner.id))
      .returning({ partnerId });
    if (removed.length > 0) {
      const by = { now, userId: actor.userId, actor, client, target: partner.id };
      await recordAudit(change, { ...by, action: "partner.postback_removed" });
    }
    return shown(change, partner.id);
  });
}

/**
 * Calls the address once with sample values and `test` = 1, also when it is paused.
 * @param network for tests
 * @throws NOT_A_PARTNER, POSTBACK_NOT_SET, RATE_LIMITED
 */
export async function testPostback(
  { ctx, input: { body } }: { ctx: Context; input: { body: z.output<typeof PostbackTestBody> } },
  network: Network = webhookNetwork(),
): Promise<Postback> {
  const { actor, now, quotas } = ctx;
  const { db, partner } = await requirePartner(actor);
  const [postback] = await db
    .select()
    .from(partnerPostbacks)
    .where(eq(partnerPostbacks.partnerId, partner.id));
  if (postback === undefined) throw new ServiceError("POSTBACK_NOT_SET");
  await takeQuotas(quotas, ["webhook_tests", actor.userId]);
  const id = newId("pbk");
  const { event } = body;
  const macros = { ...SAMPLE_MACROS[event], event, id, time: isoTime(now), test: "1" };
  const url = fillMacros(postback.url, macros);
  const result = await callAddress(url, id, network);
  await db.insert(partnerPostbackCalls).values({
    id,
    partnerId: partner.id,
    event,
    subject: id,
    macros,
    isTest: true,
    state: result.failure === null ? "delivered" : "dead",
    attempts: 1,
    dueAt: null,
    createdAt: now,
    attemptedAt: now,
    url,
    ...result,
  });
  return shown(db, partner.id);
}

/**
 * The address as it is stored: its host may have no macro, because it decides where the call goes.
 * @throws INVALID_FIELD, WEBHOOK_TARGET_REFUSED
 */
function readAddress(text: string): string {
  const invalid = (reason: string) => new ServiceError("INVALID_FIELD", { field: "url", reason });
  const [wrong] = unknownMacros(text);
  if (wrong !== undefined) {
    throw invalid(`{${wrong}} is no macro; there are ${POSTBACK_MACROS.join(", ")}`);
  }
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
  if (/[{}]|%7[bd]/i.test(host)) throw invalid("its host must have no macro");
  return readTarget(text);
}

async function shown(db: Pick<Database, "select">, partnerId: string): Promise<Postback> {
  const [postback] = await db
    .select()
    .from(partnerPostbacks)
    .where(eq(partnerPostbacks.partnerId, partnerId));
  const calls = await db
    .select()
    .from(partnerPostbackCalls)
    .where(eq(partnerPostbackCalls.partnerId, partnerId))
    .orderBy(desc(partnerPostbackCalls.createdAt), desc(partnerPostbackCalls.id))
    .limit(SHOWN_CALLS);
  const momentOf = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    postback:
      postback === undefined
        ? null
        : {
            url: postback.url,
            events: postback.events,
            paused_at: momentOf(postback.pausedAt),
            created_at: isoTime(postback.createdAt),
          },
    calls: calls.map((call) => ({
      id: call.id,
      event: call.event,
      test: call.isTest,
      state: call.state,
      attempts: call.attempts,
      created_at: isoTime(call.createdAt),
      attempted_at: momentOf(call.attemptedAt),
      next_attempt_at: momentOf(call.dueAt),
      url: call.url,
      status: call.status,
      failure: call.failure,
    })),
  };
}
