/** The credentials for programs that do not obtain them by themselves: a client id, a token, a key. */
import { createHash, randomBytes } from "node:crypto";
import type { Outside } from "./outside.ts";

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
  if (response.status !== 201) throw new Error(`No client: ${await response.text()}`);
  return ((await response.json()) as { client_id: string }).client_id;
}

type Granted = { client_id: string; access_token: string; refresh_token: string };

/** An access token that a new person has granted. @throws Error with the refusal */
export async function accessToken(outside: Outside, scope: string): Promise<string> {
  return (await tokens(outside, scope)).access_token;
}

/** The same, with its refresh token and the client that may use it. @throws Error with the refusal */
export async function tokens(
  { app, endpoint, person }: Pick<Outside, "app" | "endpoint" | "person">,
  scope: string,
): Promise<Granted> {
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
  const back = await (await person()).authorize(address);
  const code = back.searchParams.get("code") ?? "";
  const grant_type = "authorization_code";
  const body = { grant_type, client_id, code, code_verifier, redirect_uri: redirect };
  const response = await fetch(`${app}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(body),
  });
  if (response.status !== 200) throw new Error(`No token: ${await response.text()}`);
  return { client_id, ...((await response.json()) as Omit<Granted, "client_id">) };
}

/** An MCP key of a new person. @throws Error with the refusal */
export async function mcpKey({ person }: Outside): Promise<string> {
  const response = await (await person()).request("/api/v1/mcp/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Program of somebody else" }),
  });
  if (response.status !== 201) throw new Error(`No key: ${await response.text()}`);
  return ((await response.json()) as { secret: string }).secret;
}
