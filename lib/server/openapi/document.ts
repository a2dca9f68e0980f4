/**
 * The application host's API as OpenAPI 3.1, generated from the schemas that the handlers themselves use
 * (`handler.definition`). A method without a summary is internal to our pages and omitted.
 */
import { z } from "zod";
import { ERRORS } from "#lib/platform/error-catalogue.ts";
import type { ErrorCode } from "#lib/platform/errors.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { CREDENTIALS, SECURITY_SCHEMES, securityOf } from "./credentials.ts";
import { type DocumentedEvent, eventOperation } from "./event.ts";
import { exampleOf } from "./examples.ts";
import { failures, HEADERS, limitHeaders } from "./failures.ts";
import type { Content, Json, Operation, Parameter } from "./operation.ts";
import { type DocumentedStream, streamOperation } from "./stream.ts";

export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

type Handlers = { readonly [Name in Uppercase<Method>]?: RouteHandler };

/** `path` as OpenAPI writes it: `/api/v1/mcp/keys/{id}`. */
export type DocumentedRoute = { path: string; handlers: Handlers };

export type OpenApiDocument = {
  openapi: "3.1.0";
  info: Json;
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Json> } & Json;
  externalDocs: Json;
};

const WEBHOOKS = "Webhooks";

/** Public reads. */
const LIMITED_BY_ADDRESS =
  /^\/api\/(?:perps-dex|public|chain)\/|^\/api\/v1\/(?:swaps\/(?:recent|terms)|onramp\/(?:terms|callbacks\/.+))$/;

/** Tags by path prefix; the first match counts. */
const TAGS: readonly [prefix: string, name: string, description: string][] = [
  ["/api/perps-dex", "Market data", "Markets, bars, fills and the stream. No key."],
  ["/api/alerts", "Catalysts", "What happened, what it moved, and what was known when."],
  ["/api/public/catalysts", "Catalysts", ""],
  ["/api/public/calendar", "Catalysts", ""],
  ["/api/public/highlights", "Catalysts", ""],
  ["/api/v1/highlights", "Catalysts", ""],
  ["/api/public/moves", "Catalysts", ""],
  ["/api/public/signals", "Catalysts", ""],
  ["/api/public", "Market data", ""],
  ["/api/chain", "Chain", "The vault, reads of its chain, and deposits that a wallet signed."],
  ["/api/bot/v1", "Bot API", "For bots that sign their calls with a bot key."],
  ["/api/v1/webhooks", WEBHOOKS, "What happens, sent to an address of yours as it is committed."],
  ["/api/v1/swaps", "Swaps", "Swaps that a wallet signed, and the public tape."],
  ["/api/v1/points", "Swaps", ""],
  ["/api/v1/onramp", "On-ramp", "USDC for a card payment, at the checkout of a provider."],
  ["/api/v1/mcp", "MCP keys", "Keys of backends and AI clients that act as their owner."],
  ["/api/v1/bot", "Bot keys", "Keys of bots, made and revoked by their owner."],
  [
    "/api/venue",
    "Trading",
    "Reads of one's account and writes that a wallet or trading key signed.",
  ],
  ["/api/auth", "Sign-in", "Tokens for callers without a cookie."],
  ["/api/v1/partner", "Partner", "Level, referrals, earnings, settlements and the statement."],
  [
    "/api/v1/approvals",
    "Approvals",
    "Orders that a program has proposed, and what their owner decides.",
  ],
  [
    "/api/v1/assistant",
    "Assistants",
    "Notes and preferences that assistants read, and apps that a person has connected.",
  ],
  ["/api/v1/grants", "Assistants", ""],
  ["/api/v1/notifications", "Notifications", "What an account is told."],
  ["/api/v1", "Account", "Ways to sign in, sessions, and what happened."],
];

type Documented = {
  routes: readonly DocumentedRoute[];
  streams: readonly DocumentedStream[];
  events: readonly DocumentedEvent[];
};

/** The whole document. `venueUrl`: the venue, which takes signed writes directly and has a document of its own. */
export function openApiDocument(
  { routes, streams, events }: Documented,
  { baseUrl, venueUrl }: { baseUrl: string; venueUrl: string },
): OpenApiDocument {
  const schemas = new Schemas();
  const paths: OpenApiDocument["paths"] = {};
  for (const { path, handlers } of routes) {
    for (const method of METHODS) {
      const definition = handlers[method.toUpperCase() as Uppercase<Method>]?.definition;
      if (definition?.summary === undefined) continue;
      paths[path] = { ...paths[path], [method]: operationOf(path, method, definition, schemas) };
    }
  }
  for (const stream of streams) {
    paths[stream.path] = { get: streamOperation(stream, tagOf(stream.path)) };
  }
  const sent = events.map((event) => {
    const body = schemas.of(event.body, "output");
    return [event.name, { post: eventOperation(event, body, WEBHOOKS) }] as const;
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "svc",
      version: "1.0.0",
      description: `Decimals are strings. Times are ISO 8601 in UTC, in market data and of the venue Unix milliseconds. Orders may go to the venue directly: ${venueUrl}/v1/openapi.json describes it.`,
    },
    servers: [{ url: baseUrl, description: "The application host" }],
    tags: tagsOf(paths),
    paths,
    webhooks: Object.fromEntries(sent),
    components: {
      schemas: { ...schemas.named(), ErrorCode: errorCodes(), Error: ERROR },
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
    },
    externalDocs: { url: `${baseUrl}/developers`, description: "Keys, first calls, limits" },
  };
}

