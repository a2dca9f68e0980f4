/**
 * next-auth's own endpoints: csrf, providers, callback/wallet, callback/email, signin/oidc, callback/oidc, signout.
 * `session` is read from the session's row. Its pages and its log endpoint are not served.
 */
import { z } from "zod";
import { currentSession } from "#lib/identity/sessions/session.ts";
import { endSession } from "#lib/identity/sessions/session-rows.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import { isJson, parseJson, readBytes } from "#lib/platform/http/body.ts";
import { type Reply, respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";
import { callNextAuth, callProvider } from "./_call-next-auth.ts";

const BODY_LIMIT_BYTES = 16 * 1024;
const GETS = new Set(["csrf", "providers"]);
const POSTS = new Set(["callback/wallet", "callback/email", "signout"]);
const params = z.object({ nextauth: z.array(z.string()) });

const GET = route({ credential: "public", params, takesAnyQuery: true }, async ({ ctx, input }) => {
  const { request } = input;
  const path = input.params.nextauth.join("/");
  if (path === "session") return showSession(request.headers, ctx.now);
  if (path === "callback/oidc" && config().oidc !== undefined) {
    const session = (await currentSession(request.headers, ctx.now))?.actor;
    return callProvider({ request, path, session, ctx });
  }
  if (!GETS.has(path)) throw new ServiceError("NOT_FOUND");
  return callNextAuth({ request, path, session: undefined, ctx });
});

const POST = route({ credential: "public", sameOrigin: true, params }, async ({ ctx, input }) => {
  const { request } = input;
  const path = input.params.nextauth.join("/");
  const isFlow = path === "signin/oidc" && config().oidc !== undefined;
  if (!isFlow && !POSTS.has(path)) throw new ServiceError("NOT_FOUND");
  const body = await readBytes(request, BODY_LIMIT_BYTES);
  // next-auth fails on invalid JSON.
  if (isJson(request.headers)) parseJson(body);
  const session = (await currentSession(request.headers, ctx.now))?.actor;
  const call = { request, body, path, session, ctx };
  if (isFlow) return callProvider(call);
  const answer = await callNextAuth(call);
  if (path === "signout" && session !== undefined) await endSession(session, ctx.now, ctx.client);
  return answer;
});

export { GET, POST };

/** `{user: {id, address}, expires}` of a live session, `{}` without one; `address` is null without a wallet. */
async function showSession(headers: Headers, now: number): Promise<Reply> {
  const session = await currentSession(headers, now);
  const noStore = { "cache-control": "no-store" };
  if (session === undefined) return respond(200, {}, noStore);
  const { userId: id, account: address = null } = session.actor;
  const expires = new Date(session.expiresAt).toISOString();
  return respond(200, { user: { id, address }, expires }, noStore);
}
