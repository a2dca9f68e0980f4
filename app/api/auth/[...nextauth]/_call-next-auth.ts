/** Calls next-auth inside the route wrapper: with the body already read, and with its failures as errors of the catalogue. */
import { AsyncLocalStorage } from "node:async_hooks";
import { decode } from "next-auth/jwt";
import { problemOf } from "#lib/identity/proofs/oidc.ts";
import { hasErrand, leaveForErrand } from "#lib/identity/proofs/oidc-errands.ts";
import { signedInWith } from "#lib/identity/sessions/mail-cookie.ts";
import { nextAuthOptions } from "#lib/identity/sessions/next-auth.ts";
import { cookieValue, isSecure, sessionCookieName } from "#lib/identity/sessions/session-cookie.ts";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import { followedTextOf, forgottenReferral } from "#lib/partner/referrals/referral-cookie.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { config, shareBaseUrlWithNextAuth } from "#lib/platform/config/config.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import type { RouteContext } from "#lib/server/route.ts";
import { answerNextAuth } from "./_next-auth-api.ts";

/** Parameters of a provider's callback (RFC 6749, 4.1.2; RFC 9207). */
const CALLBACK_PARAMETERS = ["code", "state", "iss", "error", "error_description"];

type Call = {
  request: Request;
  /** The body, read with a size limit, which next-auth does not have. */
  body?: Uint8Array<ArrayBuffer>;
  path: string;
  session: SessionActor | undefined;
  ctx: RouteContext;
};

type Outcome = {
  /** The reason of our own refusal. */
  failure?: Error;
  /** The error that next-auth reported. */
  problem?: unknown;
};

/** Separates the outcomes of requests, because next-auth has one logger for the whole process. */
const outcomes = new AsyncLocalStorage<Outcome>();

/** Calls next-auth and collects the reason of a failure in `outcome`. */
async function callHandler(call: Call, outcome: Outcome): Promise<Response> {
  const { clock, log } = httpRuntime();
  const { client, now } = call.ctx;
  const { session, path } = call;
  shareBaseUrlWithNextAuth();
  const state = new URL(call.request.url).searchParams.get("state") ?? undefined;
  let mailbox: string | undefined;
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
    referredBy: followedTextOf(call.request.headers),
    onSignIn: ({ kind, subject }) => {
      if (kind === "email") mailbox = subject;
    },
    onFailure,
  });
  options.logger = {
    ...options.logger,
    error: (_code, details) => {
      const current = outcomes.getStore();
      if (current !== undefined) current.problem ??= errorOf(details);
    },
  };
  const response = await outcomes.run(outcome, () => answerNextAuth(copyOf(call), path, options));
  if (mailbox !== undefined) response.headers.append("set-cookie", signedInWith(mailbox));
  return withoutUsedLink(response, call.request.headers);
}

/** Removes the referral cookie after a sign-in: a partner link counts only for the next sign-in in this browser. */
function withoutUsedLink(response: Response, requestHeaders: Headers): Response {
  const session = `${sessionCookieName(config().baseUrl)}=`;
  const opens = (line: string): boolean => line.startsWith(session) && line[session.length] !== ";";
  if (followedTextOf(requestHeaders) !== undefined && response.headers.getSetCookie().some(opens)) {
    response.headers.append("set-cookie", forgottenReferral());
  }
  return response;
}

function errorOf(details: unknown): unknown {
  const isWrapped = typeof details === "object" && details !== null && "error" in details;
  return isWrapped ? details.error : details;
}

/** Copies the request without its query, except for the parameters of the provider's callback. */
function copyOf({ request, body, path }: Call): Request {
  const { method, headers } = request;
  const url = new URL(request.url);
  const given = [...url.searchParams];
  const allowed = path === "callback/oidc" ? CALLBACK_PARAMETERS : [];
  url.search = new URLSearchParams(given.filter(([name]) => allowed.includes(name))).toString();
  return new Request(url, {
    method,
    headers: new Headers(headers),
    ...(body === undefined ? {} : { body }),
  });
}

/** Serves csrf, providers, signout, and the sign-ins whose proof is posted. */
export async function callNextAuth(call: Call): Promise<unknown> {
  const outcome: Outcome = {};
  const response = await callHandler(call, outcome);
  const { failure } = outcome;
  if (failure === undefined) return explainMissingToken(response);
  if (!(failure instanceof ServiceError)) throw failure;
  // The catalogue's body, with the `url` that next-auth's browser client expects.
  const { status, body } = toErrorBody(failure, call.ctx.requestId);
  return respond(status, { ...body, url: `${httpRuntime().baseUrl}/?error=CredentialsSignin` });
}

/** Redirects to the provider and handles its callback. Failures end on the sign-in page with an error code. */
export async function callProvider(call: Call): Promise<Response> {
  const { log, baseUrl } = httpRuntime();
  const query = new URL(call.request.url).searchParams;
  if (call.path === "callback/oidc" && !(await beganInThisBrowser(call.request.headers, query))) {
    return Response.redirect(`${baseUrl}/sign-in?error=SIGN_IN_REFUSED`, 302);
  }
  const outcome: Outcome = {};
  const response = await explainMissingToken(await callHandler(call, outcome));
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

/** A refused answer of the provider is logged, because only the operator can fix it. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof ServiceError && cause.code === "SIGN_IN_REFUSED";
}

/**
 * Whether the returning flow began in this browser, by next-auth's own cookie. next-auth calls the provider before it checks
 * that cookie, so a forged one could otherwise trigger calls.
 */
async function beganInThisBrowser(headers: Headers, query: URLSearchParams): Promise<boolean> {
  const { baseUrl, sessionSecret } = config();
  const salt = `${isSecure(baseUrl) ? "__Secure-" : ""}next-auth.state`;
  const token = cookieValue(headers, salt);
  const state = query.get("state");
  if (token === undefined || state === null) return false;
  const begun = await decode({ token, salt, secret: sessionSecret.reveal() }).catch(() => null);
  return begun?.["value"] === state;
}

/** The address to which next-auth sends the browser: a redirect, or JSON if the form had `json=true`. */
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

/** Whether the address is one of next-auth's own error pages, which are not served. */
function isFailure(target: string, baseUrl: string): boolean {
  const { origin, pathname } = new URL(target, baseUrl);
  return origin === new URL(baseUrl).origin && /^\/api\/auth\/(error|signin)\b/.test(pathname);
}

/** The same response, with its cookies, to another address. */
function sendTo(response: Response, url: string): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  if (!headers.has("location")) return Response.json({ url }, { headers });
  headers.set("location", url);
  return new Response(null, { status: 302, headers });
}

/** Without a matching CSRF token next-auth responds with 200 and an address; this throws an error instead. */
async function explainMissingToken(response: Response): Promise<Response> {
  const text = await response.clone().text();
  const target = response.headers.get("location") ?? text;
  if (!target.includes("csrf=true")) return response;
  throw new ServiceError("SIGN_IN_REFUSED", {
    reason: "the csrfToken of /api/auth/csrf is missing or belongs to another cookie",
  });
}
