/** Each credential as an OpenAPI security scheme, and the limits of its requests. */

import { type Json, type Security, usedSchemes } from "#lib/kernel/openapi/operation.ts";
import { LIMITS, type LimitName } from "#lib/platform/http/rate-limits.ts";
import type { Scope } from "#lib/protocol/scopes.ts";
import type { Access, Credential } from "#lib/server/credentials/find-caller.ts";

const SESSION: Security = [{ walletSession: [] }, { sessionCookie: [] }];

/** The alternatives of a definition; a token's has the scope that it needs. */
export function securityOf({ credential, scope }: Access): Security {
  const { security } = CREDENTIALS[credential];
  if (scope === undefined) return security;
  return security.map((one) => ("accessToken" in one ? { accessToken: [scope] } : one));
}

/** `about`: who may call, as a sentence. */
type CredentialTerms = { about: string; security: Security; quotas: LimitName[] };

export const CREDENTIALS: Record<Credential, CredentialTerms> = {
  public: { about: "Anybody may call it, without a credential.", security: [], quotas: [] },
  session: {
    about: "For a signed-in person, by the browser's session or a wallet-session token.",
    security: SESSION,
    quotas: ["signed_in", "key_failures"],
  },
  wallet: {
    about:
      "For a person who has signed in with a wallet, by the browser's session or a wallet-session token.",
    security: SESSION,
    quotas: ["signed_in", "key_failures"],
  },
  mcp_key: {
    about: "For a program with an MCP key.",
    security: [{ mcpKey: [] }],
    quotas: ["mcp_key", "mcp_key_elevated", "key_failures"],
  },
  assistant: {
    about: "For an assistant or a program, with an MCP key or an OAuth access token.",
    security: [{ mcpKey: [] }, { accessToken: [] }],
    quotas: ["mcp_key", "mcp_key_elevated", "oauth_grant", "key_failures"],
  },
  oauth: {
    about: "For an app that a person has connected, with an OAuth access token.",
    security: [{ accessToken: [] }],
    quotas: ["oauth_grant", "key_failures"],
  },
  owner: {
    about: "For a signed-in person, or a program with an MCP key of that person.",
    security: [...SESSION, { mcpKey: [] }],
    quotas: ["signed_in", "mcp_key", "mcp_key_elevated", "key_failures"],
  },
  reader: {
    about: "For a signed-in person, or a program with an MCP key or an OAuth access token.",
    security: [...SESSION, { mcpKey: [] }, { accessToken: [] }],
    quotas: ["signed_in", "mcp_key", "mcp_key_elevated", "oauth_grant", "key_failures"],
  },
  bot_key: {
    about: "For a bot that signs each call with its bot key.",
    security: [{ botKey: [], botTimestamp: [], botNonce: [], botSignature: [] }],
    quotas: ["bot_key", "bot_key_elevated", "key_failures"],
  },
  operator: {
    about: "For the operator.",
    security: [{ operatorKey: [] }],
    quotas: ["key_failures"],
  },
};

/** `120 requests in 60 s per key`. */
export function limitText(name: LimitName): string {
  const { limit, seconds, by } = LIMITS[name];
  const counted =
    name === "key_failures" ? "answers 401 (valid credentials still work)" : "requests";
  return `${limit} ${counted} in ${seconds} s per ${by}`;
}

const header = (name: string, description: string) => ({
  type: "apiKey",
  in: "header",
  name,
  description,
});

/** Those that the operations of a document name. `baseUrl`: the host, which issues the tokens. */
export function schemesOf(operations: readonly { security: Security }[], baseUrl: string): Json {
  return usedSchemes({ ...SECURITY_SCHEMES, accessToken: accessTokenOf(baseUrl) }, operations);
}

const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  "read:chat": "Reads the notes and preferences that the person keeps for assistants",
  "read:points": "Reads points and swaps",
  "read:market": "Reads market data, and the person's account, orders and positions",
  "trade:execute": "Proposes orders, which the person signs or declines",
};

function accessTokenOf(baseUrl: string): Json {
  return {
    type: "oauth2",
    description:
      "An OAuth 2.1 access token, svc_at_ and 43 characters, as Authorization: Bearer. An operation names the scope that it needs.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth/authorize`,
        tokenUrl: `${baseUrl}/oauth/token`,
        refreshUrl: `${baseUrl}/oauth/token`,
        scopes: SCOPE_TEXTS,
      },
    },
  };
}

const SECURITY_SCHEMES = {
  walletSession: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A wallet-session token of GET /api/auth/token. It expires after ten minutes.",
  },
  sessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: "next-auth.session-token",
    description:
      "The session of a signed-in browser. With https its name begins with __Secure-. Writes are accepted only from pages of this origin.",
  },
  mcpKey: { type: "http", scheme: "bearer", description: "svc_sk_ and 64 hex characters." },
  clientSecret: {
    type: "http",
    scheme: "basic",
    description:
      "Id and secret (svc_cs_…) of a client that registered client_secret_basic. Other clients are named in the body.",
  },
  operatorKey: {
    type: "http",
    scheme: "bearer",
    description: "operator_ and 64 hex characters: APP_OPERATOR_KEY of the installation.",
  },
  botKey: header("X-Bot-Key", "tbk_ and 24 hex characters."),
  botTimestamp: header("X-Bot-Timestamp", "Unix milliseconds, within 30 s of the service's clock."),
  botNonce: header("X-Bot-Nonce", "16 to 64 of A-Z a-z 0-9 _ -, new with each request."),
  botSignature: header(
    "X-Bot-Signature",
    "HMAC-SHA256 under the secret (tbs_…), hex, over: timestamp, nonce, method, path with sorted query, SHA-256 of the body in hex; newlines between them.",
  ),
} as const;
