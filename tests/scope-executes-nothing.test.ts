/**
 * The scope `trade:execute` proposes (stages) an order and executes nothing (docs/api/oauth.md): every handler of the app is called, by every method, with an access token that has this scope and with a key that may stage orders.
 */
import { hash, randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { mcpKeyOf } from "#lib/protocol/key-formats.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";
import { BUY, openWorld, type Person, stage, type World } from "./approvals.testing.ts";

const ORIGIN = "http://localhost:3000";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const REFUSED = new Set([401, 403, 404, 405]);
/** What a token and a key read, by a tool or directly. */
const SHARED = [
  "/api/v1/mcp",
  "/api/v1/assistant/context",
  "/api/v1/points",
  "/api/v1/points/history",
  "/api/alerts/catalyst",
  "/api/alerts/catalyst/{id}",
];
/** The endpoints that accept each; one returns the state of a key, a key reads the usage of no other, and has price alerts. */
const ITS_OWN = {
  token: new Set([...SHARED, "/oauth/userinfo"]),
  key: new Set([
    ...SHARED,
    "/api/v1/mcp/keys/rate-limits",
    "/api/v1/mcp/keys/validate",
    "/api/v1/price-alerts",
    "/api/v1/price-alerts/{id}",
  ]),
};

type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

let db: Database;
let world: World;
let ada: Person;
const credentials = { token: "", key: "" };

beforeAll(async () => {
  db = await testDatabase();
  world = await openWorld(db);
  setHttpRuntime({ clock: { now: () => world.fixture.now() } });
  ada = await world.person("ada", { scopes: [...SCOPES] });
  credentials.token = `svc_at_${randomBytes(32).toString("base64url")}`;
  await db.insert(oauthRecords).values({
    model: "AccessToken",
    idHash: hash("sha256", credentials.token, "hex"),
    payload: { aud: `${ORIGIN}/api/v1/mcp`, scope: SCOPES.join(" ") },
    grantId: ada.grant.grantId,
    userId: ada.actor.userId,
    clientId: ada.grant.clientId,
    expiresAt: new Date(world.fixture.now() + 3_600_000),
  });
  credentials.key = mcpKeyOf(randomBytes(28).toString("hex"));
  await db
    .update(mcpKeys)
    .set({ hash: hash("sha256", credentials.key, "hex") })
    .where(eq(mcpKeys.id, ada.key.keyId));
});
afterAll(async () => {
  setHttpRuntime();
  await closeLimits();
  await world.close();
  await db.$client.end();
});

/** The URL path of a module's folder: without groups, and with `id` for parameters. */
const pathOf = (file: string, id: string): string =>
  `/${file
    .replace(/^app\//, "")
    .replace(/\/?route\.ts$/, "")
    .replaceAll(/\([^)]*\)\//g, "")
    .replaceAll(/\[(?:\.\.\.)?[^\]]*\]/g, id)}`;

async function modules(): Promise<{ file: string; exports: Record<string, unknown> }[]> {
  const files = globSync("app/**/route.ts").toSorted();
  return Promise.all(
    files.map(async (file) => ({
      file,
      exports: (await import(new URL(`../${file}`, import.meta.url).href)) as Record<
        string,
        unknown
      >,
    })),
  );
}

/** A request of the credential's holder: with an order, but without the user's signature. */
async function statusOf(
  handler: Handler,
  { path, method, id }: { path: string; method: string; id: string },
  credential: string | undefined,
): Promise<number | string> {
  const timestamp = String(world.fixture.now());
  const headers = new Headers({
    "content-type": "application/json",
    "x-forwarded-for": "192.0.2.7",
    origin: ORIGIN,
    "x-signature": "0".repeat(128),
    "x-signature-timestamp": timestamp,
    "x-signer-pubkey": ada.trader.address,
    "x-account-pubkey": ada.trader.address,
  });
  if (credential !== undefined) headers.set("authorization", `Bearer ${credential}`);
  const takesBody = method !== "GET" && method !== "HEAD";
  const body = JSON.stringify({ ...BUY, time_in_force: "GTC", flags: 0 });
  const request = new Request(`${ORIGIN}${path}`, {
    method,
    headers,
    body: takesBody ? body : null,
  });
  const params = {
    id,
    uid: id,
    pubkey: ada.trader.address,
    kind: "orders",
    path: [id],
    nextauth: ["session"],
  };
  await closeLimits();
  try {
    const answer = await handler(request, { params: Promise.resolve(params) });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    return `threw ${error instanceof Error ? error.name : "something"}`;
  }
}

/** True when the credential is accepted where anonymous calls are refused. Temporary failures of a busy machine are retried. */
async function isMoreThanAnybodys(
  handler: Handler,
  call: { path: string; method: string; id: string },
  credential: string,
): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) {
    const anybodys = await statusOf(handler, call, undefined);
    if ((await statusOf(handler, call, credential)) === anybodys) return false;
  }
  return true;
}

