import type { Client } from "#lib/platform/actor.ts";

/** Which credentials an endpoint takes. */
export type CredentialScheme =
  | "session"
  | "mcp_key"
  /** The assistant endpoint: MCP keys and OAuth access tokens. */
  | "assistant"
  /** What only an OAuth access token opens. */
  | "oauth"
  | "bot_key"
  | "operator";

/** A call whose caller is not known yet. */
export type UnauthenticatedCall = {
  request: Request;
  /** When the request arrived, in Unix milliseconds. */
  now: number;
  client: Client;
  /** The body's bytes, read at most once and never more than the endpoint takes. */
  readBody: () => Promise<Uint8Array>;
};
