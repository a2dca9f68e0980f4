import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { validate } from "@readme/openapi-parser";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { WEBHOOK_EVENT_TYPES } from "#lib/protocol/webhooks.ts";
import { METHODS, type Method } from "#lib/server/openapi/document.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { DOCUMENTED, hostDocument } from "./host-document.ts";
import { GET } from "./route.ts";

const ADDRESSES = { baseUrl: "https://app.example", venueUrl: "https://venue.example" };
const document = hostDocument(ADDRESSES);

/** Every method in the folder that has a summary, as `get /path`. */
async function summarised(): Promise<string[]> {
  const files = globSync("app/api/**/route.ts").map((file) => file.replaceAll("\\", "/"));
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
  it("is valid OpenAPI 3.1", async () => {
    const copy = structuredClone(document) as unknown as Parameters<typeof validate>[0];
    const result = await validate(copy);
    expect(result.valid ? [] : result.errors).toEqual([]);
    expect(result.warnings).toEqual([]);
  });

  it("has each method with a summary of each route module, under its own path, and no other", async () => {
    const wanted = await summarised();
    const listed = operations.map(({ name }) => name).filter((name) => !name.endsWith("/stream"));
    expect(listed.toSorted()).toEqual(wanted.toSorted());
    expect(DOCUMENTED.length).toBe(new Set(DOCUMENTED.map(({ path }) => path)).size);
  });

  it("has the public streams", () => {
    const streams = operations.filter(({ operation }) =>
      Object.hasOwn(operation.responses["200"]?.content ?? {}, "text/event-stream"),
    );
    expect(streams.map(({ name, operation }) => [name, operation.tags])).toEqual([
      ["get /api/perps-dex/stream", ["Market data"]],
      ["get /api/alerts/catalyst/stream", ["Catalysts"]],
      ["get /api/v1/swaps/stream", ["Swaps"]],
    ]);
  });

  it("has each event that webhooks are sent, with its data where something causes it", () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENT_TYPES]);
    const executed = document.webhooks["agentic.executed"]?.post;
    expect(executed?.requestBody?.content["application/json"]?.schema).toMatchObject({
      required: ["id", "type", "created_at", "dedup_key", "data", "livemode"],
      properties: {
        type: { const: "agentic.executed" },
        data: { properties: { state: { const: "placed" } } },
      },
    });
    expect(Object.keys(executed?.responses ?? {})).toEqual(["2XX", "default"]);
  });

  it("describes the answer of every read", () => {
    const silent = operations.filter(
      ({ method, operation }) =>
        method === "get" && operation.responses["200"]?.content === undefined,
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
      $ref: "#/components/schemas/PostApiV1McpKeysRequest",
    });
    const body = document.components.schemas["PostApiV1McpKeysRequest"] as {
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
        /^\/api\/(?:perps-dex|public)\/|^\/api\/chain\/(?:vault|rpc)$|^\/api\/venue\/time$/.test(
          path,
        ) ||
        /^\/api\/v1\/(?:swaps\/(?:recent|stream|terms)|onramp\/(?:terms|callbacks\/.+))$|^\/api\/alerts\/catalyst\/stream$/.test(
          path,
        );
      expect(operation.security.length > 0, name).toBe(!isOpen);
      if (path === "/api/venue/time") continue;
      expect(
        Object.keys((operation.responses["429"] as { headers?: object }).headers ?? {}),
        name,
      ).toEqual(["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"]);
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
      const bodies = [operation.requestBody?.content, success?.[1].content];
      for (const body of bodies) {
        const content = body?.["application/json"];
        if (content !== undefined) expect(content, name).toHaveProperty("example");
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
    for (const { path, handlers } of DOCUMENTED) {
      for (const method of METHODS) {
        const operation = document.paths[path]?.[method];
        const definition = handlers[method.toUpperCase() as "GET"]?.definition;
        if (operation === undefined || definition === undefined) continue;
        const name = `${method} ${path}`;
        const json = "application/json";
        const success = Object.entries(operation.responses).find(([code]) => code.startsWith("2"));
        check(`${name} answer`, definition.response, success?.[1].content?.[json]?.example);
        if (operation.requestBody !== undefined)
          check(`${name} body`, definition.body, operation.requestBody.content[json]?.example);
        const given = (place: string) =>
          Object.fromEntries(
            (operation.parameters ?? [])
              .filter((one) => one.in === place && (place === "path" || one.required))
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

  it("says nothing of the operator's door", () => {
    expect(JSON.stringify(document)).not.toContain("/api/operator");
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

describe("GET /api/v1/openapi.json", () => {
  const ask = (headers: Record<string, string> = {}) =>
    GET(new Request("http://localhost:3000/api/v1/openapi.json", { headers }), {
      params: Promise.resolve({}),
    });

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
