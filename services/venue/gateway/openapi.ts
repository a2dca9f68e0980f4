/** The published description of the interface (OpenAPI 3.1), made from the table that the router reads. */
import { z } from "zod";
import { ERRORS } from "#lib/platform/error-catalogue.ts";
import type { ErrorCode } from "#lib/platform/errors.ts";
import { errorBody } from "#services/venue/surface/answers.ts";
import type { Parameter } from "#services/venue/surface/parameters.ts";
import { chargeAnybody } from "./endpoints/reads.ts";
import type { Access, Route } from "./route.ts";
import { ROUTES } from "./routes.ts";
import type { Run } from "./signed-write.ts";

type Json = Record<string, unknown>;

const BODY_ERRORS: readonly ErrorCode[] = [
  "MALFORMED_BODY",
  "UNKNOWN_FIELD",
  "MISSING_FIELD",
  "INVALID_FIELD",
  "INVALID_DECIMAL",
  "INVALID_ENUM",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];
const KEY_ERRORS: readonly ErrorCode[] = [
  "MISSING_CREDENTIAL",
  "MALFORMED_CREDENTIAL",
  "WRONG_CREDENTIAL",
  "UNKNOWN_API_KEY",
  "EXPIRED_API_KEY",
  "ApiKeyIdentityConflict",
];
const SIGNATURE_ERRORS: readonly ErrorCode[] = [
  "MISSING_SIGNATURE",
  "SIGNER_NOT_AUTHORIZED",
  "TIMESTAMP_MISMATCH",
  "TIMESTAMP_OUT_OF_WINDOW",
  "INVALID_SIGNATURE",
  "DUPLICATE_REQUEST",
];
const OPERATOR_ERRORS: readonly ErrorCode[] = [
  "MISSING_CREDENTIAL",
  "MALFORMED_CREDENTIAL",
  "OPERATOR_ONLY",
  "IP_NOT_ALLOWED",
];
const CUSTODY_ERRORS: readonly ErrorCode[] = [
  "MISSING_CREDENTIAL",
  "MALFORMED_CREDENTIAL",
  "CUSTODY_ONLY",
  "IP_NOT_ALLOWED",
];
const ACCESS_ERRORS: Record<Access, readonly ErrorCode[]> = {
  public: [],
  account: KEY_ERRORS,
  reader: [...KEY_ERRORS, "IP_NOT_ALLOWED"],
  signed: [...KEY_ERRORS, ...SIGNATURE_ERRORS],
  owner: SIGNATURE_ERRORS,
  operator: OPERATOR_ERRORS,
  partner: OPERATOR_ERRORS,
  creditor: [...OPERATOR_ERRORS, "CUSTODY_ONLY"],
  custody: CUSTODY_ERRORS,
  custodyReader: CUSTODY_ERRORS,
};
const COMMON_ERRORS: readonly ErrorCode[] = ["RATE_LIMITED", "DRAINING", "INTERNAL"];

const SIGNATURE_SCHEMES = {
  signature: "X-Signature",
  timestamp: "X-Signature-Timestamp",
  signer: "X-Signer-Pubkey",
  account: "X-Account-Pubkey",
};

/** Every code with which a route may refuse. */
export function errorsOf(route: Route): ErrorCode[] {
  const query = route.query === undefined ? [] : (["MALFORMED_QUERY"] as const);
  const body = route.body === undefined ? [] : BODY_ERRORS;
  const path = route.path.includes("{") ? (["MALFORMED_PATH"] as const) : [];
  const own = route.errors ?? [];
  const all = [
    ...path,
    ...query,
    ...ACCESS_ERRORS[route.access],
    ...body,
    ...own,
    ...COMMON_ERRORS,
  ];
  return [...new Set(all)];
}

