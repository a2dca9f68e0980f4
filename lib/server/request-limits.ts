/** Decides from method and path alone which limit of an address a request counts against. */
import type { IncomingHttpHeaders } from "node:http";
import { isOAuthProgram } from "#lib/platform/http/oauth-refusal.ts";
import type { LimitName } from "#lib/platform/http/rate-limits.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Next also answers a path with the prefix `/_next/data/<build>`. */
const PUBLIC_DATA =
  /^(?:\/_next\/data\/[^/]+)?\/api\/(?:perps-dex|public|alerts\/catalyst\/stream|v1\/(?:swaps\/(?:recent|stream|terms)|onramp\/terms))(?:\/|$)/i;
const SIGN_IN = /^(?:\/_next\/data\/[^/]+)?\/api\/auth(?:\/|$)/i;
/** Callbacks of sign-in: a read only by its method, because it calls the identity provider. */
const OIDC_CALLBACK = /^(?:\/_next\/data\/[^/]+)?\/api\/auth\/callback(?:\/|$)/i;
/** OAuth endpoints that render nothing; consent is a page. */
const OAUTH = /^(?:\/_next\/data\/[^/]+)?\/(?:oauth\/(?!consent(?:\/|$))|\.well-known\/)/i;
const OAUTH_REGISTRATION = /^(?:\/_next\/data\/[^/]+)?\/oauth\/register$/i;
/** Calls that their verbs count. */
const COUNTED_BY_VERB = /^\/api\/(?:chain\/rpc$|v1\/onramp\/callbacks\/)/i;
/** The rest of the API is limited by user, key or `isUncounted`; files are cheap; probes must always be answered. */
const UNLIMITED = /^\/(?:api\/|_next\/static\/|(?:healthz|readyz|metrics)$)/;

export type RequestHead = {
  method: string;
  /** Percent-decoded. */
  path: string;
  headers: IncomingHttpHeaders;
};

/**
 * The limit of a request; `undefined` when none applies to the address. Doubled slashes, backslashes, dot segments and
 * capitals count as the path that they may resolve to, and an unknown path as a page, since Next renders one for it.
 */
export function limitOf({ method, path, headers }: RequestHead): LimitName | undefined {
  const resolved = resolve(path);
  if (PUBLIC_DATA.test(resolved)) return "public_data";
  const isWrite = SIGN_IN.test(resolved) && !READS.has(method);
  if (isWrite || OIDC_CALLBACK.test(resolved)) return "sign_in_writes";
  // A preflight does not count in addition to its request.
  if (method === "OPTIONS" && isOAuthProgram(path)) return undefined;
  if (method === "POST" && OAUTH_REGISTRATION.test(resolved)) return "oauth_registrations";
  if (OAUTH.test(resolved)) return "oauth_requests";
  const isPlain = resolved === path && !path.includes("%");
  if (isPlain && UNLIMITED.test(path)) return undefined;
  return isPrefetch(headers) ? "prefetches" : "pages";
}

/** Without `rsc`, Next answers a prefetch with the whole page. */
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return headers["rsc"] === "1" && "next-router-prefetch" in headers;
}

/** True for a call of the API that neither the Host nor its own verb counts: without a user or key it is counted by its address. */
export function isUncounted({ method, url }: Pick<Request, "method" | "url">): boolean {
  const { pathname: path } = new URL(url);
  const isOfHost = limitOf({ method, path, headers: {} }) !== undefined;
  return !isOfHost && path.startsWith("/api/") && !COUNTED_BY_VERB.test(path);
}

/**
 * Not pages, although they are limited like them: mail programs unsubscribe by POST (RFC 8058), consent is posted, and Next
 * redirects other spellings of API paths.
 */
const TAKES_POSTS = /^\/(?:api|oauth|unsubscribe|_next|__nextjs[^/]*)(?:\/|$)/i;

/** True for what Next renders as a page whatever the method is. */
export function isPage(limit: LimitName | undefined, path: string): boolean {
  return (limit === "pages" || limit === "prefetches") && !TAKES_POSTS.test(resolve(path));
}

/** True for API answers that belong to one user. */
export function isPrivateApi(path: string): boolean {
  const resolved = resolve(path);
  return /^(?:\/_next\/data\/[^/]+)?\/api(?:\/|$)/i.test(resolved) && !PUBLIC_DATA.test(resolved);
}

/** Without doubled slashes, backslashes and dot segments. */
export function resolve(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]+/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}
