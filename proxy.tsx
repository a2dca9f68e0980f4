/** Runs before every page: generates the nonce of its scripts and sets the security headers. */
import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { endedInteractionProblem } from "./lib/assistants/oauth/ended-interaction.ts";
import { oauthErrorPage } from "./lib/assistants/oauth/error-page.ts";
import {
  type ConsentTarget,
  consentTargetOf,
} from "./lib/assistants/oauth-grants/consent-form-targets.ts";
import { ServiceError, toErrorBody } from "./lib/kernel/errors/errors.ts";
import { systemClock } from "./lib/kernel/time/clock.ts";
import { addressCookie } from "./lib/partner/referrals/address-code.ts";
import { config as appConfig } from "./lib/platform/config/config.ts";
import { pageLanguage } from "./lib/platform/http/plain-page.ts";
import { httpRuntime } from "./lib/platform/http/runtime.ts";
import { contentSecurityPolicy, pageHeaders } from "./lib/platform/http/security-headers.ts";

/** Endpoints of programs and targets of forms, whose answers have headers of their own. */
const PROGRAMS =
  /^\/(?:(?:r|unsubscribe)\/[^/]+|\.well-known\/oauth-[^/]+(?:\/api\/v1\/mcp)?|oauth\/(?:authorize(?:\/[^/]+)?|token|register|revoke|userinfo|par|consent\/[^/]+\/decision))$/;

/** Cookie that names the authorization the browser began; the authorization server sets it for the path of its page. */
const INTERACTION_COOKIE = "svc.oauth";

/**
 * Next reads the nonce from the request's Content-Security-Policy and gives it to its own scripts; `x-nonce` hands it to
 * our components. Both overwrite what the client sent.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  if (PROGRAMS.test(pathname)) return NextResponse.next();
  const consent = await knownConsent(pathname);
  if (consent !== undefined && !isAnswerable(consent, request)) {
    return overLink(request, consent);
  }
  const nonce = randomBytes(16).toString("base64");
  const { development, chain } = appConfig();
  const sources = [chain?.swaps?.relay?.url, chain?.swaps?.routesUrl];
  const policy = contentSecurityPolicy(nonce, {
    development,
    formTarget: consent?.sources,
    connectTargets: [...new Set(sources.flatMap((url) => (url ? [new URL(url).origin] : [])))],
  });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(pageHeaders(pathname))) {
    response.headers.set(name, value);
  }
  const cookie = await addressCookie(request);
  if (cookie !== undefined) response.headers.append("set-cookie", cookie);
  return response;
}

/** Without the database there is no authorization to decide, and the page reports that itself. */
async function knownConsent(path: string): Promise<ConsentTarget | undefined> {
  try {
    return await consentTargetOf(path, systemClock.now());
  } catch (error) {
    httpRuntime().log.warn({ err: error }, "the target of a consent form could not be read");
    return undefined;
  }
}

/** Only for the browser that began it; the page verifies the cookie's signature. */
function isAnswerable({ uid, isOver }: ConsentTarget, { cookies }: NextRequest): boolean {
  return !isOver && cookies.getAll(INTERACTION_COOKIE).some(({ value }) => value === uid);
}

/** A page without scripts, with the status of an ended authorization: Next renders its own not-found page only by script. */
async function overLink({ headers }: NextRequest, { uid }: ConsentTarget): Promise<NextResponse> {
  const { body: told } = toErrorBody(new ServiceError("CONSENT_NOT_FOUND"));
  const language = pageLanguage({
    cookie: headers.get("cookie"),
    acceptLanguage: headers.get("accept-language"),
  });
  const problem = await endedInteractionProblem(uid);
  const failure = { problem, code: told.error, detail: told.message };
  const { body, status, headers: own } = oauthErrorPage(failure, language);
  return new NextResponse(body, { status, headers: own });
}

/** Pages only: not the API, not built files, not the probes of operators. */
export const config = {
  matcher: ["/((?!api/|_next/static/|_next/image|healthz$|readyz$|metrics$).*)"],
};
