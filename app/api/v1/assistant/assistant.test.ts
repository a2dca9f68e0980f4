/**
 * A user's notes for assistants, over HTTP: only the session may use these endpoints, whatever other credential is
 * sent.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { POST as callTool } from "#app/api/v1/mcp/route.ts";
import { addKey } from "#lib/machines/keys/keys.testing.ts";
import { openKeyService } from "#lib/machines/keys/service.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { resolveActor } from "#lib/server/credentials/resolve-actor.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { GET as context } from "./context/route.ts";
import { PATCH as change, DELETE as remove } from "./notes/[id]/route.ts";
import { POST as add, GET as list } from "./notes/route.ts";
import { PATCH as prefer, GET as preferences } from "./preferences/route.ts";

let service: Awaited<ReturnType<typeof openKeyService>>;
let isSignedIn: boolean;

beforeEach(async () => {
  service = await openKeyService();
  isSignedIn = true;
  setHttpRuntime({
    clock: { now: service.timers.now },
    log: { error: () => {}, warn: () => {} },
    // Other tests cover sessions; other credentials take the same way as in the service.
    resolveActor: (door, call) =>
      (door === "session" || door === "reader") &&
      isSignedIn &&
      !call.request.headers.has("authorization")
        ? Promise.resolve(service.owner)
        : resolveActor(door, call),
  });
});
afterEach(async () => {
  setHttpRuntime();
  await closeLimits();
  await service.close();
});

type Call = { id?: string; method?: string; body?: unknown; headers?: Record<string, string> };

async function ask(handler: RouteHandler, { id, method = "GET", body, headers }: Call = {}) {
  const request = new Request("http://localhost:3000/api/v1/assistant", {
    method,
    headers: {
      origin: "http://localhost:3000",
      "x-forwarded-for": "192.0.2.7",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve({ id }) });
  const text = await response.text();
  const json = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, caching: response.headers.get("cache-control"), json };
}

const post = (text: unknown) => ask(add, { method: "POST", body: { text } });

test("notes and preferences are made, changed and read, and no answer is cached", async () => {
  const made = await post("Keep it short.");
  expect([made.status, made.caching, made.json["text"]]).toEqual([
    201,
    "no-store",
    "Keep it short.",
  ]);
  const id = String(made.json["id"]);
  const changed = await ask(change, { id, method: "PATCH", body: { text: "Longer." } });
  expect([changed.status, changed.json["text"]]).toEqual([200, "Longer."]);
  const set = await ask(prefer, { method: "PATCH", body: { detail: "brief" } });
  expect(set.json).toEqual({ preferences: { detail: "brief" } });
  expect((await ask(preferences)).json).toEqual(set.json);
  expect((await ask(context)).json).toMatchObject({
    preferences: { detail: "brief" },
    notes: [{ text: "Longer." }],
    wallets: [],
  });
  expect((await ask(remove, { id, method: "DELETE" })).status).toBe(204);
  const { status, json } = await ask(remove, { id, method: "DELETE" });
  expect([status, json["error"]]).toEqual([404, "NOTE_NOT_FOUND"]);
  expect((await ask(list)).json).toEqual({ notes: [], most: 100 });
});

test("the tool of an assistant gives exactly what the preview of the page reads, before and after a note is deleted", async () => {
  const { secret } = await addKey(service.owner, { canStageOrders: false }, service.timers.now());
  const tool = async () => {
    const answer = await ask(callTool, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "get_user_context", arguments: {} },
      },
    });
    return (answer.json["result"] as { structuredContent?: unknown }).structuredContent;
  };
  await post("I trade BTC and ETH.");
  await service.timers.advance(1);
  const { json: last } = await post("Never before noon.");
  await ask(prefer, { method: "PATCH", body: { language: "de", risk: "At most 2 % a trade" } });
  const shown = (await ask(context)).json;
  expect(shown).toMatchObject({
    preferences: { language: "de", risk: "At most 2 % a trade" },
    notes: [{ text: "Never before noon." }, { text: "I trade BTC and ETH." }],
  });
  expect(await tool()).toEqual(shown);
  await ask(remove, { id: String(last["id"]), method: "DELETE" });
  expect(await tool()).toEqual((await ask(context)).json);
  expect(await tool()).toMatchObject({ notes: [{ text: "I trade BTC and ETH." }] });
});

test.each([
  [{}, "MISSING_FIELD"],
  [{ text: "" }, "INVALID_FIELD"],
  [{ text: "x".repeat(1_001) }, "INVALID_FIELD"],
  [{ text: "A note.", pinned: true }, "UNKNOWN_FIELD"],
])("the note %j is refused as %s", async (body, error) => {
  const { status, json } = await ask(add, { method: "POST", body });
  expect([status, json["error"]]).toEqual([400, error]);
});

test("a page of another origin changes nothing, and neither does who is not signed in, or a key of the account, which reads what its tool reads", async () => {
  const { secret } = await addKey(service.owner, { canStageOrders: true }, service.timers.now());
  const id = String((await post("Mine.")).json["id"]);
  const writes = [
    [add, { method: "POST", body: { text: "Theirs." } }],
    [change, { id, method: "PATCH", body: { text: "Theirs." } }],
    [remove, { id, method: "DELETE" }],
    [prefer, { method: "PATCH", body: { language: "de" } }],
  ] as const;
  const headers = { origin: "https://evil.example" };
  for (const [handler, call] of writes) {
    expect((await ask(handler, { ...call, headers })).json["error"]).toBe("CROSS_ORIGIN");
  }
  isSignedIn = false;
  for (const [handler, call] of [...writes, [list, {}], [preferences, {}]] as const) {
    expect((await ask(handler, call)).json["error"]).toBe("SIGN_IN_REQUIRED");
    const byKey = await ask(handler, { ...call, headers: { authorization: `Bearer ${secret}` } });
    expect([byKey.status, byKey.json["error"]]).toEqual([401, "WRONG_CREDENTIAL"]);
  }
  expect((await ask(context)).json["error"]).toBe("SIGN_IN_REQUIRED");
  const read = await ask(context, { headers: { authorization: `Bearer ${secret}` } });
  expect([read.status, read.json]).toMatchObject([200, { notes: [{ text: "Mine." }] }]);
  isSignedIn = true;
  expect((await ask(context)).json).toMatchObject({ notes: [{ text: "Mine." }], preferences: {} });
});
