import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { issueWalletToken } from "#lib/identity/sessions/wallet-token.ts";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { type RouteHandler, route } from "#lib/server/route.ts";
import { insertKeys, insertSession, openKeyTables, TEST_KEYS } from "./credentials.testing.ts";
import type { Credential } from "./find-caller.ts";

const NOW = 1_800_000_000_000;
const BASE = "http://localhost:3000";
const VENUE = "http://venue.example:4100";
const OPERATOR = `operator_${"c".repeat(64)}`;
const { mcpSecret, botId, botSecret } = TEST_KEYS;

type SchemeName = "session" | "mcp_key" | "bot_key" | "operator" | "public";
const SCHEMES = ["session", "mcp_key", "bot_key", "operator"] as const;

const handlers = Object.fromEntries(
  [...SCHEMES, "public" as const].map((credential) => [
    credential,
    route({ credential: credential satisfies Credential }, ({ ctx }) => ({ kind: ctx.actor.kind })),
  ]),
) as Record<SchemeName, RouteHandler>;

let db: Database;
let close: () => Promise<void>;
let jwt = "";

beforeAll(async () => {
  vi.stubEnv("APP_OPERATOR_KEY", OPERATOR);
  vi.stubEnv("VENUE_URL", VENUE);
  ({ db, close } = await openKeyTables());
  setHttpRuntime({ clock: { now: () => NOW } });
  await insertKeys(db, NOW);
  const actor = await insertSession(db, NOW);
  jwt = (await issueWalletToken({ ctx: { actor, now: NOW } })).token;
});
beforeEach(async () => {
  const clean = { wrongDoorAt: null, wrongDoorPath: null, wrongDoorCount: 0 };
  await db.update(mcpKeys).set(clean);
  await db.update(botKeys).set(clean);
});
afterAll(async () => {
  setHttpRuntime();
  await close();
  vi.unstubAllEnvs();
});

let from = 0;

async function send(
  scheme: SchemeName,
  headers: Record<string, string> | [string, string][],
  path = scheme as string,
) {
  // Each from an address of its own: failures of one address are limited.
  from += 1;
  const sent = new Headers(headers);
  sent.set("x-forwarded-for", `198.51.${from >> 8}.${from & 255}`);
  const request = new Request(`${BASE}/api/thing/${path}`, { headers: sent });
  const response = await handlers[scheme](request, { params: Promise.resolve({}) });
  const body = (await response.json()) as Record<string, string>;
  const challenge = response.headers.get("www-authenticate") ?? "";
  return { status: response.status, body, challenge, everything: JSON.stringify(body) + challenge };
}

async function hints() {
  const columns = <T extends typeof mcpKeys | typeof botKeys>(table: T) => ({
    at: table.wrongDoorAt,
    path: table.wrongDoorPath,
    count: table.wrongDoorCount,
  });
  const [mcp] = await db.select(columns(mcpKeys)).from(mcpKeys);
  const [bot] = await db.select(columns(botKeys)).from(botKeys);
  return { mcp, bot };
}

const NO_HINT = { at: null, path: null, count: 0 };

/** What is sent, the scheme that accepts it, and the text that names its endpoint. */
const KINDS: [name: string, opens: SchemeName | undefined, text: () => string, endpoint: string][] =
  [
    [
      "a wallet session",
      "session",
      () => jwt,
      `A wallet session (JWT) belongs to the app at ${BASE}`,
    ],
    [
      "an MCP key",
      "mcp_key",
      () => mcpSecret,
      `An MCP key (svc_sk_) belongs to ${BASE}/api/v1/mcp`,
    ],
    ["a bot's id", "bot_key", () => botId, `A bot key (tbk_) belongs to ${BASE}/api/bot/v1`],
    ["a bot's secret", undefined, () => botSecret, `it signs requests to ${BASE}/api/bot/v1`],
    [
      "a venue key",
      undefined,
      () => `apikey_${"d".repeat(64)}`,
      `A venue key (apikey_) belongs to ${VENUE}`,
    ],
    ["an operator key", "operator", () => OPERATOR, `belongs to ${BASE}/api/operator/v1`],
  ];

const WRONG = KINDS.flatMap(([name, opens, text, endpoint]) =>
  SCHEMES.filter((scheme) => scheme !== opens).map((scheme) => ({ name, scheme, text, endpoint })),
);

