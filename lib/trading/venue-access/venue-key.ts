/** Enabling trading: an owner-signed request creates the venue key, which stays on the server. */
import "server-only";
import type { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import type { Client, WalletActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { type Reply, respond } from "#lib/platform/http/reply.ts";
import { CreatedApiKey, type HeldKey } from "#lib/protocol/wire/account.ts";
import { askVenue, checkedBody, verbatim } from "./ask-venue.ts";
import { type accountQuery, requireAccount } from "./expected-account.ts";
import { findKey, type StoredKey, saveKey } from "./key-store.ts";
import { headersWithMemo } from "./signature-headers.ts";

type Context = { actor: WalletActor; now: number; client: Client };

const VENUE_KEY_ANYWHERE = /apikey_[0-9a-f]{64}/;

/** The live key of the signed-in account, without its secret. @throws ACCOUNT_MISMATCH */
export async function readVenueKey(call: {
  ctx: Context;
  input: { query: z.output<typeof accountQuery> };
}): Promise<HeldKey> {
  requireAccount(call.ctx.actor, call.input.query.account);
  const key = await findKey(call.ctx.actor.account, call.ctx.now);
  return { key: key === undefined ? null : summaryOf(key) };
}

/**
 * Passes the owner-signed `create_api_key` on byte for byte, stores the key, and answers without its secret. A refusal of
 * the venue is passed on verbatim. While a key is live, that one is the answer: a second one would never be used.
 * @throws MISSING_SIGNATURE, ACCOUNT_MISMATCH, MEMO_MALFORMED, VENUE_TIMEOUT, VENUE_UNREACHABLE
 */
export async function createVenueKey(call: {
  ctx: Context;
  input: { request: Request; rawBody: Uint8Array };
}): Promise<Reply | Response> {
  const { ctx, input } = call;
  const signature = headersWithMemo(input.request.headers, ctx.actor);
  const live = await findKey(ctx.actor.account, ctx.now);
  if (live !== undefined) return respond(200, { key: summaryOf(live) });
  const answer = await askVenue({
    method: "POST",
    path: "/v1/keys",
    headers: { ...signature, "content-type": "application/json" },
    body: input.rawBody,
  });
  const text = answer.body.toString("utf8");
  if (answer.status !== 201) {
    if (VENUE_KEY_ANYWHERE.test(text)) throw new Error("The venue's refusal contains a key.");
    return verbatim(answer);
  }
  const created = checkedBody(answer, { path: "/v1/keys", contract: CreatedApiKey });
  if (created.account !== ctx.actor.account) {
    throw new Error("The venue created a key for another account.");
  }
  const stored: StoredKey = {
    id: created.id,
    label: created.label,
    createdAt: new Date(ctx.now),
    expiresAt: created.expires_at === 0 ? null : new Date(created.expires_at),
    secret: created.key,
  };
  await keepKey(ctx, stored);
  return respond(201, { key: summaryOf(stored) });
}

async function keepKey({ actor, now, client }: Context, key: StoredKey): Promise<void> {
  const db = await database();
  await db.transaction(async (change) => {
    await saveKey(change, actor.account, key);
    await recordAudit(change, {
      now,
      userId: actor.userId,
      actor,
      action: "venue_key.created",
      target: key.id,
      client,
      details: { label: key.label, account: actor.account },
    });
  });
}

function summaryOf(key: StoredKey): NonNullable<HeldKey["key"]> {
  return {
    id: key.id,
    label: key.label,
    created_at: key.createdAt.getTime(),
    expires_at: key.expiresAt?.getTime() ?? null,
  };
}
