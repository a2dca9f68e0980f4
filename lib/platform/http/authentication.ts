import type { Client } from "#lib/platform/actor.ts";

/** The kind of credential that an endpoint accepts. */
export type CredentialScheme =
  | "session"
  | "mcp_key"
  /** The assistant endpoint: MCP keys and OAuth access tokens. */
  | "assistant"
  /** OAuth access tokens alone. */
  | "oauth"
  /** A session, or an MCP key of its user. */
  | "owner"
  /** The same, or an OAuth access token. */
  | "reader"
  | "bot_key"
  | "operator";

/** A call that is not authenticated yet. */
export type UnauthenticatedCall = {
  request: Request;
  /** When the request arrived, in Unix milliseconds. */
  now: number;
  client: Client;
  /** The body's bytes, read at most once and never more than the endpoint allows. */
  readBody: () => Promise<Uint8Array>;
};