describe("a credential at an endpoint of another kind", () => {
  it.each(WRONG)("$name at $scheme: 401 that names the right endpoint", async (row) => {
    const text = row.text();
    for (const scheme of ["Bearer", "bearer"]) {
      const answer = await send(row.scheme, { authorization: `${scheme} ${text}` });
      expect(answer.status).toBe(401);
      expect(answer.body["error"]).toBe("WRONG_CREDENTIAL");
      expect(answer.body["message"]).toContain(row.endpoint);
      expect(answer.challenge).toMatch(/^Bearer error="invalid_token", error_description="[^"]+"$/);
      expect(answer.challenge).toContain(row.endpoint);
      expect(answer.everything).not.toContain(text);
      expect(answer.everything).not.toMatch(/\{(base|venue)_url\}/);
    }
  });

  it("is answered by endpoints of sessions with where it belongs, and with nothing else", async () => {
    const { body } = await send("session", { authorization: `Bearer ${mcpSecret}` });
    expect(body["message"]).toBe(
      `This service does not accept this credential. An MCP key (svc_sk_) belongs to ${BASE}/api/v1/mcp.`,
    );
  });

  it.each(SCHEMES.filter((scheme) => scheme !== "mcp_key"))(
    "is recorded on the row of an MCP key that was sent to %s",
    async (scheme) => {
      await send(scheme, { authorization: `Bearer ${mcpSecret}` });
      await send(scheme, { "x-bot-key": mcpSecret });
      const { mcp, bot } = await hints();
      expect(mcp).toEqual({ at: new Date(NOW), path: `/api/thing/${scheme}`, count: 2 });
      expect(bot).toEqual(NO_HINT);
    },
  );

  it.each(SCHEMES.filter((scheme) => scheme !== "bot_key"))(
    "is recorded on the row of a bot key that was sent to %s",
    async (scheme) => {
      await send(scheme, { "x-bot-key": botId });
      const { mcp, bot } = await hints();
      expect(bot).toEqual({ at: new Date(NOW), path: `/api/thing/${scheme}`, count: 1 });
      expect(mcp).toEqual(NO_HINT);
    },
  );

  it("records nothing for unknown keys, and answers them alike", async () => {
    const unknown = mcpSecret.replace("0f", "1f");
    const known = await send("bot_key", { authorization: `Bearer ${mcpSecret}` });
    await db.update(mcpKeys).set({ wrongDoorAt: null, wrongDoorPath: null, wrongDoorCount: 0 });
    const answer = await send("bot_key", { authorization: `Bearer ${unknown}` });
    expect(answer.body["message"]).toBe(known.body["message"]);
    await send("session", { "x-bot-key": `tbk_${"9".repeat(24)}` });
    expect(await hints()).toEqual({ mcp: NO_HINT, bot: NO_HINT });
  });

  it("redacts a key that stands in the path as well", async () => {
    const headers = { authorization: `Bearer ${mcpSecret}` };
    await send("session", headers, `session/${mcpSecret}`);
    const { mcp } = await hints();
    expect(mcp?.path).toBe("/api/thing/session/svc_sk_[secret]");
  });

  it("records nothing for a key at its own endpoint", async () => {
    expect((await send("mcp_key", { authorization: `Bearer ${mcpSecret}` })).status).toBe(200);
    expect(await hints()).toEqual({ mcp: NO_HINT, bot: NO_HINT });
  });
});

describe("a malformed credential", () => {
  const basic = `Basic ${Buffer.from(`me:${mcpSecret}`).toString("base64")}`;
  const rows: [string, [string, string][]][] = [
    ["garbage", [["authorization", "Bearer nonsense"]]],
    ["Basic", [["authorization", basic]]],
    ["nothing after the scheme", [["authorization", "Bearer"]]],
    ["an empty header", [["authorization", ""]]],
    ["a key without the scheme", [["authorization", mcpSecret]]],
    ["two tokens in one header", [["authorization", `Bearer ${mcpSecret} ${mcpSecret}`]]],
    [
      "two headers",
      [
        ["authorization", `Bearer ${mcpSecret}`],
        ["authorization", `Bearer ${mcpSecret}`],
      ],
    ],
    ["garbage as a bot's key", [["x-bot-key", "nonsense"]]],
  ];
  const table = rows.flatMap(([name, headers]) =>
    SCHEMES.map((scheme) => ({ name, headers, scheme })),
  );

  it.each(table)("$name at $scheme: 401 that says what belongs there", async (row) => {
    const answer = await send(row.scheme, row.headers);
    expect([answer.status, answer.body["error"]]).toEqual([401, "MALFORMED_CREDENTIAL"]);
    expect(answer.challenge).toContain('error="invalid_token"');
    const expected = {
      session: "JWT",
      mcp_key: "svc_sk_",
      bot_key: "X-Bot-Key",
      operator: "operator_",
    };
    expect(answer.body["message"]).toContain(expected[row.scheme]);
    expect(answer.everything).not.toContain(mcpSecret);
    expect(answer.everything).not.toContain(basic);
    expect(answer.everything).not.toContain("nonsense");
  });

  it.each([
    ["an MCP key in X-Bot-Key", "mcp_key", () => ({ "x-bot-key": mcpSecret })],
    ["a session in X-Bot-Key", "session", () => ({ "x-bot-key": jwt })],
    ["a bot's id as a bearer token", "bot_key", () => ({ authorization: `Bearer ${botId}` })],
  ] as const)("%s is not accepted", async (_name, scheme, headers) => {
    const { status, body } = await send(scheme, headers());
    expect([status, body["error"]]).toEqual([401, "MALFORMED_CREDENTIAL"]);
  });

  it.each(SCHEMES)("no credential at %s: a challenge without an error code", async (scheme) => {
    const { status, challenge } = await send(scheme, {});
    expect([status, challenge]).toEqual([401, "Bearer"]);
  });
});

describe("every kind", () => {
  it("is accepted at its own endpoint", async () => {
    expect((await send("session", { authorization: `Bearer ${jwt}` })).body["kind"]).toBe(
      "session",
    );
    expect((await send("mcp_key", { authorization: `bearer ${mcpSecret}` })).body["kind"]).toBe(
      "mcp_key",
    );
    expect((await send("operator", { authorization: `Bearer ${OPERATOR}` })).body["kind"]).toBe(
      "operator",
    );
  });

  it("is ignored at public routes, and not recorded there", async () => {
    for (const text of [jwt, mcpSecret, botId, botSecret, OPERATOR, "nonsense"]) {
      const { status, body } = await send("public", { authorization: `Bearer ${text}` });
      expect([status, body["kind"]]).toEqual([200, "anonymous"]);
    }
    expect(await hints()).toEqual({ mcp: NO_HINT, bot: NO_HINT });
  });

  it("of an operator is compared in full: another one of the same length is unknown", async () => {
    const { status, body } = await send("operator", {
      authorization: `Bearer operator_${"c".repeat(63)}d`,
    });
    expect([status, body["error"]]).toEqual([401, "UNKNOWN_KEY"]);
  });
});
