/** next-auth under the route wrapper: it gets a request that was read already, and its refusals become ours. */
import { AsyncLocalStorage } from "node:async_hooks";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { decode } from "next-auth/jwt";
import { problemOf } from "#lib/identity/proofs/oidc.ts";
import { hasErrand, leaveForErrand } from "#lib/identity/proofs/oidc-errands.ts";
import { nextAuthOptions } from "#lib/identity/sessions/next-auth.ts";
import { cookieValue, isSecure, sessionCookieName } from "#lib/identity/sessions/session-cookie.ts";
import { forgottenReferral, referralCodeOf } from "#lib/partner/referrals/referral-cookie.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { config, shareBaseUrlWithNextAuth } from "#lib/platform/config.ts";
import { ServiceError, toErrorBody } from "#lib/platform/errors.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { type RouteContext } from "#lib/server/route.ts";

/** What a provider may send back (RFC 6749, 4.1.2; RFC 9207). */
const CALLBACK_PARAMETERS = ["code", "state", "iss", "error", "error_description"];

type Call = {
  request: Request;
  /** As it was read, within its limit; next-auth reads without one. */
  body?: Uint8Array<ArrayBuffer>;
  path: string;
  session: SessionActor | undefined;
  ctx: RouteContext;
};

type Outcome = {
  /** Why we refused. */
  failure?: Error;
  /** What next-auth itself found wrong. */
  problem?: unknown;
};

/** Its logger is one for the whole process, whoever's request has set it last. */
const outcomes = new AsyncLocalStorage<Outcome>();

/** What next-auth answers to `path`, and why it failed if it did. */
async function ask(call: Call, outcome: Outcome): Promise<Response> {
  const { clock, log } = httpRuntime();
  const { client, now } = call.ctx;
  const { session, path } = call;
  shareBaseUrlWithNextAuth();
  const context = { params: Promise.resolve({ nextauth: path.split("/") }) };
  const state = new URL(call.request.url).searchParams.get("state") ?? undefined;
  const onFailure = (error: Error): void => {
    outcome.failure = error;
  };
  const options = nextAuthOptions({
    clock,
    client,
    log,
    session,
    isErrand: path === "signin/oidc" && session !== undefined && (await hasErrand(session, now)),
    state,
    referredBy: referralCodeOf(call.request.headers),
    onFailure,
  });
  options.logger = {
    ...options.logger,
    error: (_code, details) => {
      const current = outcomes.getStore();
      if (current !== undefined) current.problem ??= errorOf(details);
    },
  };
  const response = await outcomes.run(
    outcome,
    async () => (await NextAuth(copyOf(call), context, options)) as Response,
  );
  return withoutUsedLink(response, call.request.headers);
}

/** A partner's link counts for the sign-in that comes next, and not for who signs up in this browser after that. */
function withoutUsedLink(response: Response, asked: Headers): Response {
  const session = `${sessionCookieName(config().baseUrl)}=`;
  const opens = (line: string): boolean => line.startsWith(session) && line[session.length] !== ";";
  if (referralCodeOf(asked) !== undefined && response.headers.getSetCookie().some(opens)) {
    response.headers.append("set-cookie", forgottenReferral());
  }
  return response;
}

function errorOf(details: unknown): unknown {
  const isWrapped = typeof details === "object" && details !== null && "error" in details;
  return isWrapped ? details.error : details;
}

/** The query of a flow's end is cut to what belongs there; nothing else that next-auth serves takes one. */
function copyOf({ request, body, path }: Call): NextRequest {
  const { method, headers } = request;
  const url = new URL(request.url);
  const given = [...url.searchParams];
  const kept = path === "callback/oidc" ? CALLBACK_PARAMETERS : [];
  url.search = new URLSearchParams(given.filter(([name]) => kept.includes(name))).toString();
  return new NextRequest(url, {
    method,
    headers: new Headers(headers),
    ...(body === undefined ? {} : { body }),
  });
}

/** csrf, providers, signout, and the ways in whose proof is posted. */
export async function callNextAuth(call: Call): Promise<unknown> {
  const outcome: Outcome = {};
  const response = await ask(call, outcome);
  const { failure } = outcome;
  if (failure === undefined) return explainMissingToken(response);
  if (!(failure instanceof ServiceError)) throw failure;
  // The body of the catalogue, and the address that next-auth's own browser client looks for.
  const { status, body } = toErrorBody(failure, call.ctx.requestId);
  return respond(status, { ...body, url: `${httpRuntime().baseUrl}/?error=CredentialsSignin` });
}

/** The way to the provider and back. Whatever goes wrong there ends on our own page, with a word for it. */
export async function callProvider(call: Call): Promise<Response> {
  const { log, baseUrl } = httpRuntime();
  const query = new URL(call.request.url).searchParams;
  if (call.path === "callback/oidc" && !(await hasBegun(call.request.headers, query))) {
    return Response.redirect(`${baseUrl}/sign-in?error=SIGN_IN_REFUSED`, 302);
  }
  const outcome: Outcome = {};
  const response = await explainMissingToken(await ask(call, outcome));
  const target = await targetOf(response);
  if (target === undefined) throw new Error("next-auth sent the browser nowhere.");
  if (!isFailure(target, baseUrl)) {
    const state = call.path === "signin/oidc" ? new URL(target).searchParams.get("state") : null;
    const { session, ctx } = call;
    if (state !== null && session !== undefined) await leaveForErrand(session, state, ctx.now);
    return response;
  }
  const cause = outcome.failure ?? outcome.problem;
  const problem = problemOf(cause, query);
  if (problem === "IDENTITY_PROVIDER_UNREACHABLE" || isRefusal(cause)) {
    log.warn({ err: cause }, "the identity provider gave no sign-in");
  }
  return sendTo(response, `${baseUrl}/sign-in?error=${problem}`);
}

/** What the provider vouched for was not what we asked for: the operator should know, the person can not help it. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof ServiceError && cause.code === "SIGN_IN_REFUSED";
}

/**
 * Whether the flow that comes back began in this browser, by next-auth's own cookie: next-auth asks the provider who it is
 * before it looks at that, and nobody is to make us ask with a cookie of his own making.
 */
async function hasBegun(headers: Headers, query: URLSearchParams): Promise<boolean> {
  const { baseUrl, sessionSecret } = config();
  const salt = `${isSecure(baseUrl) ? "__Secure-" : ""}next-auth.state`;
  const token = cookieValue(headers, salt);
  const state = query.get("state");
  if (token === undefined || state === null) return false;
  const begun = await decode({ token, salt, secret: sessionSecret.reveal() }).catch(() => null);
  return begun?.["value"] === state;
}

/** Where next-auth sends the browser: a redirect, or an address in JSON when the form said `json=true`. */
async function targetOf(response: Response): Promise<string | undefined> {
  const location = response.headers.get("location");
  if (location !== null) return location;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const isNamed = typeof body === "object" && body !== null && "url" in body;
  return isNamed && typeof body.url === "string" ? body.url : undefined;
}

/** Its own pages for errors, which are not served. */
function isFailure(target: string, baseUrl: string): boolean {
  const { origin, pathname } = new URL(target, baseUrl);
  return origin === new URL(baseUrl).origin && /^\/api\/auth\/(error|signin)\b/.test(pathname);
}

/** The same answer, with its cookies, to another place. */
function sendTo(response: Response, url: string): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  if (!headers.has("location")) return Response.json({ url }, { headers });
  headers.set("location", url);
  return new Response(null, { status: 302, headers });
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
