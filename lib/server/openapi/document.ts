/**
 * The application host's API as OpenAPI 3.1, generated from the schemas that the handlers themselves use
 * (`handler.definition`). A method without a summary is internal to our pages and omitted.
 */
import { ERRORS } from "#lib/kernel/errors/error-catalogue.ts";
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import { FieldDescriber } from "#lib/kernel/openapi/field-texts.ts";
import {
  type Content,
  INFO,
  type Json,
  METHODS,
  type Method,
  type Operation,
} from "#lib/kernel/openapi/operation.ts";
import { Schemas } from "#lib/kernel/openapi/schemas.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { CREDENTIALS, schemesOf, securityOf } from "./credentials.ts";
import { type DescribedOperation, describedOperation } from "./described.ts";
import { type DocumentedEvent, eventOperation } from "./event.ts";
import { failures, HEADERS, limitHeaders } from "./failures.ts";
import { operationIdOf } from "./operation-ids.ts";
import { type DocumentedStream, streamOperation } from "./stream.ts";
import { tagOf, tagsOf, WEBHOOKS } from "./tags.ts";
import { HOST_TEXTS } from "./texts/host-texts.ts";

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

const JSON_TYPE = "application/json";

export type Documented = {
  title: string;
  description: string;
  routes: readonly DocumentedRoute[];
  streams?: readonly DocumentedStream[];
  events?: readonly DocumentedEvent[];
  operations?: readonly DescribedOperation[];
};

/** The whole document. `baseUrl`: the address of this host. */
export function openApiDocument(documented: Documented, baseUrl: string): OpenApiDocument {
  const { title, description, routes, streams = [], events = [], operations = [] } = documented;
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
  for (const one of operations) {
    paths[one.path] = { ...paths[one.path], [one.method]: describedOperation(one, schemas) };
  }
  const sent = events.map(
    (event) => [event.name, { post: eventOperation(event, schemas, WEBHOOKS) }] as const,
  );
  const describer = new FieldDescriber(HOST_TEXTS);
  return {
    openapi: "3.1.0",
    info: { title, description, ...INFO, contact: { name: title, url: `${baseUrl}/developers` } },
    servers: [{ url: baseUrl, description: "The application host" }],
    tags: tagsOf(Object.keys(paths)),
    paths: describer.operations(paths),
    webhooks: Object.fromEntries(sent),
    components: {
      schemas: describer.schemas({
        ...schemas.named(),
        ErrorCode: errorCodes(),
        Error: ERROR,
      }),
      securitySchemes: schemesOf(
        Object.values(paths).flatMap((one) => Object.values(one)),
        baseUrl,
      ),
      headers: HEADERS,
    },
    externalDocs: { url: `${baseUrl}/developers`, description: "Keys, first calls and limits" },
  };
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
  // A public call counts against its address.
  const isLimited = quotas.length > 0 || credential === "public";
  const parameters = [
    ...schemas.parameters("path", params, path.split("/{", 1)[0]),
    ...schemas.parameters("query", query),
  ];
  const id = operationIdOf(path, method);
  const type = id.charAt(0).toUpperCase() + id.slice(1);
  const success = {
    description: status === 204 ? "Done" : "The answer",
    ...(isLimited ? { headers: limitHeaders() } : {}),
    ...(response === undefined
      ? {}
      : {
          content: {
            [JSON_TYPE]: schemas.content(response, "output", `${type}Answer`),
            ...filesOf(definition.files),
          },
        }),
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
            content: { [JSON_TYPE]: schemas.content(body, "input", `${type}Request`) },
          },
        }),
    responses: {
      [status.toString()]: success,
      ...failures({ credential, path, method, isLimited, reads: { body, query, params } }),
    },
  };
}

function filesOf(files: Readonly<Record<string, string>> = {}): Record<string, Content> {
  const entries = Object.entries(files).map(([type, example]) => {
    const schema = {
      type: "string",
      contentMediaType: type,
      description: "A file, when `format` asks for it",
    };
    return [type, { schema, example }] as const;
  });
  return Object.fromEntries(entries);
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
  examples: [
    {
      error: "RATE_LIMITED",
      message: ERRORS.RATE_LIMITED.text({ retryAfterSeconds: 12 }),
      request_id: "req_0123456789abcdef01234567",
    },
  ],
  properties: {
    error: { $ref: "#/components/schemas/ErrorCode" },
    message: { type: "string" },
    data: {},
    request_id: { type: "string" },
  },
};
