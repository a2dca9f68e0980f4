/** The command line, the operator API, and what a key may do afterwards, over the real handlers. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as auditRoute from "#app/api/operator/v1/audit/route.ts";
import * as limitsRoute from "#app/api/operator/v1/keys/[id]/limits/route.ts";
import * as keyRoute from "#app/api/operator/v1/keys/[id]/route.ts";
import * as keysRoute from "#app/api/operator/v1/keys/route.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import {
  insertKeys,
  openKeyTables,
  TEST_KEYS,
} from "#lib/server/credentials/credentials.testing.ts";
import { type RouteHandler, route } from "#lib/server/route.ts";
import { runOperator } from "./run.ts";

const NOW = 1_800_000_000_000;
const APP = "http://localhost:3000";
const OPERATOR = `operator_${"c".repeat(64)}`;
const WALLET = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const { mcpId, mcpSecret, botId, user } = TEST_KEYS;

let db: Database;
let close: () => Promise<void>;
let folder: string;
/** Nothing was written since the database was filled, so the next test may use it too. */
let isClean = false;

beforeAll(() => {
  vi.stubEnv("APP_OPERATOR_KEY", OPERATOR);
  folder = mkdtempSync(join(tmpdir(), "operator-"));
  writeFileSync(join(folder, "secrets.json"), JSON.stringify({ APP_OPERATOR_KEY: OPERATOR }));
  writeFileSync(join(folder, "endpoints.json"), JSON.stringify({ app: APP }));
});
beforeEach(async () => {
  requests.length = 0;
  if (isClean) return;
  ({ db, close } = await openKeyTables());
  setHttpRuntime({ clock: { now: () => NOW } });
  await insertKeys(db, NOW);
  const seen = { createdAt: new Date(NOW), lastUsedAt: new Date(NOW), userId: user };
  await db.insert(identities).values([
    { ...seen, id: "idn_1", kind: "wallet", subject: WALLET, label: WALLET },
    { ...seen, id: "idn_2", kind: "email", subject: "ann@example.com", label: "ann@example.com" },
  ]);
  isClean = true;
});
afterEach(async () => {
  if (!isClean) await close();
});
afterAll(async () => {
  if (isClean) await close();
  setHttpRuntime();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

const PATHS: [RegExp, Partial<Record<string, RouteHandler>>][] = [
  [/^\/api\/operator\/v1\/keys$/, keysRoute],
  [/^\/api\/operator\/v1\/keys\/([^/]+)$/, keyRoute],
  [/^\/api\/operator\/v1\/keys\/([^/]+)\/limits$/, limitsRoute],
  [/^\/api\/operator\/v1\/audit$/, auditRoute],
];

const requests: string[] = [];

async function toHandlers(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  request.headers.set("x-forwarded-for", "127.0.0.1");
  const { pathname } = new URL(request.url);
  requests.push(request.url);
  if (request.method !== "GET") isClean = false;
  for (const [pattern, methods] of PATHS) {
    const [, id] = pattern.exec(pathname) ?? [undefined, undefined];
    const handler = pattern.test(pathname) ? methods[request.method] : undefined;
    if (handler !== undefined) return handler(request, { params: Promise.resolve({ id }) });
  }
  throw new Error(`nothing at ${request.method} ${pathname}`);
}

async function run(...argv: string[]) {
  let out = "";
  let complaint = "";
  const code = await runOperator({
    argv,
    environment: { DATA_DIR: folder },
    fetch: toHandlers,
    print: (text) => (out += text),
    complain: (text) => (complaint += text),
  });
  return { code, out, complaint };
}

/** One request with the MCP key, as the assistant endpoint receives it. */
async function callWithKey(address: string) {
  const handler = route({ credential: "mcp_key" }, ({ ctx }) => ({ tier: ctx.actor.tier }));
  const request = new Request(`${APP}/api/v1/mcp/keys/validate`, {
    headers: { authorization: `Bearer ${mcpSecret}`, "x-forwarded-for": address },
  });
  const response = await handler(request, { params: Promise.resolve({}) });
  const limit = response.headers.get("ratelimit-limit");
  return { status: response.status, limit, body: (await response.json()) as { error?: string } };
}

const audit = () => db.select().from(auditLog).orderBy(asc(auditLog.at), asc(auditLog.id));

describe("keys find", () => {
  it.each([
    ["an id", mcpId, [mcpId]],
    ["a bot's id", botId, [botId]],
    ["a preview", `svc_sk_…${mcpSecret.slice(-4)}`, [mcpId]],
    ["a preview with three dots", `svc_sk_...${mcpSecret.slice(-4)}`, [mcpId]],
    ["the last four characters", mcpSecret.slice(-4), [mcpId]],
    ["a whole secret that was found somewhere", mcpSecret, [mcpId]],
    ["an account", user, [mcpId, botId]],
    ["a wallet", WALLET, [mcpId, botId]],
    ["a mail address in capitals", "Ann@Example.com", [mcpId, botId]],
    ["an unknown account", "bob@example.com", []],
  ])("finds a key by %s, and sends no secret to the app", async (_name, query, ids) => {
    const { code, out } = await run("keys", "find", query, "--json");
    const { keys } = JSON.parse(out) as { keys: { id: string }[] };
    expect([code, keys.map(({ id }) => id)]).toEqual([0, ids]);
    expect(requests.join()).not.toContain(mcpSecret);
    expect(out).not.toContain(mcpSecret);
  });

  it("shows what a person needs to tell keys apart", async () => {
    isClean = false;
    await db.update(mcpKeys).set({
      name: "desk\u001b[31m",
      wrongDoorAt: new Date(NOW),
      wrongDoorPath: "/api/bot/v1/whoami",
      wrongDoorCount: 2,
    });
    const { out } = await run("keys", "find", mcpId);
    expect(out).toContain(`${mcpId}  svc_sk_…${mcpSecret.slice(-4)}  active`);
    expect(out).toContain("2 times, last 2027-01-15 08:00 UTC at /api/bot/v1/whoami");
    expect(out).not.toContain("\u001b");
  });
});

describe("keys limits", () => {
  const grounds = ["--reason", "ticket 812", "--for", "prices for a desk of 40"];

  it("grants the elevated rate for addresses, and the key's next request gets both", async () => {
    expect(await callWithKey("203.0.113.9")).toMatchObject({ status: 200, limit: "120" });
    const { code, out } = await run(
      "keys",
      "limits",
      mcpId,
      "--tier",
      "elevated",
      "--allow",
      "192.0.2.0/24,2001:DB8::7",
      ...grounds,
    );
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("elevated, from 192.0.2.0/24, 2001:db8::7"),
    ]);
    const outside = await callWithKey("203.0.113.9");
    expect([outside.status, outside.body.error]).toEqual([403, "ip_not_allowed"]);
    expect(await callWithKey("192.0.2.44")).toMatchObject({ status: 200, limit: "1200" });
    expect(await audit()).toMatchObject([
      {
        userId: user,
        actorKind: "operator",
        actorId: null,
        action: "mcp_key.limits_set",
        target: mcpId,
        // The address from which the operator called.
        address: "127.0.0.1",
        details: {
          tier: "elevated",
          allowlist: "192.0.2.0/24, 2001:db8::7",
          reason: "ticket 812",
          useCase: "prices for a desk of 40",
        },
      },
    ]);
  });

  it("refuses the elevated rate without addresses, also when they are taken away later", async () => {
    const without = await run("keys", "limits", mcpId, "--tier", "elevated", ...grounds);
    expect([without.code, without.complaint]).toEqual([1, expect.stringContaining("allowlist")]);
    await run("keys", "limits", mcpId, "--tier", "elevated", "--allow", "192.0.2.1", ...grounds);
    const cleared = await run("keys", "limits", mcpId, "--allow", "", "--reason", "as asked");
    expect([cleared.code, cleared.complaint]).toEqual([1, expect.stringContaining("allowlist")]);
    const both = ["--allow", "", "--tier", "default"];
    expect((await run("keys", "limits", mcpId, ...both, "--reason", "as asked")).code).toBe(0);
    expect(await callWithKey("203.0.113.9")).toMatchObject({ status: 200, limit: "120" });
    expect((await audit()).length).toBe(2);
  });

  it("refuses the elevated rate for networks that belong to no single owner", async () => {
    const elevated = ["keys", "limits", mcpId, "--tier", "elevated", ...grounds];
    for (const wide of ["0.0.0.0/0", "192.0.0.0/15", "::/0", "2001:db8::/31"]) {
      const { code, complaint } = await run(...elevated, "--allow", `192.0.2.1,${wide}`);
      expect([code, complaint]).toEqual([1, expect.stringContaining(wide)]);
    }
    expect((await run(...elevated, "--allow", "198.51.0.0/16,2001:db8::/32")).code).toBe(0);
  });

  it("joins lists of addresses that are given one by one", async () => {
    const line = [
      "--allow",
      "192.0.2.1",
      "--allow",
      "192.0.2.9,2001:db8::7",
      "--reason",
      "as asked",
    ];
    await run("keys", "limits", mcpId, ...line);
    const [row] = await db.select().from(mcpKeys);
    expect(row?.allowlist).toEqual(["192.0.2.1", "192.0.2.9", "2001:db8::7"]);
  });

  it("sets a bot key's addresses too, and refuses to remove all of them", async () => {
    const { code, out } = await run(
      "keys",
      "limits",
      botId,
      "--allow",
      "192.0.2.1",
      "--reason",
      "moved",
    );
    expect([code, out]).toEqual([0, expect.stringContaining("from 192.0.2.1")]);
    const cleared = await run("keys", "limits", botId, "--allow", "", "--reason", "as asked");
    expect([cleared.code, cleared.complaint]).toEqual([1, expect.stringContaining("bot key")]);
    expect(await audit()).toMatchObject([{ action: "bot_key.limits_set", target: botId }]);
  });

  it.each([
    ["no address", "nonsense"],
    ["a network with bits behind its prefix", "192.0.2.7/24"],
  ])("refuses %s and changes nothing", async (_name, entry) => {
    const { code, complaint } = await run(
      "keys",
      "limits",
      mcpId,
      "--allow",
      entry,
      "--reason",
      "why not",
    );
    expect([code, complaint]).toEqual([1, expect.stringContaining(entry)]);
    expect(await audit()).toEqual([]);
  });

  it("does not change a dead key", async () => {
    await run("keys", "revoke", mcpId, "--reason", "leaked");
    const { code, complaint } = await run(
      "keys",
      "limits",
      mcpId,
      "--allow",
      "192.0.2.1",
      "--reason",
      "late",
    );
    expect([code, complaint]).toEqual([1, expect.stringContaining("KEY_IS_DEAD")]);
  });
});

