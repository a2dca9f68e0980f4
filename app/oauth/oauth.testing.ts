/** The endpoints of the authorization server over HTTP, and a browser that goes through them, for tests. */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import * as metadata from "#app/.well-known/oauth-authorization-server/route.ts";
import * as mcp from "#app/api/v1/mcp/route.ts";
import { authenticateAccessToken } from "#lib/assistants/oauth/authenticate.ts";
import { finishInteraction } from "#lib/assistants/oauth/interaction.ts";
import {
  type OAuthTables,
  openOAuthTables,
  type TestClient,
} from "#lib/assistants/oauth/oauth.testing.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Scope } from "#lib/protocol/scopes.ts";
import { dispatchRoutes } from "#lib/server/route-dispatch.ts";
import { RouteTable } from "#lib/server/route-table.ts";
import * as resume from "./authorize/[uid]/route.ts";
import * as authorize from "./authorize/route.ts";
import * as par from "./par/route.ts";
import * as revoke from "./revoke/route.ts";
import * as token from "./token/route.ts";
import * as userinfo from "./userinfo/route.ts";

const ROUTES = new RouteTable([
  ["/.well-known/oauth-authorization-server", metadata],
  ["/oauth/authorize", authorize],
  ["/oauth/authorize/[uid]", resume],
  ["/oauth/token", token],
  ["/oauth/revoke", revoke],
  ["/oauth/userinfo", userinfo],
  ["/oauth/par", par],
  ["/api/v1/mcp", mcp],
]);

export type OAuthApp = {
  /** Accepts the issuer's addresses as if it listened there. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  close: () => Promise<void>;
};

export async function startOAuthApp(): Promise<OAuthApp> {
  const notFound = async (_request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.writeHead(404).end();
  };
  const answer = dispatchRoutes(ROUTES, notFound);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    fetch: (url, init) => {
      const { pathname, search, origin } = new URL(url, config().baseUrl);
      if (origin !== config().baseUrl) throw new Error(`${origin} is not the issuer.`);
      return fetch(`${own}${pathname}${search}`, { redirect: "manual", ...init });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export type OAuthWorld = {
  app: OAuthApp;
  tables: OAuthTables;
  actor: SessionActor;
  client: TestClient;
};

/**
 * The app with its tables, a person and a client, for all tests of a file. A test reads its members and may put another
 * person or client there.
 */
export function openOAuthWorld(): OAuthWorld {
  const world = {} as OAuthWorld;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const opened = await openOAuthTables();
    world.tables = opened.tables;
    close = opened.close;
    world.app = await startOAuthApp();
    world.actor = await world.tables.addPerson();
    world.client = await world.tables.addClient();
  });
  afterAll(async () => {
    await world.app.close();
    await close();
  });
  return world;
}

/** Time passes only where a test says so, however long a request takes. @returns the step forward, in milliseconds */
export function holdTime(): (ms: number) => void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return (ms) => vi.setSystemTime(Date.now() + ms);
}

/** A browser with cookies that follows redirects within the app. */
export class Browser {
  readonly app: OAuthApp;
  readonly cookies = new Map<string, { name: string; value: string; path: string }>();

  constructor(app: OAuthApp) {
    this.app = app;
  }

  /** One request; `location`: the redirect target. */
  async get(url: string): Promise<{ status: number; location: string; body: string }> {
    const path = new URL(url, config().baseUrl).pathname;
    const headers = { accept: "text/html,*/*;q=0.8", cookie: this.cookiesFor(path) };
    const response = await this.app.fetch(url, { headers });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get("location") ?? "";
    return { status: response.status, location, body: await response.text() };
  }

  cookiesFor(path: string): string {
    const sent = [...this.cookies.values()].filter((cookie) => path.startsWith(cookie.path));
    return sent.map(({ name, value }) => `${name}=${value}`).join("; ");
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=");
    const path = attributes.find((one) => one.startsWith("path="))?.slice(5) ?? "/";
    if (value === "") this.cookies.delete(name + path);
    else this.cookies.set(name + path, { name, value, path });
  }
}

