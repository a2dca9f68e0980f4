/** Which limit of an address a request counts against, before anybody knows more of it than method and path. */
import type { IncomingHttpHeaders } from "node:http";
import type { LimitName } from "#lib/platform/http/limits.ts";
import { isOAuthProgram } from "#lib/platform/http/oauth-refusal.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Next also answers a path when it stands behind `/_next/data/<build>`. */
const PUBLIC_DATA = /^(?:\/_next\/data\/[^/]+)?\/api\/(?:perps-dex|public)(?:\/|$)/i;
const SIGN_IN = /^(?:\/_next\/data\/[^/]+)?\/api\/auth(?:\/|$)/i;
/** Where a flow comes back: a read by its method alone, for which the identity provider is asked. */
const OIDC_CALLBACK = /^(?:\/_next\/data\/[^/]+)?\/api\/auth\/callback(?:\/|$)/i;
/** A flow of OAuth in which nothing is rendered; its consent is a page. */
const OAUTH = /^(?:\/_next\/data\/[^/]+)?\/(?:oauth\/(?!consent(?:\/|$))|\.well-known\/)/i;
const OAUTH_REGISTRATION = /^(?:\/_next\/data\/[^/]+)?\/oauth\/register$/i;
/** Other parts of the API have limits by who is signed in; files are cheap; probes must always get through. */
const UNLIMITED = /^\/(?:api\/|_next\/static\/|(?:healthz|readyz|metrics)$)/;

export type RequestHead = {
  method: string;
  /** Percent-decoded. */
  path: string;
  headers: IncomingHttpHeaders;
};

/**
 * The limit of a request; `undefined` when it has none here. Doubled and turned slashes, dot
 * segments and capitals count as what they might be resolved to, and a spelling that leads nowhere as a page, since Next
 * renders one for it.
 */
export function limitOf({ method, path, headers }: RequestHead): LimitName | undefined {
  const resolved = resolve(path);
  if (PUBLIC_DATA.test(resolved)) return "public_data";
  const isWrite = SIGN_IN.test(resolved) && !READS.has(method);
  if (isWrite || OIDC_CALLBACK.test(resolved)) return "sign_in_writes";
  // A browser that asks before it sends does not count twice.
  if (method === "OPTIONS" && isOAuthProgram(path)) return undefined;
  if (method === "POST" && OAUTH_REGISTRATION.test(resolved)) return "oauth_registrations";
  if (OAUTH.test(resolved)) return "oauth_requests";
  const isPlain = resolved === path && !path.includes("%");
  if (isPlain && UNLIMITED.test(path)) return undefined;
  return "next-router-prefetch" in headers ? "prefetches" : "pages";
}

/** True for answers of the API that are somebody's own. */
export function isPrivateApi(path: string): boolean {
  const resolved = resolve(path);
  return /^(?:\/_next\/data\/[^/]+)?\/api(?:\/|$)/i.test(resolved) && !PUBLIC_DATA.test(resolved);
}

function resolve(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]+/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}
