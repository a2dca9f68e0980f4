/** Uses a link that links or proves an address, only for the session that requested it. */
import "server-only";
import { z } from "zod";
import { linkIdentity } from "#lib/identity/person/link-identity.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { consumeEmailToken, type EmailToken } from "./email-links.ts";
import { freshUntil } from "./fresh-proof.ts";
import { proveIdentity } from "./prove-identity.ts";

export const EmailLinkUsed = z.strictObject({
  purpose: z.enum(["link", "prove"]),
  freshUntil: z.iso.datetime().nullable(),
});

/** @throws SIGN_IN_REFUSED, IDENTITY_IN_USE, IDENTITY_NOT_FOUND when the address was unlinked since */
export async function redeemLinkEmail(call: {
  ctx: { actor: SessionActor; now: number; client: Client };
  input: { body: z.output<typeof EmailToken> };
}): Promise<z.output<typeof EmailLinkUsed>> {
  const { ctx, input } = call;
  const { actor, now } = ctx;
  const { email, purpose } = await consumeEmailToken(input.body.token, actor.sessionId, now);
  const proved = { kind: "email", subject: email, label: email } as const;
  if (purpose === "prove") return { purpose, ...(await proveIdentity(proved, ctx)) };
  await linkIdentity(proved, ctx);
  return { purpose: "link", freshUntil: freshUntil(actor.provedAt, now) };
}