/** The whole description; built once a thread, when it is first asked for. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  paths["/v1/openapi.json"] = {
    get: {
      operationId: "getOpenapiJson",
      summary: "This description",
      responses: {
        200: {
          description: "OpenAPI 3.1",
          headers: limitHeaders([]),
          content: json({ type: "object" }),
        },
        ...errorResponses(COMMON_ERRORS),
      },
    },
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "Trading venue",
      version: "1.0.0",
      description:
        "Decimals are strings, times Unix milliseconds. Signed writes: the borsh payload and the signature are described with test vectors in docs.",
    },
    paths,
    components: { schemas: schemas(), securitySchemes: securitySchemes(), headers: HEADERS },
  };
}

let text: string | undefined;

export const getOpenApi: Run = (gateway, exchange) => {
  chargeAnybody(gateway, exchange);
  text ??= JSON.stringify(openApi());
  exchange.answered(200, text);
};

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
const UNLIMITED: ReadonlySet<Access> = new Set(["operator", "creditor", "custody"]);

function operation(route: Route): Json {
  const success = {
    description: "Done",
    ...(!UNLIMITED.has(route.access) && { headers: limitHeaders([]) }),
    content: json(reference(route.answer)),
  };
  return {
    operationId: operationId(route),
    summary: route.summary,
    security: security(route.access),
    ...parameters(route),
    ...(route.body && {
      requestBody: { required: needsBody(route), content: json(reference(route.body, "input")) },
    }),
    responses: {
      [route.status ?? 200]: success,
      ...(route.otherStatus && { [route.otherStatus]: success }),
      ...errorResponses(errorsOf(route)),
    },
  };
}

function needsBody(route: Route): boolean {
  return route.body !== undefined && !route.body.safeParse({}).success;
}

function operationId({ method, path }: Route): string {
  const words = path
    .replace("/v1/", "")
    .split(/[/{}_-]+/)
    .filter((word) => word !== "");
  const names = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + names.join("");
}

function parameters({ path, query = [] }: Route): Json {
  const variable = /\{(\w+)\}/.exec(path)?.[1];
  const list: Json[] = query.map(queryParameter);
  if (variable !== undefined) {
    list.push({ name: variable, in: "path", required: true, schema: { type: "string" } });
  }
  return list.length === 0 ? {} : { parameters: list };
}

function queryParameter({ name, schema, required = false, description }: Parameter): Json {
  return {
    name,
    in: "query",
    required,
    ...(description !== undefined && { description }),
    schema: reference(schema, "input"),
  };
}

function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of codes) (byStatus[ERRORS[code].status] ??= []).push(code);
  const responses: Json = {};
  for (const [status, those] of Object.entries(byStatus)) {
    const error = { type: "string", enum: those };
    const schema = {
      allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { error } }],
    };
    const retry = status === "429" || status === "503" ? ["Retry-After"] : [];
    responses[status] = {
      description: those.join(", "),
      headers: limitHeaders(retry),
      content: json(schema),
    };
  }
  return responses;
}

function limitHeaders(more: string[]): Json {
  const names = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function security(access: Access): Json[] {
  const signature = Object.fromEntries(Object.keys(SIGNATURE_SCHEMES).map((name) => [name, []]));
  switch (access) {
    case "public":
      return [];
    case "account":
      return [{ apiKey: [] }];
    case "reader":
      return [{ apiKey: [] }, { readerKey: [], account: [] }];
    case "signed":
      return [{ apiKey: [], ...signature }];
    case "owner":
      return [signature];
    case "operator":
      return [{ operatorKey: [] }];
    case "partner":
      return [{ partnerKey: [] }, { operatorKey: [] }];
    case "creditor":
      return [{ custodyKey: [] }, { operatorKey: [] }];
    case "custody":
      return [{ custodyKey: [] }];
    case "custodyReader":
      return [{ custodyKey: [] }, { readerKey: [] }];
  }
}

function securitySchemes(): Json {
  const headers = Object.entries(SIGNATURE_SCHEMES).map(([name, header]) => [
    name,
    { type: "apiKey", in: "header", name: header },
  ]);
  return {
    apiKey: { type: "http", scheme: "bearer", bearerFormat: "apikey_<64 hex>" },
    operatorKey: { type: "http", scheme: "bearer", bearerFormat: "operator_<64 hex>" },
    readerKey: { type: "http", scheme: "bearer", bearerFormat: "reader_<64 hex>" },
    custodyKey: { type: "http", scheme: "bearer", bearerFormat: "custody_<64 hex>" },
    partnerKey: { type: "http", scheme: "bearer", bearerFormat: "partner_<64 hex>" },
    ...Object.fromEntries(headers),
  };
}

function json(schema: unknown): Json {
  return { "application/json": { schema } };
}

/** Schemas that have a name, gathered while the operations are described. */
const named: Record<string, unknown> = {};

function schemas(): Json {
  reference(errorBody);
  return named;
}

/** A JSON schema whose named parts stand under `components`. */
function reference(schema: z.ZodType, io: "input" | "output" = "output"): unknown {
  const made = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  const {
    $schema: _dialect,
    $defs = {},
    id,
    ...rest
  } = made as Json & { $defs?: Json; id?: string };
  for (const [name, part] of Object.entries($defs)) {
    const { id: _id, ...bare } = part as Json;
    named[name] = moved(bare);
  }
  if (id === undefined) return moved(rest);
  named[id] = moved(rest);
  return { $ref: `#/components/schemas/${id}` };
}

/** References to the schema's own definitions, as references to the components. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === "$ref" && typeof inner === "string"
        ? [name, inner.replace("#/$defs/", "#/components/schemas/")]
        : [name, moved(inner)],
    ),
  );
}