function tagOf(path: string): string {
  return TAGS.find(([prefix]) => `${path}/`.startsWith(`${prefix}/`))?.[1] ?? "Account";
}

function tagsOf(paths: OpenApiDocument["paths"]): OpenApiDocument["tags"] {
  const used = new Set(Object.keys(paths).map(tagOf));
  return TAGS.filter(([, name, description]) => description !== "" && used.has(name)).map(
    ([, name, description]) => ({ name, description }),
  );
}

function operationOf(
  path: string,
  method: Method,
  definition: NonNullable<RouteHandler["definition"]>,
  schemas: Schemas,
): Operation {
  const { credential, summary = "", body, mayLackBody, query, params, response } = definition;
  const { quotas } = CREDENTIALS[credential];
  const status = definition.status ?? (response === undefined ? 204 : 200);
  const isLimited = quotas.length > 0 || LIMITED_BY_ADDRESS.test(path);
  const parameters = [
    ...parametersOf("path", params, schemas),
    ...parametersOf("query", query, schemas),
  ];
  const id = operationId(path, method);
  const type = id.charAt(0).toUpperCase() + id.slice(1);
  const success = {
    description: status === 204 ? "Done" : "The answer",
    ...(isLimited ? { headers: limitHeaders() } : {}),
    ...(response === undefined
      ? {}
      : { content: schemas.content(response, "output", `${type}Answer`) }),
  };
  return {
    operationId: id,
    summary: summary.replace(/\.$/, ""),
    description: descriptionOf(summary, definition),
    tags: [tagOf(path)],
    security: securityOf(definition),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: mayLackBody !== true,
            content: schemas.content(body, "input", `${type}Request`),
          },
        }),
    responses: {
      [status.toString()]: success,
      ...failures({ credential, path, isLimited, reads: { body, query, params } }),
    },
  };
}

/** The summary as a sentence, and who may call. */
function descriptionOf(
  summary: string,
  { credential, ...definition }: NonNullable<RouteHandler["definition"]>,
): string {
  const { about } = CREDENTIALS[credential];
  const { scope: needed } = definition;
  const scope = needed === undefined ? "" : ` A token needs the scope ${needed}.`;
  return `${summary.replace(/\.$/, "")}.\n\n${about}${scope}`;
}

/** `getApiV1McpKeysId`. */
function operationId(path: string, method: Method): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function parametersOf(
  place: Parameter["in"],
  schema: z.ZodType | undefined,
  schemas: Schemas,
): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof description === "string" ? { description } : {}),
    schema: rest,
    example: exampleOf(rest, { components: schemas.named(), isRequest: true }, name),
  }));
}

/** JSON Schemas from zod; those with an id are listed once among the components. */
class Schemas {
  readonly #named: Record<string, Json> = {};

  /** A body with its example. A schema without an id is listed by `name`, so that generated clients have a type for it. */
  content(schema: z.ZodType, io: "input" | "output", name: string): Record<string, Content> {
    const made = this.of(schema, io);
    const asked = { components: this.#named, isRequest: io === "input" };
    const example = exampleOf(made, asked);
    if ("$ref" in made) return { "application/json": { schema: made, example } };
    this.#named[name] = made;
    const reference = { $ref: `#/components/schemas/${name}` };
    return { "application/json": { schema: reference, example } };
  }

  of(schema: z.ZodType, io: "input" | "output"): Json {
    const made = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
    const { $schema: _dialect, $defs: definitions = {}, ...rest } = made as Json & { $defs?: Json };
    for (const [name, definition] of Object.entries(definitions)) {
      this.#named[name] = withoutIds(definition as Json);
    }
    const { id } = rest;
    if (typeof id !== "string") return withoutIds(rest);
    this.#named[id] = withoutIds(rest);
    return { $ref: `#/components/schemas/${id}` };
  }

  named(): Record<string, Json> {
    return this.#named;
  }
}

/**
 * Rewrites zod's references to its definitions into references to the document's components, and leaves out what a format says
 * already: the pattern of a time has 300 characters.
 */
function withoutIds(schema: Json): Json {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string")
      return value.replace("#/$defs/", "#/components/schemas/");
    return isTime(value) ? { ...value, pattern: undefined } : value;
  });
  const { id: _id, ...rest } = JSON.parse(text) as Json;
  return rest;
}

function isTime(value: unknown): value is Json {
  if (typeof value !== "object" || value === null || !("format" in value)) return false;
  return value.format === "date-time" || value.format === "date";
}

function errorCodes(): Json {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return {
    type: "string",
    enum: codes.toSorted(),
    description: "A code of the closed catalogue. A code never changes its meaning.",
  };
}

const ERROR: Json = {
  type: "object",
  required: ["error", "message"],
  properties: {
    error: { $ref: "#/components/schemas/ErrorCode" },
    message: { type: "string", description: "For people: what is wrong and what to do" },
    data: { description: "What belongs to some codes" },
    request_id: { type: "string", description: "Identifies the request in the service's log" },
  },
};
