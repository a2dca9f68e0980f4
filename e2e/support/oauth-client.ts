/**
 * An app that registers itself, sends its user to the consent page, and processes the answer, as the RFCs describe it
 * and without a library.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { testCertificate } from "#lib/platform/outbound/certificate.testing.ts";
import { expect } from "./test.ts";

export const ALL_SCOPES = "read:market read:points read:chat trade:execute";

type Tokens = { access_token: string; refresh_token?: string; scope: string };

/** One registration, and one authorization at a time. */
export class OauthClient {
  readonly app: string;
  readonly id: string;
  readonly redirectUri: string;
  #verifier = "";
  #state = "";

  private constructor(app: string, id: string, redirectUri: string) {
    this.app = app;
    this.id = id;
    this.redirectUri = redirectUri;
  }

  static async register(app: string, redirectUri: string, name: string): Promise<OauthClient> {
    const answer = await fetch(`${app}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: name,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      }),
    });
    const body = (await answer.json()) as { client_id?: string };
    if (answer.status !== 201 || body.client_id === undefined) {
      throw new Error(`The registration answered ${answer.status}: ${JSON.stringify(body)}`);
    }
    return new OauthClient(app, body.client_id, redirectUri);
  }

  /** Starts a new authorization. @returns the address for the user */
  ask(scope = ALL_SCOPES): string {
    this.#verifier = randomBytes(32).toString("base64url");
    this.#state = randomBytes(8).toString("hex");
    const query = new URLSearchParams({
      response_type: "code",
      client_id: this.id,
      redirect_uri: this.redirectUri,
      code_challenge: createHash("sha256").update(this.#verifier).digest("base64url"),
      code_challenge_method: "S256",
      scope,
      state: this.#state,
    });
    return `${this.app}/oauth/authorize?${query}`;
  }

  /** Checks that the answer belongs to the request. @returns its parameters */
  answer(url: string): { code: string | null; error: string | null } {
    const { searchParams } = new URL(url);
    expect(searchParams.get("state")).toBe(this.#state);
    expect(searchParams.get("iss")).toBe(this.app);
    return { code: searchParams.get("code"), error: searchParams.get("error") };
  }

  async exchange(code: string | null): Promise<Tokens> {
    const answer = await fetch(`${this.app}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: this.id,
        redirect_uri: this.redirectUri,
        code: code ?? "",
        code_verifier: this.#verifier,
      }),
    });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`The token endpoint said: ${JSON.stringify(body)}`);
    return body as Tokens;
  }

  /** The status of one call at the assistant endpoint. */
  async call(accessToken: string): Promise<number> {
    const answer = await fetch(`${this.app}/api/v1/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${accessToken}`,
        "content-type": "application/json",
        "user-agent": "journey-app/1",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    await answer.text();
    return answer.status;
  }
}

export type Landing = { origin: string; close: () => Promise<void> };

/** The listener on the user's machine for the answer to an app there. */
export function openLoopback(): Promise<Landing> {
  return listen(createHttpServer(answerDone), "http://127.0.0.1");
}

/**
 * The site of an app. `localhost` resolves every name below it, and a browser that ignores certificate errors accepts
 * this one.
 */
export function openSite(): Promise<Landing> {
  const server = createHttpsServer(testCertificate(["app.localhost"]), answerDone);
  return listen(server, "https://app.localhost");
}

function answerDone(
  _request: unknown,
  response: { end: (text: string) => void; setHeader: (name: string, value: string) => unknown },
): void {
  response.setHeader("content-type", "text/html");
  response.end("<title>App</title><p>Back in the app</p>");
}

async function listen(server: ReturnType<typeof createHttpServer>, base: string): Promise<Landing> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `${base}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
