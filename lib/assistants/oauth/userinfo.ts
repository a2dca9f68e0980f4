/** The user of an access token. OpenID Connect's endpoint would need an unsupported scope and refuses tokens of a resource. */
import { z } from "zod";
import type { OauthGrantActor } from "#lib/platform/actor.ts";

export const UserInfo = z.object({
  sub: z.string().describe("Id of the account, the same for every client"),
  client_id: z.string(),
  scope: z.string().describe("The scopes of this token, separated by spaces"),
});

export function readUserInfo({
  ctx,
}: {
  ctx: { actor: OauthGrantActor };
}): z.infer<typeof UserInfo> {
  const { userId, clientId, scopes } = ctx.actor;
  return { sub: userId, client_id: clientId, scope: scopes.join(" ") };
}
