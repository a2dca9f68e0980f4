/**
 * next-auth's own endpoints: csrf, providers, callback/wallet, signout. `session` is answered from the session's row. Its
 * pages and its log endpoint are not served.
 */
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { z } from "zod";
import { shareBaseUrlWithNextAuth } from "#lib/config.ts";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import { isJson, parseJson, readBytes } from "#lib/http/body.ts";
import { type Reply, type RouteContext, respond, route } from "#lib/http/route.ts";
import { httpRuntime } from "#lib/http/runtime.ts";
import { nextAuthOptions } from "#lib/wallet-session/next-auth.ts";
import { currentSession, readSession } from "#lib/wallet-session/session.ts";
import { endSession } from "#lib/wallet-session/session-rows.ts";

const BODY_LIMIT_BYTES = 16 * 1024;
const PATHS = {
  GET: new Set(["csrf", "providers"]),
  POST: new Set(["callback/wallet", "signout"]),
};
const params = z.object({ nextauth: z.array(z.string()) });

const GET = route({ credential: "public", params }, ({ ctx, input }) =>
  input.params.nextauth.join("/") === "session"
    ? showSession(input.request.headers, ctx.now)
    : callNextAuth(copyOf(input.request), input.params.nextauth, ctx),
);

const POST = route({ credential: "public", sameOrigin: true, params }, async ({ ctx, input }) => {
  const body = await readBytes(input.request, BODY_LIMIT_BYTES);
  // next-auth fails on JSON that is none.
  if (isJson(input.request.headers)) parseJson(body);
  const isEnd = input.params.nextauth.join("/") === "signout";
  const session = isEnd ? await readSession(input.request.headers) : undefined;
  const answer = await callNextAuth(copyOf(input.request, body), input.params.nextauth, ctx);
  if (session !== undefined) await endSession(session, ctx.now, ctx.client);
  return answer;
});

export { GET, POST };

/** next-auth reads a body without a limit, so it gets one that was read already. */
function copyOf(request: Request, body?: BodyInit): NextRequest {
  const { method, headers } = request;
  return new NextRequest(request.url, {
    method,
    headers: new Headers(headers),
    ...(body === undefined ? {} : { body }),
  });
}

/** `{user: {id, address}, expires}` of a live session, `{}` without one; `address` is null for who has no wallet. */
async function showSession(headers: Headers, now: number): Promise<Reply> {
  const session = await currentSession(headers, now);
  const noStore = { "cache-control": "no-store" };
  if (session === undefined) return respond(200, {}, noStore);
  const { userId: id, account: address = null } = session.actor;
  const expires = new Date(session.expiresAt).toISOString();
  return respond(200, { user: { id, address }, expires }, noStore);
}

async function callNextAuth(
  request: NextRequest,
  path: string[],
  ctx: RouteContext,
): Promise<unknown> {
  const served = request.method === "POST" ? PATHS.POST : PATHS.GET;
  if (!served.has(path.join("/"))) throw new ServiceError("NOT_FOUND");
  const { clock, log } = httpRuntime();
  const outcome: { failure?: Error } = {};
  shareBaseUrlWithNextAuth();
  const context = { params: Promise.resolve({ nextauth: path }) };
  const options = nextAuthOptions({
    clock,
    client: ctx.client,
    log,
    onFailure: (error) => {
      outcome.failure = error;
    },
  });
  const response = (await NextAuth(request, context, options)) as Response;
  const { failure } = outcome;
  if (failure === undefined) return explainMissingToken(response);
  if (!(failure instanceof ServiceError)) throw failure;
  // The body of the catalogue, and the address that next-auth's own browser client looks for.
  const { status, body } = toErrorBody(failure, ctx.requestId);
  return respond(status, { ...body, url: `${httpRuntime().baseUrl}/?error=CredentialsSignin` });
}

/** Without a matching CSRF token next-auth answers 200 and an address; say what is wrong instead. */
async function explainMissingToken(response: Response): Promise<Response> {
  const text = await response.clone().text();
  const target = response.headers.get("location") ?? text;
  if (!target.includes("csrf=true")) return response;
  throw new ServiceError("SIGN_IN_REFUSED", {
    reason: "the csrfToken of /api/auth/csrf is missing or belongs to another cookie",
  });
}