describe("keys revoke", () => {
  it("ends a key at its next request, gives the reason in the owner's log, and does so once when repeated", async () => {
    expect((await callWithKey("203.0.113.9")).status).toBe(200);
    const { code, out } = await run("keys", "revoke", mcpId, "--reason", "found in a repository");
    expect([code, out]).toEqual([0, expect.stringContaining("revoked")]);
    const after = await callWithKey("203.0.113.9");
    expect([after.status, after.body.error]).toEqual([401, "REVOKED_KEY"]);
    expect((await run("keys", "revoke", mcpId, "--reason", "again")).code).toBe(0);
    expect(await audit()).toMatchObject([
      {
        userId: user,
        actorKind: "operator",
        action: "mcp_key.revoked",
        target: mcpId,
        details: { reason: "found in a repository" },
      },
    ]);
  });

  it("reports that an unknown key does not exist", async () => {
    const unknown = `tbk_${"9".repeat(24)}`;
    for (const line of [["show"], ["revoke", "--reason", "gone"]]) {
      const { code, complaint } = await run("keys", line[0]!, unknown, ...line.slice(1));
      expect([code, complaint]).toEqual([1, expect.stringContaining("KEY_NOT_FOUND")]);
    }
  });
});

describe("keys show and audit", () => {
  it("names the owner", async () => {
    const { out } = await run("keys", "show", mcpId);
    expect(out).toContain(`wallet ${WALLET}, email ann@example.com`);
  });

  it("reads an account's log in pages, newest first, by any of its names", async () => {
    for (const reason of ["first", "second", "third"]) {
      await run("keys", "limits", mcpId, "--allow", "192.0.2.1", "--reason", reason);
    }
    const reasons: unknown[] = [];
    let cursor: string[] = [];
    for (let pages = 0; pages < 5; pages += 1) {
      const { out } = await run("audit", "ann@example.com", "--limit", "2", "--json", ...cursor);
      const page = JSON.parse(out) as {
        userId: string;
        entries: { details: { reason: string } }[];
        next: string | null;
      };
      expect(page.userId).toBe(user);
      reasons.push(...page.entries.map(({ details }) => details.reason));
      if (page.next === null) break;
      cursor = ["--cursor", page.next];
    }
    expect(new Set(reasons)).toEqual(new Set(["first", "second", "third"]));
    expect(reasons.length).toBe(3);
    const readEntries = () =>
      db.select().from(auditLog).where(eq(auditLog.action, "account.log_read"));
    // Any number of pages counts as one look-up.
    expect(await readEntries()).toMatchObject([
      { userId: user, actorKind: "operator", address: "127.0.0.1" },
    ]);
    expect((await run("audit", WALLET)).out).toContain("mcp_key.limits_set");
    expect(await readEntries()).toHaveLength(2);
    expect((await run("audit", "nobody@example.com")).code).toBe(1);
  });
});

