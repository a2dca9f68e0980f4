/** Runs before every page: makes the nonce of its scripts, and sets the security headers. */
import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { config as appConfig } from "#lib/config.ts";
import { contentSecurityPolicy, pageHeaders } from "#lib/http/page-headers.ts";

/**
 * Next reads the nonce from the request's Content-Security-Policy and gives it to its own scripts; `x-nonce` hands it to
 * our components. Both overwrite what the client sent.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, appConfig());
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(pageHeaders(request.nextUrl.pathname))) {
    response.headers.set(name, value);
  }
  return response;
}

/** Pages only: not the API, not built files, not the probes of operators. */
export const config = {
  matcher: ["/((?!api/|_next/static/|_next/image|healthz$|readyz$|metrics$).*)"],
};
