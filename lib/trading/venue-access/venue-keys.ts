/** The venue keys of an account: those that its owner created elsewhere, and the one that this service holds. */
import "server-only";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import type { Client, WalletActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { errorCode, verbatim } from "./ask-venue.ts";
import { type accountQuery, requireAccount } from "./expected-account.ts";
import { askWithKey } from "./forward.ts";
import { removeKey } from "./key-store.ts";
import { signatureHeaders } from "./signature-headers.ts";

type Context = { actor: WalletActor; now: number; client: Client };

/** A key as the venue lists it (GET /v1/keys). Times are Unix milliseconds. */
const record = {
  id: z.string(),
  account: z.string(),
  /** Base58: the signer that the key is pinned to; the account itself when it is pinned to no other. */
  signer: z.string(),
  label: z.string(),
  created_at: z.int(),
  /** 0: it does not expire. */
  expires_at: z.int(),
};

const Listed = z.object({ results: z.array(z.object(record)) });

export const VenueKeyList = z.strictObject({
  results: z.array(
    z
      .strictObject({
        ...record,
        held: z.boolean().describe("The key that this service trades with"),
      })
      .meta({ id: "VenueKey" }),
  ),
});

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
}): Promise<z.output<typeof VenueKeyList> | Response> {
  requireAccount(ctx.actor, input.query.account);
  const { answer, keyId } = await askWithKey(ctx, { method: "GET", path: "/v1/keys", headers: {} });
  if (answer.status !== 200) return verbatim(answer);
  const { results } = Listed.parse(JSON.parse(answer.body.toString("utf8")));
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
  if (answer.status === 200) await noteRevoked(ctx, id, keyId === id);
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
