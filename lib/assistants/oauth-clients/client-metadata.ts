/** A client's own metadata (RFC 7591, section 2): parsed, checked, and reduced to what this service supports. */

import { config } from "#lib/platform/config/config.ts";
import { cleanName } from "#lib/platform/text/client-name.ts";
import { redirectProblem } from "./redirect-uris.ts";

export const AUTH_METHODS = ["none", "client_secret_post", "client_secret_basic"] as const;
type AuthMethod = (typeof AUTH_METHODS)[number];

const GRANT_TYPES = ["authorization_code", "refresh_token"];
/** Shown as text; never loaded. */
const WEB_PAGES = ["client_uri", "logo_uri", "policy_uri", "tos_uri"] as const;
const MAX_CHARACTERS = 2_048;

/** The error codes of RFC 7591, section 3.2.2. */
type MetadataErrorCode = "invalid_redirect_uri" | "invalid_client_metadata";

/** `message`: a sentence in ASCII without any text from the client. */
export class MetadataError extends Error {
  readonly code: MetadataErrorCode;

  constructor(code: MetadataErrorCode, message: string) {
    super(message);
    this.name = "MetadataError";
    this.code = code;
  }
}

export type ClientMetadata = {
  redirect_uris: string[];
  grant_types: string[];
  response_types: "code"[];
  token_endpoint_auth_method: AuthMethod;
  client_name?: string;
  application_type?: "web" | "native";
} & { [page in (typeof WEB_PAGES)[number]]?: string };

export type MetadataTerms = {
  mostRedirects: number;
  /** Supported values; the first is the default. */
  authMethods: readonly [AuthMethod, ...AuthMethod[]];
};

/**
 * Unknown and unsupported values are dropped, as long as the client can still work (RFC 7591, section 2).
 * @throws MetadataError
 */
export function readClientMetadata(
  given: Record<string, unknown>,
  { mostRedirects, authMethods }: MetadataTerms,
): ClientMetadata {
  const { application_type: applicationType } = given;
  const name = textIn(given, "client_name");
  const clientName = name === undefined ? undefined : cleanName(name);
  return {
    redirect_uris: redirectsIn(given["redirect_uris"], mostRedirects),
    grant_types: grantTypesIn(given),
    response_types: responseTypesIn(given),
    token_endpoint_auth_method: authMethodIn(given, authMethods),
    ...(clientName !== undefined && { client_name: clientName }),
    ...((applicationType === "web" || applicationType === "native") && {
      application_type: applicationType,
    }),
    ...pagesIn(given),
  };
}

function redirectsIn(given: unknown, most: number): string[] {
  const refuse = (reason: string): never => {
    throw new MetadataError("invalid_redirect_uri", reason);
  };
  if (!Array.isArray(given) || given.length === 0) {
    return refuse("redirect_uris must be a list with at least one address");
  }
  if (given.length > most) return refuse(`redirect_uris must have at most ${most} addresses`);
  const uris = given.map((uri: unknown, index) => {
    const problem = redirectProblem(uri, config().baseUrl);
    return problem === undefined ? String(uri) : refuse(`redirect_uris[${index}] ${problem}`);
  });
  return [...new Set(uris)];
}

function grantTypesIn(given: Record<string, unknown>): string[] {
  const requested = textsIn(given, "grant_types") ?? ["authorization_code"];
  if (!requested.includes("authorization_code")) {
    return refuse("grant_types must have authorization_code in it");
  }
  return GRANT_TYPES.filter((type) => requested.includes(type));
}

function responseTypesIn(given: Record<string, unknown>): "code"[] {
  const requested = textsIn(given, "response_types") ?? ["code"];
  return requested.includes("code") ? ["code"] : refuse("response_types must have code in it");
}

/** A client that prefers an unsupported method may name others (`token_endpoint_auth_methods_supported`). */
function authMethodIn(
  given: Record<string, unknown>,
  methods: readonly [AuthMethod, ...AuthMethod[]],
): AuthMethod {
  const preferred = textIn(given, "token_endpoint_auth_method");
  const others = textsIn(given, "token_endpoint_auth_methods_supported") ?? [];
  if (preferred === undefined && others.length === 0) return methods[0];
  const requested = new Set([...(preferred === undefined ? [] : [preferred]), ...others]);
  const known = [...requested].flatMap((one) => methods.filter((method) => method === one));
  return known[0] ?? refuse(`token_endpoint_auth_method must be one of: ${methods.join(", ")}`);
}

function pagesIn(given: Record<string, unknown>): {
  [page in (typeof WEB_PAGES)[number]]?: string;
} {
  const pages = WEB_PAGES.map((name) => [name, textIn(given, name)] as const);
  const named = pages.filter((pair): pair is typeof pair & { 1: string } => pair[1] !== undefined);
  for (const [name, text] of named) {
    const isPage =
      text.length <= MAX_CHARACTERS &&
      !/[^\x21-\x7e]/.test(text) &&
      /^https?:$/.test(URL.parse(text)?.protocol ?? "");
    if (!isPage) refuse(`${name} must be the address of a web page`);
  }
  return Object.fromEntries(named);
}

/** Many clients send an empty text or null for absent values. */
function textIn(given: Record<string, unknown>, name: string): string | undefined {
  const value = given[name];
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "string" ? value : refuse(`${name} must be a text`);
}

function textsIn(given: Record<string, unknown>, name: string): string[] | undefined {
  const value = given[name];
  if (value === undefined || value === null) return undefined;
  const isList = Array.isArray(value) && value.length <= 50;
  if (isList && value.every((one) => typeof one === "string")) return value;
  return refuse(`${name} must be a list of texts`);
}

function refuse(reason: string): never {
  throw new MetadataError("invalid_client_metadata", reason);
}