describe.each(["token", "key"] as const)("with the %s", (kind) => {
  test("every handler refuses, or answers the same as to an anonymous call; none places or approves an order", async () => {
    const { id } = await stage(kind === "token" ? ada.grant : ada.key, BUY, world.fixture.now());
    const wrong: string[] = [];
    let requestCount = 0;
    let refused = 0;
    for (const { file, exports } of await modules()) {
      const path = pathOf(file, id);
      for (const method of METHODS) {
        const handler = exports[method];
        if (typeof handler !== "function") continue;
        const call = { path, method, id };
        const shown = await statusOf(handler as Handler, call, credentials[kind]);
        requestCount += 1;
        if (REFUSED.has(shown as number)) {
          refused += 1;
        } else if (await isMoreThanAnybodys(handler as Handler, call, credentials[kind])) {
          wrong.push(`${method} ${path} ${shown}`);
        }
      }
    }
    const opened = new Set(wrong.map((line) => (line.split(" ")[1] ?? "").replace(id, "{id}")));
    expect(opened, wrong.join(", ")).toEqual(ITS_OWN[kind]);
    // Proves that the walk found the handlers.
    expect(requestCount).toBeGreaterThan(200);
    expect(refused / requestCount).toBeGreaterThan(0.7);
    expect(world.line.writes).toEqual([]);
    expect(await world.ordersOf(ada.trader)).toEqual([]);
    expect(await world.rowOf(id)).toMatchObject({ state: "waiting", signed: null });
  });

  test("the assistant endpoint stages an order, and none of its tools sends one", async () => {
    const { POST } = (await import("#app/api/v1/mcp/route.ts")) as { POST: Handler };
    const call = async (method: string, params: object) => {
      const request = new Request(`${ORIGIN}/api/v1/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${credentials[kind]}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      const answer = await POST(request, { params: Promise.resolve({}) });
      return (await answer.json()) as { result?: Record<string, unknown> };
    };
    const listed = (await call("tools/list", {})).result?.["tools"] as { name: string }[];
    const staged = await call("tools/call", { name: "stage_order", arguments: BUY });
    const proposal = staged.result?.["structuredContent"] as { id: string } | undefined;
    const id = proposal?.id ?? "none";
    expect(id).toMatch(/^sto_/);
    for (const { name } of listed) {
      for (const args of [{}, { id }, { ...BUY, id }, { market: "BTCUSDC" }]) {
        await closeLimits();
        await call("tools/call", { name, arguments: args });
      }
    }
    const rows = await db
      .select()
      .from(stagedOrders)
      .where(eq(stagedOrders.userId, ada.actor.userId));
    expect(
      rows.every(({ state, signed }) => signed === null && /^(waiting|withdrawn)$/.test(state)),
    ).toBe(true);
    expect(rows.length).toBeGreaterThan(0);
    expect(world.line.writes).toEqual([]);
    expect(await world.ordersOf(ada.trader)).toEqual([]);
  });
});

test("one place in the code makes a waiting order `sending`, one posts a signed order, and one a withdrawal", () => {
  const isOfTests = (file: string) => /\.test(?:ing)?\.|\/testing\//.test(file);
  // The wallet of simulated traders and scripts, which lint keeps out of the app.
  const isWallet = (file: string) => file === "lib/kernel/wallet.ts";
  const files = globSync("{lib,app}/**/*.ts").filter((file) => !isOfTests(file) && !isWallet(file));
  const having = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(file, "utf8")));
  expect(having(/state: "sending"/)).toEqual(["lib/assistants/staged-orders/approve-order.ts"]);
  const places = /method: "POST",\s+path: [^\n]*"\/v1\/orders(?:\/group)?"/;
  expect(having(places).toSorted()).toEqual([
    "app/api/venue/orders/group/route.ts",
    "app/api/venue/orders/route.ts",
    "lib/assistants/staged-orders/_signed-order.ts",
  ]);
  // It also has the address of a signed edit and of a signed cancellation, and one place sends to it.
  expect(having(/venueAddress\(row\)/)).toEqual(["lib/assistants/staged-orders/_reconcile.ts"]);
  const ofOne = /\/v1\/orders\/\$\{/;
  expect(having(ofOne).toSorted()).toEqual([
    "app/api/venue/orders/[id]/route.ts",
    // A read.
    "lib/assistants/staged-orders/_holdings.ts",
    "lib/assistants/staged-orders/_signed-order.ts",
  ]);
  expect(having(/method: "POST",\s+path: "\/v1\/withdrawals"/)).toEqual([
    "lib/trading/venue-access/forward.ts",
  ]);
});
