/** Takes the form of the consent page, without JavaScript. Responds with 303, or with a page that explains the failure. */

import { endedInteractionProblem } from "#lib/assistants/oauth/ended-interaction.ts";
import { type OauthProblem, oauthErrorPage } from "#lib/assistants/oauth/error-page.ts";
import { requireOwnForm } from "#lib/assistants/oauth-grants/consent-form-origin.ts";
import { decideConsent } from "#lib/assistants/oauth-grants/decide-consent.ts";
import { readSession } from "#lib/identity/sessions/session.ts";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import { readBytes } from "#lib/platform/http/body.ts";
import { clientOf } from "#lib/platform/http/client-of.ts";
import { errorHeaders } from "#lib/platform/http/error-headers.ts";
import { pageLanguage } from "#lib/platform/http/plain-page.ts";
import { requireQuota } from "#lib/platform/http/quota.ts";
import { takeQuota } from "#lib/platform/http/rate-limits.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";

type Context = { params: Promise<{ uid: string }> };

/** The form has six short fields. */
const MAX_BYTES = 4_096;

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { uid } = await params;
  try {
    return seeOther(await answer(request, uid));
  } catch (thrown) {
    return failure(request, uid, thrown);
  }
}

/** A reload of a failure's address leads back to the consent page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return seeOther(pathOf((await params).uid));
}

async function answer(request: Request, uid: string): Promise<string> {
  const { baseUrl, clock } = httpRuntime();
  requireOwnForm(request, baseUrl);
  const client = clientOf(request.headers);
  requireQuota(await takeQuota("oauth_requests", client.address));
  const form = await readForm(request);
  const actor = await readSession(request.headers);
  const path = pathOf(uid);
  if (actor === undefined) return signInPath(path);
  const cookie = request.headers.get("cookie");
  const ctx = { actor, client, now: clock.now() };
  try {
    const answered = await decideConsent({ ctx, input: { uid, cookie, form } });
    return "goTo" in answered ? answered.goTo : `${path}?again=${answered.askAgain}`;
  } catch (thrown) {
    // The session may have ended since it was read.
    if (thrown instanceof ServiceError && thrown.code === "SIGN_IN_REQUIRED") {
      return signInPath(path);
    }
    throw thrown;
  }
}

function signInPath(next: string): string {
  return `/sign-in?next=${encodeURIComponent(next)}`;
}

function pathOf(uid: string): string {
  return `/oauth/consent/${encodeURIComponent(uid)}`;
}

async function readForm(request: Request): Promise<URLSearchParams> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not a form" });
  }
  const bytes = await readBytes(request, MAX_BYTES);
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

function seeOther(location: string): Response {
  const headers = {
    location,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
  };
  return new Response(null, { status: 303, headers });
}

const PROBLEMS: Readonly<Record<string, OauthProblem>> = {
  CONSENT_NOT_FOUND: "expired",
  CROSS_ORIGIN: "origin",
  RATE_LIMITED: "busy",
  OVERLOADED: "busy",
  MALFORMED_BODY: "request",
  BODY_TOO_LARGE: "request",
};

async function failure(request: Request, uid: string, thrown: unknown): Promise<Response> {
  const { status, body: reported } = toErrorBody(thrown);
  const known = PROBLEMS[reported.error] ?? "server";
  const problem = known === "expired" ? await endedInteractionProblem(uid) : known;
  if (status >= 500) {
    httpRuntime().log.error({ err: thrown, path: "/oauth/consent/…/decision" }, "request failed");
  }
  const language = pageLanguage({
    cookie: request.headers.get("cookie"),
    acceptLanguage: request.headers.get("accept-language"),
  });
  // An expired link keeps the page's own status, so that clients do not retry.
  const own = known === "expired" ? undefined : status;
  const page = oauthErrorPage(
    { problem, code: reported.error, detail: reported.message },
    language,
    own,
  );
  const headers = new Headers(errorHeaders(thrown));
  for (const [name, value] of Object.entries(page.headers)) headers.set(name, value);
  return new Response(page.body, { status: page.status, headers });
}
