/**
 * The published descriptions of the interface (OpenAPI 3.1), made from the table that the router reads: one for traders and
 * programs, one of what the operator, the partner programme and custody call.
 */
import { ERRORS } from "#lib/kernel/errors/error-catalogue.ts";
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import { FieldDescriber } from "#lib/kernel/openapi/field-texts.ts";
import {
  type Answer,
  type Content,
  INFO,
  type Json,
  type Operation,
  type Parameter as Published,
  usedSchemes,
} from "#lib/kernel/openapi/operation.ts";
import { Schemas } from "#lib/kernel/openapi/schemas.ts";
import { errorBody } from "#services/venue/surface/answers.ts";
import { type Parameter, SEGMENTS } from "#services/venue/surface/parameters.ts";
import { chargeAnybody } from "./endpoints/reads.ts";
import { ABOUT, SECURITY, SECURITY_SCHEMES } from "./openapi-access.ts";
import { COMMON_ERRORS, errorsOf } from "./openapi-errors.ts";
import { VENUE_TEXTS } from "./openapi-texts.ts";
import type { Run } from "./request/signed-write.ts";
import type { Access, Route } from "./route.ts";
import { ROUTES } from "./routes.ts";

export type VenueDocument = {
  openapi: "3.1.0";
  info: Json;
  servers: Json[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> } & Json;
};

/** By the beginning of a path; the first that fits. */
const TAGS: readonly [prefix: RegExp, name: string, description: string][] = [
  [/^\/v1\/(?:operator\/)?openapi/, "Market data", ""],
  [
    /^\/v1\/(?:time|markets|stats|orderbook|trades|blocks)/,
    "Market data",
    "Markets, prices, the book and fills. No key.",
  ],
  [
    /^\/v1\/orders/,
    "Orders",
    "Orders of an account, and the signed writes that place, change and cancel them.",
  ],
  [
    /^\/v1\/(?:keys|signers|rate-limits)/,
    "Keys",
    "API keys with their limits, and signers that may sign for an account.",
  ],
  [/^\/v1\/(?:withdrawals|transfers)/, "Transfers", "Deposits and withdrawals of an account."],
  [/^\/v1\/operator/, "Operator", "Marks, credits, market status and charged fees."],
  [/^\/v1\/custody/, "Custody", "Reports about withdrawals, and reads of all transfers."],
  [/^\/v1\//, "Account", "Balance, positions, fills and funding of an account."],
];

const PUBLIC_PATH = "/v1/openapi.json";
const OPERATOR_PATH = "/v1/operator/openapi.json";

/** Not for traders and their programs. */
const OF_OPERATOR: ReadonlySet<Access> = new Set([
  "operator",
  "partner",
  "creditor",
  "custody",
  "custodyReader",
  "streamReader",
]);

/** For traders and programs. */
export function openApi(): VenueDocument {
  const routes = ROUTES.filter(({ access }) => !OF_OPERATOR.has(access));
  return documentOf(routes, PUBLIC_PATH, {
    title: "Trading API",
    description: `Decimals are strings, times Unix milliseconds. docs/api describes the payload and the signature of writes, with test vectors. The calls for the operator and custody are in ${OPERATOR_PATH}.`,
  });
}

/** For the operator, the partner programme and custody. */
export function operatorApi(): VenueDocument {
  const routes = ROUTES.filter(({ access }) => OF_OPERATOR.has(access));
  return documentOf(routes, OPERATOR_PATH, {
    title: "Trading API for the operator",
    description: `Calls for the operator, the partner programme and custody, each with its own key. The API for traders is in ${PUBLIC_PATH}.`,
  });
}

function documentOf(
  routes: readonly Route[],
  own: string,
  about: { title: string; description: string },
): VenueDocument {
  const schemas = new Schemas();
  schemas.of(errorBody, "output");
  const paths: VenueDocument["paths"] = {};
  for (const route of routes) {
    const method = route.method.toLowerCase();
    paths[route.path] = { ...paths[route.path], [method]: operationOf(route, schemas) };
  }
  paths[own] = { get: ofDocument(own) };
  const used = new Set(Object.keys(paths).map(tagOf));
  const describer = new FieldDescriber(VENUE_TEXTS);
  return {
    openapi: "3.1.0",
    info: { ...about, ...INFO, contact: { name: about.title } },
    servers: [{ url: "/", description: "The venue that answers this" }],
    tags: TAGS.filter(([, name, text]) => text !== "" && used.has(name)).map(
      ([, name, description]) => ({ name, description }),
    ),
    paths: describer.operations(paths),
    components: {
      schemas: describer.schemas(schemas.named()),
      securitySchemes: usedSchemes(
        SECURITY_SCHEMES,
        Object.values(paths).flatMap((methods) => Object.values(methods)),
      ),
      headers: HEADERS,
    },
  };
}

const texts: Record<string, string> = {};

/** Each is built once a thread, when it is first asked for; anybody may read what an interface looks like. */
function served(path: string, make: () => VenueDocument): Run {
  return (gateway, exchange) => {
    chargeAnybody(gateway, exchange);
    exchange.answered(200, (texts[path] ??= JSON.stringify(make())));
  };
}

export const DESCRIPTIONS: Readonly<Record<string, Run>> = {
  [PUBLIC_PATH]: served(PUBLIC_PATH, openApi),
  [OPERATOR_PATH]: served(OPERATOR_PATH, operatorApi),
};

const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream";

const HEADERS: Json = {
  "RateLimit-Limit": headerOf("Units that the bucket holds"),
  "RateLimit-Remaining": headerOf("Units that are left"),
  "RateLimit-Reset": headerOf("Seconds until the bucket is full"),
  "Retry-After": headerOf("Seconds until the request may be tried again"),
};

function headerOf(description: string): Json {
  return { description, schema: { type: "integer", minimum: 0 } };
}

/** Requests of the operator and of custody are not limited. */
const UNLIMITED: ReadonlySet<Access> = new Set(["operator", "creditor", "custody", "streamReader"]);

function operationOf(route: Route, schemas: Schemas): Operation {
  const { name, summary, access, body, path } = route;
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const answer = schemas.content(route.answer, "output", `${type}Answer`);
  const success: Answer = {
    description: route.isStream ? "Server-sent events; this is their data" : "Done",
    ...(!UNLIMITED.has(access) && { headers: limitHeaders([]) }),
    content: { [route.isStream ? STREAM_TYPE : JSON_TYPE]: answer },
  };
  const list = parametersOf(route, schemas);
  return {
    operationId: name,
    summary,
    description: `${summary}.\n\n${ABOUT[access]}`,
    tags: [tagOf(path)],
    security: SECURITY[access],
    ...(list.length > 0 && { parameters: list }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { [JSON_TYPE]: schemas.content(body, "input", `${type}Request`) },
      },
    }),
    responses: {
      [route.status ?? 200]: success,
      ...(route.otherStatus && { [route.otherStatus]: success }),
      ...errorResponses(errorsOf(route)),
    },
  };
}

