import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  OPERATOR_ROUTES,
  operatorDocument,
} from "#app/api/operator/v1/openapi.json/operator-document.ts";
import { GET as getOperatorDocument } from "#app/api/operator/v1/openapi.json/route.ts";
import { METHODS, type Method } from "#lib/kernel/openapi/operation.ts";
import { WEBHOOK_EVENT_TYPES } from "#lib/protocol/webhooks.ts";
import type { DocumentedRoute, OpenApiDocument } from "#lib/server/openapi/document.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { DOCUMENTED, hostDocument } from "./host-document.ts";
import { GET } from "./route.ts";

const ADDRESSES = { baseUrl: "https://app.example", venueUrl: "https://venue.example" };
const document = hostDocument(ADDRESSES);
const operator = operatorDocument(ADDRESSES.baseUrl);

/** Every method of the app that has a summary, as `get /path`. */
async function summarised(): Promise<string[]> {
  const files = globSync("app/{api,oauth,.well-known}/**/route.ts").map((file) =>
    file.replaceAll("\\", "/"),
  );
  const found = await Promise.all(
    files.map(async (file) => {
      const handlers = (await import(pathToFileURL(file).href)) as Partial<
        Record<string, RouteHandler>
      >;
      const path = `/${file.slice("app/".length, -"/route.ts".length)}`;
      const written = path.replace(/\[([^\]]+)\]/g, "{$1}");
      return METHODS.filter(
        (method) => handlers[method.toUpperCase()]?.definition?.summary !== undefined,
      ).map((method) => `${method} ${written}`);
    }),
  );
  return found.flat();
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method} ${path}`,
    method: method as Method,
    path,
    operation,
  })),
);

describe("the API's document", () => {
  it("has each method with a summary of each route module, under its own path, and no other", async () => {
    const wanted = await summarised();
    const described = [
      "get /oauth/authorize",
      "post /oauth/par",
      "post /oauth/register",
      "post /oauth/revoke",
      "post /oauth/token",
      "post /api/v1/mcp",
    ];
    const listed = operations.map(({ name }) => name).filter((name) => !name.endsWith("/stream"));
    const ofOperator = Object.entries(operator.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect([...listed, ...ofOperator].toSorted()).toEqual([...wanted, ...described].toSorted());
    expect(DOCUMENTED.length).toBe(new Set(DOCUMENTED.map(({ path }) => path)).size);
  });

  it("has every path of OAuth that is served, the pages of a decision left out", () => {
    const files = globSync("app/oauth/**/route.ts", { exclude: (path) => path.includes("[") });
    const served = files.map((file) => `/${file.slice("app/".length, -"/route.ts".length)}`);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(served));
    expect(served).toContain("/oauth/par");
  });

  it("keeps the operator's paths in a document of their own", () => {
    expect(
      Object.keys(operator.paths).filter((path) => !path.startsWith("/api/operator/v1/")),
    ).toEqual([]);
    expect(JSON.stringify(document.paths)).not.toContain("/api/operator");
    for (const methods of Object.values(operator.paths)) {
      for (const { security } of Object.values(methods)) {
        expect(security).toEqual([{ operatorKey: [] }]);
      }
    }
  });

  it("has the streams", () => {
    const streams = operations.filter(({ operation }) =>
      Object.hasOwn(operation.responses["200"]?.content ?? {}, "text/event-stream"),
    );
    expect(streams.map(({ name, operation }) => [name, operation.tags])).toEqual([
      ["get /api/perps-dex/stream", ["Market data"]],
      ["get /api/bot/v1/stream", ["Bot API"]],
      ["get /api/alerts/catalyst/stream", ["Catalysts"]],
      ["get /api/v1/swaps/stream", ["Swaps"]],
    ]);
  });

  it("has each event that webhooks are sent, with its data where something causes it", () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENT_TYPES]);
    const executed = document.webhooks["agentic.executed"]?.post;
    expect(executed?.requestBody?.content["application/json"]?.schema).toEqual({
      $ref: "#/components/schemas/AgenticExecutedEvent",
    });
    expect(document.components.schemas["AgenticExecutedEvent"]).toMatchObject({
      required: ["id", "type", "created_at", "dedup_key", "data", "livemode"],
      properties: {
        type: { const: "agentic.executed" },
        data: { properties: { state: { const: "placed" } } },
      },
    });
    expect(Object.keys(executed?.responses ?? {})).toEqual(["2XX", "4XX", "default"]);
  });

  it("describes the answer of every read, but for the one that leads a browser on", () => {
    const silent = operations.filter(
      ({ method, operation }) =>
        method === "get" &&
        operation.responses["303"] === undefined &&
        operation.responses["200"]?.content === undefined,
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it("accepts the same as the handlers: parameters with their rules, bodies with their fields", () => {
    const kline = document.paths["/api/perps-dex/kline"]?.get;
    expect(kline?.parameters?.map(({ name, required }) => [name, required])).toEqual([
      ["market", true],
      ["resolution", true],
      ["start_at", false],
      ["end_at", false],
    ]);
    expect(kline?.parameters?.[2]?.schema).toMatchObject({
      type: "string",
      pattern: "^\\d{1,15}$",
    });
    const mint = document.paths["/api/v1/mcp/keys"]?.post;
    expect(mint?.requestBody?.content["application/json"]?.schema).toEqual({
      $ref: "#/components/schemas/CreateMcpKeyRequest",
    });
    const body = document.components.schemas["CreateMcpKeyRequest"] as {
      additionalProperties: boolean;
      properties: Record<string, { maximum?: number }>;
    };
    expect(body.additionalProperties).toBe(false);
    expect(Object.keys(body.properties)).toContain("expiresInDays");
    expect(Object.keys(mint?.responses ?? {})).toContain("201");
  });

  it("names the credential, the limit headers and the wait of every operation", () => {
    for (const { name, path, operation } of operations) {
      const isOpen =
        /^\/api\/(?:perps-dex|public)\/|^\/api\/chain\/(?:vault|rpc)$|^\/api\/venue\/(?:time|withdrawals\/terms)$|^\/api\/auth\/jwks$/.test(
          path,
        ) ||
        /^\/\.well-known\/|^\/oauth\/(?:authorize|register)$/.test(path) ||
        /^\/api\/v1\/(?:swaps\/(?:recent|stream|terms)|onramp\/(?:terms|callbacks\/.+))$|^\/api\/alerts\/catalyst\/stream$/.test(
          path,
        );
      expect(operation.security.length > 0, name).toBe(!isOpen);
      if (/^\/oauth\/(?!userinfo)/.test(path)) {
        expect(operation.responses["429"]?.description, name).toMatch(
          /temporarily_unavailable|page/,
        );
        continue;
      }
      expect(Object.keys(operation.responses["429"]?.headers ?? {}), name).toEqual([
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
        "Retry-After",
      ]);
    }
  });

  it("names every form that an endpoint takes, and the scope that a token needs there", () => {
    const session = [{ walletSession: [] }, { sessionCookie: [] }];
    const context = document.paths["/api/v1/assistant/context"]?.get;
    const key = { mcpKey: [] };
    expect(context?.security).toEqual([...session, key, { accessToken: ["read:chat"] }]);
    expect(document.paths["/api/v1/mcp/keys/{id}/usage"]?.get?.security).toEqual([...session, key]);
    expect(context?.responses["401"]?.description).toBe(
      "SIGN_IN_REQUIRED, INVALID_TOKEN, MALFORMED_CREDENTIAL, WRONG_CREDENTIAL, UNKNOWN_KEY, EXPIRED_KEY, REVOKED_KEY, UNKNOWN_TOKEN, EXPIRED_TOKEN, REVOKED_GRANT",
    );
    expect(context?.responses["403"]?.description).toBe(
      "CROSS_ORIGIN, ip_not_allowed, INSUFFICIENT_SCOPE",
    );
    expect(context?.responses["429"]?.description).toMatch(/signed_in.*mcp_key.*oauth_grant/);
  });

  it("has a description and an example of every request, parameter and answer", () => {
    for (const { name, operation } of operations) {
      expect(operation.description, name).toMatch(/\.\n\n(?:For|Anybody) .*\.$/);
      const success = Object.entries(operation.responses).find(([status]) =>
        status.startsWith("2"),
      );
      for (const body of [operation.requestBody?.content, success?.[1].content]) {
        for (const content of Object.values(body ?? {})) {
          expect(content.example ?? content.examples, name).toBeDefined();
        }
      }
      for (const parameter of operation.parameters ?? []) {
        expect(parameter, `${name} ${parameter.name}`).toHaveProperty("example");
      }
    }
  });

  it("has examples that the handlers' own schemas accept", () => {
    const refused: string[] = [];
    const check = (name: string, schema: z.ZodType | undefined, example: unknown) => {
      const result = schema?.safeParse(example);
      if (result?.success === false) refused.push(`${name}: ${z.prettifyError(result.error)}`);
    };
    const routes = (of: OpenApiDocument, all: readonly DocumentedRoute[]) =>
      all.map((one) => ({ ...one, methods: of.paths[one.path] }));
    for (const { path, handlers, methods } of [
      ...routes(document, DOCUMENTED),
      ...routes(operator, OPERATOR_ROUTES),
    ]) {
      for (const method of METHODS) {
        const operation = methods?.[method];
        const definition = handlers[method.toUpperCase() as "GET"]?.definition;
        if (operation === undefined || definition === undefined) continue;
        const name = `${method} ${path}`;
        const json = "application/json";
        const success = Object.entries(operation.responses).find(([code]) => code.startsWith("2"));
        check(`${name} answer`, definition.response, success?.[1].content?.[json]?.example);
        if (operation.requestBody !== undefined)
          check(`${name} body`, definition.body, operation.requestBody.content[json]?.example);
        const given = (location: string) =>
          Object.fromEntries(
            (operation.parameters ?? [])
              .filter((one) => one.in === location && (location === "path" || one.required))
              .map((one) => [one.name, one.example]),
          );
        check(`${name} query`, definition.query, given("query"));
        check(`${name} path`, definition.params, given("path"));
      }
    }
    expect(refused).toEqual([]);
  });

  it("names the schema of every answer and request, once", () => {
    const unnamed = operations.filter(({ operation }) =>
      [operation.requestBody, ...Object.values(operation.responses)].some((one) => {
        const schema = one?.content?.["application/json"]?.schema;
        return schema !== undefined && !("$ref" in schema);
      }),
    );
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });

  it("names each operation by a verb and what it concerns", () => {
    const verbs =
      /^(?:add|approve|authorize|call|cancel|check|count|create|decline|delete|diagnose|end|exchange|fail|get|import|join|list|mark|modify|pause|place|post|preview|push|receive|recover|register|rename|replace|replay|resume|retry|reverse|revoke|rotate|send|set|skip|split|stage|stream|submit|test|unlink|update|validate|withdraw)(?:[A-Z]|$)/;
    for (const { paths } of [document, operator]) {
      const ids = Object.values(paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
      expect(ids.filter((id) => !verbs.test(id) || /Api[A-Z]|V1/.test(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect(document.paths["/api/v1/partner/summary"]?.get?.operationId).toBe("getPartnerSummary");
  });

  it("has no dangling internal reference", () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
    const missing = names.filter(([, kind = "", name = ""]) => {
      const part = document.components[kind] as Record<string, unknown>;
      return part[name] === undefined;
    });
    expect(missing.map(([whole]) => whole)).toEqual([]);
    expect(text).not.toContain("$defs");
  });
});

describe.each([
  ["/api/v1/openapi.json", GET],
  ["/api/operator/v1/openapi.json", getOperatorDocument],
])("GET %s", (path, get) => {
  const ask = (headers: Record<string, string> = {}) =>
    get(new Request(`http://localhost:3000${path}`, { headers }), { params: Promise.resolve({}) });

  it("answers anyone, and 304 to a client that has it", async () => {
    const first = await ask({ authorization: "Bearer nonsense" });
    expect(first.status).toBe(200);
    expect(await first.json()).toMatchObject({
      openapi: "3.1.0",
      servers: [{ url: "http://localhost:3000" }],
    });
    const again = await ask({ "if-none-match": first.headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });
});
