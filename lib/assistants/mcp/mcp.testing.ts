/** For tests: the assistant endpoint on its own port, over a database with one account and one key of each kind. */
import { hash, randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { newId } from "#lib/kernel/ids.ts";
import { assistantPauses } from "#lib/machines/schema/assistant-controls.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Scope } from "#lib/protocol/scopes.ts";
import {
  insertKeys,
  openKeyTables,
  TEST_KEYS,
} from "#lib/server/credentials/credentials.testing.ts";
import { dispatchRoutes } from "#lib/server/route-dispatch.ts";
import { type RouteModule, RouteTable } from "#lib/server/route-table.ts";
import type { ToolContext } from "./tools/define-tool.ts";

const { user: USER, mcpSecret: KEY } = TEST_KEYS;
const BASE = "http://localhost:3000";

/** A call of the key. */
export const TEST_CONTEXT: ToolContext = {
  actor: {
    kind: "mcp_key",
    userId: USER,
    keyId: TEST_KEYS.mcpId,
    tier: "default",
    canStageOrders: false,
    canManageWebhooks: false,
    canReadPartner: false,
    expiresAt: Number.POSITIVE_INFINITY,
  },
  client: { address: "192.0.2.7", agent: "a test" },
  now: 0,
  requestId: "req_test",
  quotas: [],
};

export type Answer = {
  status: number;
  headers: Headers;
  /** As a client parses it; untyped, so that tests can access any field. */
  json: ReturnType<typeof JSON.parse>;
};

export class TestEndpoint {
  readonly db: Database;
  readonly url: string;
  readonly #end: () => Promise<void>;

  private constructor(db: Database, url: string, end: () => Promise<void>) {
    this.db = db;
    this.url = url;
    this.#end = end;
  }

  /** `routes`: the modules of its paths. */
  static async open(routes: ReadonlyMap<string, RouteModule>): Promise<TestEndpoint> {
    const { db, close } = await openKeyTables();
    await insertKeys(db, Date.now());
    const answer = dispatchRoutes(new RouteTable(routes), async (_request, response) => {
      response.writeHead(404).end();
    });
    const server = http.createServer((request, response) => {
      request.headers["x-forwarded-for"] = "192.0.2.7";
      void answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new TestEndpoint(db, url, async () => {
      server.closeAllConnections();
      server.close();
      await close();
    });
  }

  close(): Promise<void> {
    return this.#end();
  }

  /** A plain POST with these two headers, unless a test sets others; an empty one is omitted. */
  async post(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers };
    const response = await fetch(`${this.url}/api/v1/mcp`, {
      method: "POST",
      headers: Object.entries(sent).filter(([, value]) => value !== ""),
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const { status } = response;
    return { status, headers: response.headers, json: text === "" ? undefined : JSON.parse(text) };
  }

  rpc(method: string, params?: object, headers?: Record<string, string>): Promise<Answer> {
    return this.post({ jsonrpc: "2.0", id: 7, method, ...(params && { params }) }, headers);
  }

  /** The result of a call of a tool. */
  async tool(name: string, args: object = {}): Promise<Answer["json"]> {
    return (await this.rpc("tools/call", { name, arguments: args })).json.result;
  }

  /** Pauses all assistants of the account, or lets them continue. */
  async pause(isPaused: boolean): Promise<void> {
    await this.db.delete(assistantPauses);
    if (!isPaused) return;
    await this.db.insert(assistantPauses).values({ userId: USER, pausedAt: new Date() });
  }

  /** Ends every key and every grant. */
  async revoke(): Promise<void> {
    await this.db.update(oauthGrants).set({ revokedAt: new Date() });
    await this.db.update(mcpKeys).set({ revokedAt: new Date() });
  }

  /** An access token of a grant with these scopes, as the authorization server keeps it. */
  async token(scopes: readonly Scope[]): Promise<{ authorization: string }> {
    const [text, id] = [`svc_at_${randomBytes(32).toString("base64url")}`, newId("grant")];
    const expiresAt = new Date(Date.now() + 60_000);
    const client = { userId: USER, clientId: "client_1" };
    await this.db.insert(oauthGrants).values({
      ...client,
      id,
      expiresAt,
      createdAt: new Date(),
      scopes: [...scopes],
      payload: {},
      clientName: "An app",
      redirectHost: "localhost",
    });
    await this.db.insert(oauthRecords).values({
      ...client,
      model: "AccessToken",
      idHash: hash("sha256", text, "hex"),
      grantId: id,
      payload: { aud: `${BASE}/api/v1/mcp`, scope: scopes.join(" ") },
      expiresAt,
    });
    return { authorization: `Bearer ${text}` };
  }
}
