/** The credentials for programs that do not obtain them by themselves: a client id, a token, a key. */
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { answerOf, MadeKey } from "./answer-of.ts";
import type { Person } from "./person.ts";

/** @returns its id @throws Error with the refusal */
export async function registerClient(app: string, name: string, redirect: string): Promise<string> {
  const response = await fetch(`${app}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [redirect],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    }),
  });
  return (await answerOf(response, Registered)).client_id;
}

/** A running app, and who decides there. */
export type Grantor = {
  app: string;
  /** The assistant endpoint, for which tokens are. */
  endpoint: string;
  person: () => Promise<Person>;
};

const Registered = z.object({ client_id: z.string() });
export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
type Granted = z.output<typeof Registered> & z.output<typeof Tokens>;

/** An access token that a new person has granted. @throws Error with the refusal */
export async function accessToken(grantor: Grantor, scope: string): Promise<string> {
  return (await tokens(grantor, scope)).access_token;
}

/** The same, with its refresh token and the client that may use it. @throws Error with the refusal */
export async function tokens({ app, endpoint, person }: Grantor, scope: string): Promise<Granted> {
  const redirect = "http://127.0.0.1:7776/callback";
  const client_id = await registerClient(app, "Registered by hand", redirect);
  const code_verifier = randomBytes(32).toString("base64url");
  const address = new URL("/oauth/authorize", app);
  address.search = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirect,
    scope,
    state: randomBytes(16).toString("base64url"),
    resource: endpoint,
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  const back = await (await person()).authorize(address, { tick: scope.split(" ") });
  const code = back.searchParams.get("code") ?? "";
  const grant_type = "authorization_code";
  const body = { grant_type, client_id, code, code_verifier, redirect_uri: redirect };
  const response = await fetch(`${app}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(body),
  });
  return { client_id, ...(await answerOf(response, Tokens)) };
}

/** An MCP key of a new person. @throws Error with the refusal */
export async function mcpKey(
  { person }: Grantor,
  permissions: { canStageOrders?: boolean } = {},
): Promise<string> {
  const response = await (await person()).request("/api/v1/mcp/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Program of somebody else", ...permissions }),
  });
  return (await answerOf(response, MadeKey)).secret;
}
