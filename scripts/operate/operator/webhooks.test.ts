/** The command line reads, pauses and resumes webhooks: over the real handlers and a real database. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as pauseRoute from "#app/api/operator/v1/webhooks/[id]/pause/route.ts";
import * as resumeRoute from "#app/api/operator/v1/webhooks/[id]/resume/route.ts";
import * as webhookRoute from "#app/api/operator/v1/webhooks/[id]/route.ts";
import * as webhooksRoute from "#app/api/operator/v1/webhooks/route.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { DELIVERY_STATES } from "#lib/protocol/webhooks.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { addOwner, addWebhook, SECRET } from "#lib/webhooks/engine/engine.testing.ts";
import { RegisterWebhook } from "#lib/webhooks/manage/terms.ts";
import {
  changeWebhook,
  pauseByHand,
  registerWebhook,
  removeWebhook,
  resumeWebhook,
} from "#lib/webhooks/manage/webhooks.ts";
import { webhookAttempts, webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";
import { runOperator } from "./run.ts";

const NOW = Date.UTC(2026, 2, 1, 12);
const OPERATOR = `operator_${"c".repeat(64)}`;
const REASON = ["--reason", "it floods its receiver"];
const URL_WITH_TOKEN = "https://hooks.example:8443/in/path-token?key=query-token";

const folder = mkdtempSync(join(tmpdir(), "operator-webhooks-"));
let db: Database;
let userId: string;
let id: string;

beforeAll(async () => {
  vi.stubEnv("APP_OPERATOR_KEY", OPERATOR);
  writeFileSync(join(folder, "secrets.json"), JSON.stringify({ APP_OPERATOR_KEY: OPERATOR }));
  const endpoints = { app: "http://localhost:3000" };
  writeFileSync(join(folder, "endpoints.json"), JSON.stringify(endpoints));
  db = await testDatabase();
  setDatabase(db);
  setHttpRuntime({ clock: { now: () => NOW } });
});
afterAll(async () => {
  setHttpRuntime();
  setDatabase(undefined);
  await db.$client.end();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  userId = await addOwner(db);
  id = await addWebhook(db, { userId, url: URL_WITH_TOKEN });
});

const PATHS: [RegExp, Partial<Record<string, RouteHandler>>][] = [
  [/^\/api\/operator\/v1\/webhooks$/, webhooksRoute],
  [/^\/api\/operator\/v1\/webhooks\/([^/]+)$/, webhookRoute],
  [/^\/api\/operator\/v1\/webhooks\/([^/]+)\/pause$/, pauseRoute],
  [/^\/api\/operator\/v1\/webhooks\/([^/]+)\/resume$/, resumeRoute],
];

async function toHandlers(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  request.headers.set("x-forwarded-for", "127.0.0.1");
  const { pathname } = new URL(request.url);
  for (const [pattern, methods] of PATHS) {
    const [, which] = pattern.exec(pathname) ?? [];
    const handler = pattern.test(pathname) ? methods[request.method] : undefined;
    if (handler !== undefined) return handler(request, { params: Promise.resolve({ id: which }) });
  }
  throw new Error(`nothing at ${request.method} ${pathname}`);
}

async function run(...argv: string[]) {
  let out = "";
  let complaint = "";
  const code = await runOperator({
    argv: ["webhooks", ...argv],
    environment: { DATA_DIR: folder },
    fetch: toHandlers,
    print: (text) => (out += text),
    complain: (text) => (complaint += text),
  });
  return { code, out, complaint };
}

async function addDelivery(
  state: (typeof DELIVERY_STATES)[number],
  { at = NOW - HOUR_MS, failed = 0 } = {},
): Promise<string> {
  const delivery = newId("wh_evt");
  await db.insert(webhookDeliveries).values({
    id: delivery,
    webhookId: id,
    type: "agentic.intent",
    dedupKey: delivery.padEnd(64, "0"),
    eventAt: at,
    data: '{"note":"said-in-the-body"}',
    isLive: true,
    state,
    attempt: failed,
    dueAt: state === "pending" ? at + 1 : null,
    createdAt: at,
  });
  for (let number = 1; number <= failed; number += 1) {
    await db.insert(webhookAttempts).values({
      deliveryId: delivery,
      number,
      claim: "claim",
      dueAt: at,
      startedAt: at,
      endedAt: at + number,
      status: 503,
      failure: "status",
      response: "said-in-the-response",
    });
  }
  return delivery;
}

const owner = () => ({
  actor: {
    kind: "session" as const,
    userId,
    sessionId: `${userId}.external`,
    account: undefined,
    provedAt: NOW,
  },
  client: { address: "127.0.0.1", agent: "test" },
  now: NOW,
  quotas: [],
});
const resumeByOwner = () =>
  resumeWebhook({ ctx: owner(), input: { params: { id }, body: { replay_dead: false } } });
const lane = async () =>
  (await db.select().from(webhookLanes).where(eq(webhookLanes.webhookId, id)))[0];

describe("reading", () => {
  it("lists webhooks by origin with backlog and last error, those whose work is the oldest first", async () => {
    await addDelivery("pending", { failed: 2 });
    await addDelivery("delivered");
    const idle = await addWebhook(db, { userId, url: "https://idle.example/in" });
    const { code, out } = await run("list", "--user", userId);
    expect(code).toBe(0);
    const cells = out
      .trim()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(cells.slice(1)).toEqual([
      [id, userId, "https://hooks.example:8443", "active", "1", "2026-03-01 11:00 UTC", "HTTP 503"],
      [idle, userId, "https://idle.example", "active", "0", "nothing", "none"],
    ]);
  });

  it("lists the paused ones of all accounts", async () => {
    await pauseByHand({ ctx: owner(), input: { params: { id } } });
    const active = await addWebhook(db, { userId, url: "https://idle.example/in" });
    const { out } = await run("list", "--paused");
    expect(out).toContain(`${id}  ${userId}  https://hooks.example:8443  paused: owner`);
    expect(out).not.toContain(active);
    expect((await run("list", "--user", "nobody@example.com")).out).toBe("No webhook matches.\n");
  });

  it("shows the deliveries of 24 hours by state, and the last failures", async () => {
    await addDelivery("delivered");
    await addDelivery("delivered");
    await addDelivery("delivered", { at: NOW - 25 * HOUR_MS });
    const dead = await addDelivery("dead", { failed: 7 });
    const { code, out } = await run("show", id);
    expect(code).toBe(0);
    expect(out).toContain("24 hours: 1 dead, 2 delivered\n");
    const failures = out.split("\n").filter((line) => line.includes(dead));
    expect(failures).toHaveLength(7);
    expect(failures[0]).toMatch(/agentic\.intent +attempt 7 +HTTP 503$/);
  });

  it("never has a path, a query, a secret, a body or a response", async () => {
    await addDelivery("dead", { failed: 7 });
    const said = [await run("list"), await run("list", "--json"), await run("show", id)];
    said.push(await run("show", id, "--json"), await run("pause", id, ...REASON, "--json"));
    const text = JSON.stringify(said);
    for (const hidden of ["path-token", "query-token", SECRET, "said-in-the-"]) {
      expect(text).not.toContain(hidden);
    }
  });

  it("refuses what is no webhook", async () => {
    expect(await run("show", "whk_1")).toMatchObject({ code: 2 });
    expect(await run("pause", id)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining("--reason") as string,
    });
    const unknown = newId("whk");
    for (const line of [
      ["show", unknown],
      ["pause", unknown, ...REASON],
      ["resume", unknown],
    ]) {
      const { code, complaint } = await run(...line);
      expect([code, complaint]).toEqual([1, expect.stringContaining("WEBHOOK_NOT_FOUND")]);
    }
  });
});

describe("a pause by the operator", () => {
  it("stops the webhook, and the owner is told why", async () => {
    const { code, out } = await run("pause", id, ...REASON);
    expect(code).toBe(0);
    expect(out).toContain("paused: operator");
    expect(await lane()).toMatchObject({ isOpen: false });
    const data = {
      webhook_id: id,
      origin: "https://hooks.example:8443",
      reason: "operator",
      note: REASON[1],
    };
    const notices = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, userId));
    expect(notices).toMatchObject([{ type: "webhook.paused", wantsMail: true, data }]);
    const events = await db.select().from(webhookEvents).where(eq(webhookEvents.userId, userId));
    expect(events).toMatchObject([{ type: "webhook.paused", about: id }]);
    const audit = await db.select().from(auditLog).where(eq(auditLog.userId, userId));
    expect(audit).toMatchObject([
      {
        action: "webhook.paused",
        actorKind: "operator",
        target: id,
        address: "127.0.0.1",
        details: { reason: "operator", note: REASON[1], origin: "https://hooks.example:8443" },
      },
    ]);
  });

  it("is ended by the operator alone, who sends what waited", async () => {
    await addDelivery("pending");
    await run("pause", id, ...REASON);
    await expect(resumeByOwner()).rejects.toMatchObject({ code: "WEBHOOK_PAUSED_BY_OPERATOR" });
    expect(await lane()).toMatchObject({ isOpen: false });
    const { code, out } = await run("resume", id);
    expect(code).toBe(0);
    expect(out).toContain(`${id}  active\n`);
    expect(await lane()).toMatchObject({ isOpen: true, dueAt: NOW - HOUR_MS + 1 });
    const [last] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, userId))
      .orderBy(desc(auditLog.action));
    expect(last).toMatchObject({ action: "webhook.resumed", actorKind: "operator", target: id });
  });

  it("takes the place of the owner's, and keeps its first reason", async () => {
    await pauseByHand({ ctx: owner(), input: { params: { id } } });
    await run("pause", id, ...REASON);
    await run("pause", id, "--reason", "another one");
    await pauseByHand({ ctx: owner(), input: { params: { id } } });
    const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
    expect(row?.pause).toMatchObject({ reason: "operator", note: REASON[1] });
  });
});

describe("a pause by the operator holds for the account and the origin", () => {
  const sources = { markets: () => Promise.resolve([]), assets: [] };
  const HELD = { code: "WEBHOOK_PAUSED_BY_OPERATOR" };
  const register = (url: string, userId_ = userId) =>
    registerWebhook(
      {
        ctx: {
          ...owner(),
          actor: { ...owner().actor, userId: userId_, sessionId: `${userId_}.external` },
        },
        input: { body: RegisterWebhook.parse({ url, events: ["agentic.intent"] }) },
      },
      { locale: null, sources },
    );
  const change = (which: string, body: { url?: string; max_per_second?: number }) =>
    changeWebhook({ ctx: owner(), input: { params: { id: which }, body } }, sources);

  it("so it is escaped neither by another registration, nor by a change or a removal", async () => {
    const elsewhere = await addWebhook(db, { userId, url: "https://elsewhere.example/in" });
    await run("pause", id, ...REASON);
    for (const url of [
      URL_WITH_TOKEN,
      "https://hooks.example:8443/other",
      "https://hooks.example.:8443/x",
    ]) {
      await expect(register(url), url).rejects.toMatchObject(HELD);
      await expect(change(elsewhere, { url }), url).rejects.toMatchObject(HELD);
    }
    await expect(change(id, { url: "https://elsewhere.example/in" })).rejects.toMatchObject(HELD);
    await expect(change(id, { max_per_second: 1 })).rejects.toMatchObject(HELD);
    const removal = removeWebhook({ ctx: owner(), input: { params: { id } } });
    await expect(removal).rejects.toMatchObject(HELD);
    expect(await register("https://elsewhere.example/more")).toMatchObject({ status: "active" });
    const other = await addOwner(db);
    expect(await register(URL_WITH_TOKEN, other)).toMatchObject({ status: "active" });
    await run("resume", id);
    expect(await register(URL_WITH_TOKEN)).toMatchObject({ status: "active" });
    await removeWebhook({ ctx: owner(), input: { params: { id } } });
  });

  it("so it stops and continues all of them there, and no other", async () => {
    const second = await addWebhook(db, { userId, url: "https://hooks.example:8443/second" });
    const own = await addWebhook(db, { userId, url: "https://hooks.example:8443/own" });
    const elsewhere = await addWebhook(db, { userId, url: "https://elsewhere.example/in" });
    await pauseByHand({ ctx: owner(), input: { params: { id: own } } });
    await run("pause", id, ...REASON);
    const reasons = async () => {
      const rows = await db.select().from(webhooks).where(eq(webhooks.userId, userId));
      return [id, second, own, elsewhere].map(
        (which) => rows.find((row) => row.id === which)?.pause?.reason ?? "none",
      );
    };
    expect(await reasons()).toEqual(["operator", "operator", "operator", "none"]);
    await run("resume", second);
    expect(await reasons()).toEqual(["none", "none", "owner", "none"]);
  });
});

it("the operator resumes a webhook that its owner paused, and the owner may pause it again", async () => {
  await pauseByHand({ ctx: owner(), input: { params: { id } } });
  await run("resume", id);
  expect(await lane()).toMatchObject({ isOpen: true });
  await pauseByHand({ ctx: owner(), input: { params: { id } } });
  expect(await resumeByOwner()).toMatchObject({ status: "active" });
});
