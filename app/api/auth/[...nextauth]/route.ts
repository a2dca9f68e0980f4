/** next-auth's own endpoints: csrf, session, callback/wallet, signout. Its pages and its log endpoint are not served. */
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { z } from "zod";
import { shareBaseUrlWithNextAuth } from "#lib/config.ts";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import { isJson, parseJson, readBytes } from "#lib/http/body.ts";
import { respond, route } from "#lib/http/route.ts";
import { httpRuntime } from "#lib/http/runtime.ts";
import { nextAuthOptions } from "#lib/wallet-session/next-auth.ts";

const BODY_LIMIT_BYTES = 16 * 1024;
const PATHS = {
  GET: new Set(["csrf", "session", "providers"]),
  POST: new Set(["callback/wallet", "signout"]),
};
const params = z.object({ nextauth: z.array(z.string()) });

const GET = route({ credential: "public", params }, ({ ctx, input }) =>
  callNextAuth(copyOf(input.request), input.params.nextauth, ctx.requestId),
);

const POST = route({ credential: "public", sameOrigin: true, params }, async ({ ctx, input }) => {
  const body = await readBytes(input.request, BODY_LIMIT_BYTES);
  // next-auth fails on JSON that is none.
  if (isJson(input.request.headers)) parseJson(body);
  return callNextAuth(copyOf(input.request, body), input.params.nextauth, ctx.requestId);
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

async function callNextAuth(
  request: NextRequest,
  path: string[],
  requestId: string,
): Promise<unknown> {
  const served = request.method === "POST" ? PATHS.POST : PATHS.GET;
  if (!served.has(path.join("/"))) throw new ServiceError("NOT_FOUND");
  const { clock, log } = httpRuntime();
  const outcome: { failure?: Error } = {};
  shareBaseUrlWithNextAuth();
  const context = { params: Promise.resolve({ nextauth: path }) };
  const options = nextAuthOptions({
    clock,
    log,
    onFailure: (error) => {
      outcome.failure = error;
    },
  });
  const response = (await NextAuth(request, context, options)) as Response;
  const { failure } = outcome;
  if (failure === undefined) {
    return path.join("/") === "session"
      ? withoutCookies(response)
      : await explainMissingToken(response);
  }
  if (!(failure instanceof ServiceError)) throw failure;
  // The body of the catalogue, and the address that next-auth's own browser client looks for.
  const { status, body } = toErrorBody(failure, requestId);
  return respond(status, { ...body, url: `${httpRuntime().baseUrl}/?error=CredentialsSignin` });
}

/**
 * next-auth renews the cookie at every look at the session. A look that crosses a sign-out on its way would bring the
 * session back, so a session keeps the lifetime that the sign-in gave it.
 */
function withoutCookies(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.delete("set-cookie");
  return new Response(response.body, { status: response.status, headers });
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
