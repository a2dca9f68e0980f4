/** No path, query, body or argument of a tool with a control character gets further than its parsing, and none ends in a 500. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_CONTEXT } from "#lib/assistants/mcp/mcp.testing.ts";
import { TOOLS } from "#lib/assistants/mcp/tools/tool-list.ts";
import type { Actor } from "#lib/platform/actor.ts";
import { sessionActor } from "#lib/platform/http/http.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import {
  insertKeys,
  openKeyTables,
  TEST_KEYS,
} from "#lib/server/credentials/credentials.testing.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { loadRouteModules } from "#lib/server/route-modules.ts";

const NOW = 1_800_000_000_000;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const ACCOUNT = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const CONTROLS = ["\u0000", "\u001B", "\u0085", "\n"];

/** What a client names itself by, and fields of forms. */
const REGISTRATION = { redirect_uris: ["https://client.example/"], software_id: "a\u0000" };
const FORM = ["client_id", "code", "refresh_token", "token", "csrfToken", "uid", "x"];

const failures: unknown[] = [];
let close: () => Promise<void>;

beforeAll(async () => {
  const opened = await openKeyTables();
  close = opened.close;
  await insertKeys(opened.db, NOW);
  setHttpRuntime({
    clock: { now: () => NOW },
    log: { warn: () => {}, error: (details: unknown) => failures.push(details) },
    resolveActor: async (scheme) => actorOf(scheme),
  });
});
afterAll(async () => {
  await closeLimits();
  setHttpRuntime();
  await close();
});

function actorOf(scheme: string): Actor {
  const { user: userId, mcpId, botId } = TEST_KEYS;
  switch (scheme) {
    case "mcp_key":
    case "assistant":
      return {
        kind: "mcp_key",
        userId,
        keyId: mcpId,
        tier: "default",
        canStageOrders: true,
        canManageWebhooks: true,
        canReadPartner: false,
        expiresAt: NOW + 1,
      };
    case "oauth":
      return {
        kind: "oauth_grant",
        userId,
        grantId: "grant_1",
        clientId: "client_1",
        clientName: "An app",
        scopes: [],
        expiresAt: NOW + 1,
      };
    case "bot_key":
      return {
        kind: "bot_key",
        userId,
        keyId: botId,
        account: ACCOUNT,
        tier: "default",
        canStageOrders: true,
      };
    case "operator":
      return { kind: "operator" };
    default:
      return { ...sessionActor(ACCOUNT), userId };
  }
}

type Route = { name: string; method: string; file: string; handler: RouteHandler };

async function routes(): Promise<Route[]> {
  return (await loadRouteModules()).flatMap(([file, module]) =>
    METHODS.flatMap((method) => {
      const handler = module[method];
      if (typeof handler !== "function") return [];
      return [{ name: `${method} ${file}`, method, file, handler: handler as RouteHandler }];
    }),
  );
}

/** Values of the parameters in a file's path. */
function paramsOf(file: string, value: string): Record<string, string | string[]> {
  const names = [...file.matchAll(/\[(\.\.\.)?([^\]]+)\]/g)];
  return Object.fromEntries(
    names.map(([, isRest, name = ""]) => [name, isRest === undefined ? value : [value]]),
  );
}

type Sent = { search?: string; body?: string; type?: string; value?: string };

async function send(
  { method, file, handler }: Route,
  { search = "", body, type = "application/json", value = "a" }: Sent,
): Promise<number> {
  const hasBody = method !== "GET";
  const request = new Request(`http://localhost:3000/${file}${search}`, {
    method,
    headers: {
      origin: "http://localhost:3000",
      "x-forwarded-for": "192.0.2.7",
      ...(hasBody && { "content-type": type }),
    },
    ...(hasBody && { body: body ?? "{}" }),
  });
  const answer = await handler(request, { params: Promise.resolve(paramsOf(file, value)) });
  await answer.body?.cancel();
  return answer.status;
}

test("every route refuses them in its path, its query and its body", async () => {
  const all = await routes();
  expect(all.length).toBeGreaterThan(150);
  const wrong: string[] = [];
  for (const route of all) {
    const { params, query, body } = route.handler.definition ?? {};
    // One caller sends all of them.
    await closeLimits();
    for (const control of CONTROLS) {
      const text = `a${control}b`;
      const note = (part: string, isParsed: boolean, status: number) => {
        const isRight = isParsed ? status === 400 : status !== 500;
        if (!isRight) wrong.push(`${route.name}: ${JSON.stringify(control)} in ${part}: ${status}`);
      };
      if (route.file.includes("["))
        note("its path", params !== undefined, await send(route, { value: text }));
      const search = `?x=${encodeURIComponent(text)}`;
      note("its query", query !== undefined, await send(route, { search }));
      if (route.method === "GET") continue;
      const hostile = JSON.stringify({ ...REGISTRATION, client_name: text, x: [{ y: text }] });
      note("its body", body !== undefined, await send(route, { body: hostile }));
      const form = new URLSearchParams(FORM.map((name) => [name, text])).toString();
      const status = await send(route, { body: form, type: "application/x-www-form-urlencoded" });
      note("a form", false, status);
    }
  }
  expect(wrong).toEqual([]);
  expect(failures).toEqual([]);
});

test("every tool refuses them in its arguments, and lines where a text has one line", async () => {
  for (const tool of TOOLS) {
    // A tool that only reads ignores arguments that it does not have.
    const fields = Object.entries(
      (tool.listed.inputSchema.properties ?? {}) as Record<string, { type?: string }>,
    );
    const [field] = fields.find(([, { type }]) => type === "string") ?? [];
    if (field === undefined) continue;
    for (const control of CONTROLS) {
      const scopes = [tool.scope];
      const actor = { ...(actorOf("oauth") as Extract<Actor, { kind: "oauth_grant" }>), scopes };
      const result = await tool.call({ ...TEST_CONTEXT, actor }, { [field]: `a${control}b` });
      const text = JSON.stringify(result.content);
      expect([tool.name, result.isError, text]).toEqual([
        tool.name,
        true,
        expect.stringMatching(new RegExp(`INVALID_(?:FIELD|ENUM): ${field}`)),
      ]);
    }
  }
});
