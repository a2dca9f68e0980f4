/** Refusals in the form that OAuth client libraries parse, readable by pages of any origin. */
import { toErrorBody } from "#lib/kernel/errors/errors.ts";
import { OAUTH_PATHS, RESOURCE_METADATA_PATH } from "#lib/protocol/oauth-addresses.ts";
import { OPEN_TO_ALL } from "./cors-headers.ts";

const { authorization, ...ENDPOINTS } = OAUTH_PATHS;
const PROGRAMS: ReadonlySet<string> = new Set([
  ...Object.values(ENDPOINTS),
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  RESOURCE_METADATA_PATH,
]);

/** True for endpoints that only programs call: those behind an authorization, and the metadata documents. */
export function isOAuthProgram(path: string): boolean {
  return PROGRAMS.has(path);
}

/** True where a browser begins an authorization, and where it returns after the decision. */
export function isAuthorization(path: string): boolean {
  return path === authorization || path.startsWith(`${authorization}/`);
}

/** Headers and body by RFC 6749, 5.2; `temporarily_unavailable` (4.1.2.1) when a retry may succeed. */
export function oauthRefusal(thrown: unknown) {
  const { status, body } = toErrorBody(thrown);
  const isBusy = status === 429 || status === 503;
  const fault = status < 500 ? "invalid_request" : "server_error";
  const error = isBusy ? "temporarily_unavailable" : fault;
  // The grammar of error_description: visible ASCII without quotes and backslashes.
  const description = body.message.replaceAll('"', "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, "-");
  return { headers: OPEN_TO_ALL, body: { error, error_description: description } };
}