function ofDocument(path: string): Operation {
  const summary = "This OpenAPI document";
  const content: Content = { schema: { type: "object" }, example: { openapi: "3.1.0" } };
  return {
    operationId: "getDescription",
    summary,
    description: `${summary}.\n\n${ABOUT.public}`,
    tags: [tagOf(path)],
    security: SECURITY.public,
    responses: {
      200: {
        description: "OpenAPI 3.1",
        headers: limitHeaders([]),
        content: { [JSON_TYPE]: content },
      },
      ...errorResponses(COMMON_ERRORS),
    },
  };
}

function tagOf(path: string): string {
  if (path === OPERATOR_PATH) return "Operator";
  return TAGS.find(([prefix]) => prefix.test(path))?.[1] ?? "Account";
}

function parametersOf({ path, query = [], headers = [] }: Route, schemas: Schemas): Published[] {
  const segment = /\{(\w+)\}/.exec(path)?.[1];
  const ofPath = SEGMENTS[segment ?? ""];
  return [
    ...query.map((one) => schemas.parameter("query", one)),
    ...headers.map((one) => schemas.parameter("header", one)),
    ...(segment === undefined || ofPath === undefined
      ? []
      : [
          schemas.parameter(
            "path",
            { name: segment, ...ofPath } satisfies Parameter,
            path.split("/{", 1)[0],
          ),
        ]),
  ];
}

function errorResponses(codes: readonly ErrorCode[]): Record<string, Answer> {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of codes) (byStatus[ERRORS[code].status] ??= []).push(code);
  const responses: Record<string, Answer> = {};
  for (const [status, those] of Object.entries(byStatus)) {
    const error = { type: "string", enum: those };
    const schema = {
      allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { error } }],
    };
    const retry = status === "429" || status === "503" ? ["Retry-After"] : [];
    responses[status] = {
      description: those.join(", "),
      headers: limitHeaders(retry),
      content: { [JSON_TYPE]: { schema } },
    };
  }
  return responses;
}

function limitHeaders(more: string[]): Json {
  const names = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