describe("the command line", () => {
  it.each([
    [["keys", "find"], "needs a key's id or preview"],
    [["keys", "list"], 'no command "keys list"'],
    [["users"], 'no command "users"'],
    [["keys", "show", "mcp_1"], "is no key's id"],
    [["keys", "show", mcpId, "more"], 'does not know "more"'],
    [["keys", "find", "abcd", "--alow", "1"], "--alow"],
    [["keys", "revoke", mcpId], "--reason is missing"],
    [["keys", "limits", mcpId, "--reason", "why"], "--allow, --tier or both"],
    [["keys", "limits", mcpId, "--tier", "gold", "--reason", "why"], "default or elevated"],
    [["keys", "limits", mcpId, "--tier", "elevated", "--reason", "why"], "--for"],
  ])("exits with 2 for %j and says what is wrong", async (line, message) => {
    const { code, complaint } = await run(...line);
    expect([code, complaint]).toEqual([2, expect.stringContaining(message)]);
    expect(requests).toEqual([]);
  });

  it("never prints a secret that was given in place of an id", async () => {
    const { complaint } = await run("keys", "show", mcpSecret);
    expect(complaint).not.toContain(mcpSecret);
  });

  it("prints a usage text with examples", async () => {
    const { code, out } = await run("--help");
    expect([code, out]).toEqual([0, expect.stringContaining("npm run operator -- keys limits")]);
  });

  it("exits with 3 when no app is known or none answers, and sends the key to no unsafe address", async () => {
    expect((await run("keys", "find", "abcd", "--url", "http://example.com")).code).toBe(3);
    const away = await runOperator({
      argv: ["keys", "find", "abcd"],
      environment: { DATA_DIR: folder },
      fetch: () => Promise.reject(new TypeError("fetch failed")),
      print: () => {},
      complain: () => {},
    });
    const nowhere = await runOperator({
      argv: ["keys", "find", "abcd"],
      environment: { DATA_DIR: join(folder, "none") },
      fetch: toHandlers,
      print: () => {},
      complain: () => {},
    });
    expect([away, nowhere]).toEqual([3, 3]);
  });

  it("is refused with another key, and changes nothing", async () => {
    let complaint = "";
    const code = await runOperator({
      argv: ["keys", "revoke", mcpId, "--reason", "mine now"],
      environment: { DATA_DIR: folder, APP_OPERATOR_KEY: `operator_${"d".repeat(64)}` },
      fetch: toHandlers,
      print: () => {},
      complain: (text) => (complaint += text),
    });
    expect([code, complaint]).toEqual([1, expect.stringContaining("UNKNOWN_KEY")]);
    expect((await callWithKey("203.0.113.9")).status).toBe(200);
  });
});