export type AuthorizationRequest = { url: string; verifier: string; state: string };

export function ask(
  client: TestClient,
  changes: Record<string, string | undefined> = {},
): AuthorizationRequest {
  const [verifier, state] = [randomBytes(32).toString("base64url"), randomBytes(9).toString("hex")];
  const parameters = Object.entries({
    response_type: "code",
    client_id: client.id,
    redirect_uri: client.redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope: "read:market read:chat",
    state,
    ...changes,
  }).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { url: `/oauth/authorize?${new URLSearchParams(parameters)}`, verifier, state };
}

/** Follows the flow up to the consent page. */
export async function begin(browser: Browser, url: string): Promise<string> {
  const { location, body } = await browser.get(url);
  const uid = /^\/oauth\/consent\/([\w-]+)$/.exec(
    new URL(location, config().baseUrl).pathname,
  )?.[1];
  if (uid === undefined) throw new Error(`No consent page: ${location}${body}`);
  return uid;
}

/** Submits the consent form; `scopes`: the selected ones, or `undefined` for a refusal. */
export async function decide(
  browser: Browser,
  uid: string,
  { actor, scopes }: { actor: SessionActor; scopes: Scope[] | undefined },
): Promise<string> {
  return finishInteraction({
    ctx: { actor, client: { address: "192.0.2.7", agent: "test" }, now: Date.now() },
    input: {
      uid,
      cookie: browser.cookiesFor(`/oauth/consent/${uid}`),
      decision: scopes === undefined ? { kind: "denied" } : { kind: "approved", scopes },
    },
  });
}

/** The whole flow up to the client's redirect address. */
export async function authorizeAs(
  browser: Browser,
  request: Pick<AuthorizationRequest, "url">,
  decision: { actor: SessionActor; scopes: Scope[] | undefined },
): Promise<URL> {
  const uid = await begin(browser, request.url);
  const { location } = await browser.get(await decide(browser, uid, decision));
  return new URL(location);
}

export type TokenAnswer = {
  status: number;
  body: {
    access_token: string;
    refresh_token: string;
    expires_in: number;
    scope: string;
    token_type: string;
    error?: string;
    error_description?: string;
  };
};

export async function postForm(
  app: OAuthApp,
  path: string,
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const response = await app.fetch(path, {
    method: "POST",
    headers,
    body: new URLSearchParams(form),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text === "" ? {} : JSON.parse(text)) as TokenAnswer["body"],
  };
}

/** The code of `back` for tokens. */
export async function exchange(
  app: OAuthApp,
  client: TestClient,
  { request, back }: { request: AuthorizationRequest; back: URL },
  changes: Record<string, string | undefined> = {},
): Promise<TokenAnswer> {
  const form = Object.entries({
    grant_type: "authorization_code",
    client_id: client.id,
    client_secret: client.secret,
    code: back.searchParams.get("code") ?? "",
    redirect_uri: client.redirectUri,
    code_verifier: request.verifier,
    ...changes,
  }).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return postForm(app, "/oauth/token", form);
}

/** Tokens for exactly these scopes, of the client that has no secret or shows it in the form. */
export async function getTokens(
  app: OAuthApp,
  client: TestClient,
  { browser, actor, scopes }: { browser: Browser; actor: SessionActor; scopes: Scope[] },
): Promise<TokenAnswer["body"]> {
  const request = ask(client, scopes.includes("trade:execute") ? { scope: scopes.join(" ") } : {});
  const back = await authorizeAs(browser, request, { actor, scopes });
  const { status, body } = await exchange(app, client, { request, back });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** The assistant endpoint's response to a token. */
export async function knock(text: string): Promise<string> {
  const call = { now: Date.now(), client: { address: "", agent: "" } };
  return authenticateAccessToken({ text }, call).then(
    ({ kind }) => kind,
    ({ code }: { code: string }) => code,
  );
}

/** The id of the grant behind a token. */
export async function grantOf(accessToken: string) {
  const call = { now: Date.now(), client: { address: "", agent: "" } };
  const { grantId } = await authenticateAccessToken({ text: accessToken }, call);
  return grantId;
}
