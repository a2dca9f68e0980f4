/** The venue keys of an account: those that its owner created elsewhere, and the one that this service holds. */
import "server-only";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import type { Client, WalletActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { ApiKeyList, RevokedApiKey, type VenueKeyList } from "#lib/protocol/wire/account.ts";
import { checkedBody, errorCode, verbatim } from "./ask-venue.ts";
import { type accountQuery, requireAccount } from "./expected-account.ts";
import { askWithKey } from "./forward.ts";
import { removeKey } from "./key-store.ts";
import { signatureHeaders } from "./signature-headers.ts";

type Context = { actor: WalletActor; now: number; client: Client };

export const VenueKeyParams = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/, "must be the id of a venue key"),
});

/**
 * For a session with a wallet. A refusal of the venue is passed on unchanged.
 * @throws ACCOUNT_MISMATCH, TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE
 */
export async function listVenueKeys({
  ctx,
  input,
}: {
  ctx: Context;
  input: { query: z.output<typeof accountQuery> };
}): Promise<VenueKeyList | Response> {
  requireAccount(ctx.actor, input.query.account);
  const path = "/v1/keys";
  const { answer, keyId } = await askWithKey(ctx, { method: "GET", path, headers: {} });
  if (answer.status !== 200) return verbatim(answer);
  const { results } = checkedBody(answer, { path, contract: ApiKeyList });
  return { results: results.map((key) => ({ ...key, held: key.id === keyId })) };
}

/**
 * For a session with a wallet, which signed revoke_api_key: its bytes go to the venue unchanged. When it was the key that
 * this service holds, the copy is deleted, and trading has to be enabled again.
 * @throws MISSING_SIGNATURE, ACCOUNT_MISMATCH, TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE
 */
export async function revokeVenueKey({
  ctx,
  input,
}: {
  ctx: Context;
  input: { params: z.output<typeof VenueKeyParams>; request: Request; rawBody: Uint8Array };
}): Promise<Response> {
  const { id } = input.params;
  const signature = signatureHeaders(input.request.headers, ctx.actor);
  const { answer, keyId } = await askWithKey(ctx, {
    method: "DELETE",
    path: `/v1/keys/${id}`,
    headers: { ...signature, "content-type": "application/json" },
    body: input.rawBody,
  });
  if (answer.status === 200) {
    checkedBody(answer, { path: "/v1/keys", contract: RevokedApiKey });
    await noteRevoked(ctx, id, keyId === id);
  }
  // The venue knows the caller's key but not this one, so it is already gone.
  else if (errorCode(answer) === "API_KEY_NOT_FOUND" && keyId === id) {
    await removeKey(ctx.actor.account, id);
  }
  return verbatim(answer);
}

async function noteRevoked({ actor, now, client }: Context, id: string, held: boolean) {
  const db = await database();
  await db.transaction(async (change) => {
    if (held) await removeKey(actor.account, id, change);
    await recordAudit(change, {
      now,
      userId: actor.userId,
      actor,
      action: "venue_key.revoked",
      target: id,
      client,
      details: { held, account: actor.account },
    });
  });
}
