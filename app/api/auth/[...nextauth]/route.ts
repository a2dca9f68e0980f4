/** next-auth's own endpoints: csrf, session, callback/wallet, signout. Its pages and its log endpoint are not served. */
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { z } from "zod";
import { shareBaseUrlWithNextAuth } from "#lib/config.ts";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import { readBytes } from "#lib/http/body.ts";
import { respond, route } from "#lib/http/route.ts";
import { httpRuntime } from "#lib/http/runtime.ts";
import { nextAuthOptions } from "#lib/wallet-session/next-auth.ts";

const BODY_LIMIT_BYTES = 16 * 1024;
const PATHS = {
  GET: new Set(["csrf", "session", "providers"]),
  POST: new Set(["callback/wallet", "signout"]),
};
const params = z.object({ nextauth: z.array(z.string()) });

const GET = route({ credential: "public", params }, ({ input }) =>
  callNextAuth(new NextRequest(input.request), input.params.nextauth, "GET"),
);

const POST = route({ credential: "public", sameOrigin: true, params }, async ({ ctx, input }) => {
  const { request } = input;
  const body = await readBytes(request, BODY_LIMIT_BYTES);
  const bounded = new NextRequest(request.url, {
    method: "POST",
    headers: request.headers,
    body,
  });
  return callNextAuth(bounded, input.params.nextauth, "POST", ctx.requestId);
});

export { GET, POST };

async function callNextAuth(
  request: NextRequest,
  path: string[],
  method: "GET" | "POST",
  requestId?: string,
): Promise<unknown> {
  if (!PATHS[method].has(path.join("/"))) throw new ServiceError("NOT_FOUND");
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
  if (failure === undefined) return await explainMissingToken(response);
  if (!(failure instanceof ServiceError)) throw failure;
  // The body of the catalogue, and the address that next-auth's own browser client looks for.
  const { status, body } = toErrorBody(failure, requestId);
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
