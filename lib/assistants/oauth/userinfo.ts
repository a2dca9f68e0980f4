/** The user of an access token. OpenID Connect's endpoint would need an unsupported scope and refuses tokens of a resource. */
import { z } from "zod";
import type { OauthGrantActor } from "#lib/platform/actor.ts";

export const UserInfo = z.object({
  /** The same for every client. */
  sub: z.string(),
  client_id: z.string(),
  /** The scopes of this token. */
  scope: z.string(),
});

export function readUserInfo({
  ctx,
}: {
  ctx: { actor: OauthGrantActor };
}): z.infer<typeof UserInfo> {
  const { userId, clientId, scopes } = ctx.actor;
  return { sub: userId, client_id: clientId, scope: scopes.join(" ") };
}
