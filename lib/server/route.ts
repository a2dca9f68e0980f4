/**
 * The wrapper of every route handler: it gives the request an id, authenticates the caller, checks origin, body, query and
 * path, calls the verb, checks its answer outside production, and maps errors. It uses the web's Request and Response only.
 */

import { z } from "zod";
import { noteMissingScope } from "#lib/assistants/oauth/step-up.ts";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { inSpan } from "#lib/kernel/log/tracing.ts";
import type { Actor, Client } from "#lib/platform/actor.ts";
import {
  DEFAULT_BODY_LIMIT_BYTES,
  parseJson,
  readBytes,
  requireJson,
} from "#lib/platform/http/body.ts";
import { clientOf } from "#lib/platform/http/client-of.ts";
import { errorHeaders } from "#lib/platform/http/error-headers.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { quotaHeaders } from "#lib/platform/http/rate-limits.ts";
import { Reply, respond } from "#lib/platform/http/reply.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { parseBody, parseParams, parseQuery, withoutNulls } from "#lib/platform/http/validation.ts";
import { inRouteSpan } from "./_route-span.ts";
import {
  type Access,
  type ActorOf,
  type Credential,
  checkOrigin,
  checkScope,
  findCaller,
  noteApiRead,
  noteUse,
  type ReadScope,
  takeCostOf,
  takeQuotaOf,
  tokensFor,
} from "./credentials/find-caller.ts";
import { isUncounted } from "./request-limits.ts";

export type RouteContext<C extends Credential = Credential> = {
  actor: ActorOf[C];
  /** Where the call came from. */
  client: Client;
  /** Also in the answer's x-request-id and in the log of a failure. */
  requestId: string;
  /** When the request arrived, in Unix milliseconds. */
  now: number;
  /** The quotas counted for this call; the answer announces the tightest. A verb that counts a limit adds to them. */
  quotas: Quota[];
};

/** A query schema that drops unknown parameters would answer another question than the one that was asked. */
type QuerySchema = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>;

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type RouteInput<Body, Query, Params> = {
  body: Output<Body>;
  query: Output<Query>;
  params: Output<Params>;
  /** The body's bytes as received; empty unless the route has a body schema. */
  rawBody: Uint8Array<ArrayBuffer>;
  request: Request;
};

export type Definition<C extends Credential, Body, Query, Params> = Access<C> & {
  /** One sentence for the API's document. A route without it is internal to our pages and not in the document. */
  summary?: string;
  body?: Body;
  query?: Query;
  /** Its query is read elsewhere, or decides nothing. Without it, a read of the API refuses parameters that its schema lacks. */
  takesAnyQuery?: true;
  params?: Params;
  /** Checked outside production; a mismatch is a 500. */
  response?: z.ZodType;
  /** What it answers in place of JSON when `format` asks for it, each with its first line. For the API's document. */
  files?: Readonly<Partial<Record<"text/csv" | "application/pdf", string>>>;
  /** Status of a success, for the API's document; by default 200 with a response schema and 204 without one. */
  status?: number;
  /** Default 64 KiB. */
  maxBodyBytes?: number;
  /** Milliseconds of CPU that a read takes of its account's budget (docs/decisions/080); a write takes none. */
  cost?(query: Output<Query>): number;
  /** A request without a body counts as `{}`, for bodies whose fields are all optional. */
  mayLackBody?: boolean;
} & (C extends "reader" ? { scope: ReadScope } : { scope?: never });

/** Next's second argument. */
export type RouteParams = { params: Promise<unknown> };
export type RouteHandler = ((request: Request, context: RouteParams) => Promise<Response>) & {
  /** The handler's schemas, for the API's document. */
  definition?: Definition<
    Credential,
    z.ZodType | undefined,
    z.ZodType | undefined,
    z.ZodType | undefined
  >;
};

/**
 * Creates a route handler. The handler returns a value (JSON, 200; `undefined` is 204), `respond(…)`, or a Response.
 * Errors of the catalogue become their body; any other error is logged and answered as a bare 500.
 */
export function route<
  const C extends Credential,
  Body extends z.ZodType | undefined = undefined,
  Query extends QuerySchema | undefined = undefined,
  Params extends z.ZodType | undefined = undefined,
>(
  definition: Definition<C, Body, Query, Params>,
  handler: (call: { ctx: RouteContext<C>; input: RouteInput<Body, Query, Params> }) => unknown,
): RouteHandler {
  const answerTo = async (request: Request, context: RouteParams, traceId?: string) => {
    const { clock } = httpRuntime();
    const requestId = requestIdOf(request.headers, traceId);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isPrivate = definition.credential !== "public" || !isRead;
    const now = clock.now();
    const client = clientOf(request.headers);
    const quotas: Quota[] = [];
    let actor: Actor | undefined;
    try {
      const readBody = once(() =>
        readBytes(request, definition.maxBodyBytes ?? DEFAULT_BODY_LIMIT_BYTES),
      );
      checkOrigin(definition, request);
      const call = { request, now, client, readBody };
      actor = await findCaller(definition, call, { quotas, isUncounted: isUncounted(request) });
      const ctx = { actor, client, requestId, now, quotas } as RouteContext<C>;
      await takeQuotaOf(actor, quotas);
      checkScope(definition, actor);
      const input = await readInput(definition, { request, readBody }, context);
      await takeCostOf(actor, definition.cost?.(input.query as Output<Query>) ?? 0, quotas);
      const answer = toResponse(
        await inSpan(VERB, async () => handler({ ctx, input })),
        definition,
      );
      if (answer.status < 400) noteApiRead(definition, actor, { request, now });
      noteUse(actor, answer.status < 400 ? "ok" : `HTTP_${answer.status}`, { now, client });
      return finish(answer, { requestId, isPrivate, quotas });
    } catch (thrown) {
      await noteMissingScope(actor, thrown, now).catch((error: unknown) =>
        httpRuntime().log.error({ err: error, requestId }, "a refused scope was not noted"),
      );
      noteUse(actor, toErrorBody(thrown).body.error, { now, client });
      const refused = errorResponse(thrown, { request, requestId, definition });
      return finish(refused, { requestId, isPrivate, quotas });
    }
  };
  const handle: RouteHandler = (request, context) =>
    inRouteSpan(request, context, (traceId) => answerTo(request, context, traceId));
  handle.definition = definition;
  return handle;
}

/** A handler for methods that a path does not support. `allowed` lists the supported ones, such as "GET, POST". */
export function methodNotAllowed(allowed: string): RouteHandler {
  return route({ credential: "public", takesAnyQuery: true }, () => {
    throw new ServiceError("METHOD_NOT_ALLOWED", { allowed });
  });
}

const VERB = () => ({ name: "verb", kind: "internal" as const });

/**
 * Keeps the id of a server in front; anything but a plain token is replaced. An id of our own begins like the id of
 * the trace, so that each can be found by the other.
 */
function requestIdOf(headers: Headers, traceId: string | undefined): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : ownId(traceId);
}

function ownId(traceId: string | undefined): string {
  return traceId === undefined ? newId("req") : `req_${traceId.slice(0, 24)}`;
}

/** Reads the body once for all its readers. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

async function readInput<
  Body extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Params extends z.ZodType | undefined,
>(
  definition: Definition<Credential, Body, Query, Params>,
  { request, readBody }: { request: Request; readBody: () => Promise<Uint8Array<ArrayBuffer>> },
  context: RouteParams,
): Promise<RouteInput<Body, Query, Params>> {
  const { body, params, mayLackBody } = definition;
  const query = definition.query ?? (refusesQuery(definition, request) ? NO_QUERY : undefined);
  const search = new URL(request.url).searchParams;
  let rawBody = new Uint8Array();
  if (body !== undefined) {
    const isLacking = mayLackBody === true && (await readBody()).byteLength === 0;
    if (!isLacking) requireJson(request.headers);
    rawBody = isLacking ? new TextEncoder().encode("{}") : await readBody();
  }
  const given = body === undefined ? undefined : parseJson(rawBody);
  return {
    params: params === undefined ? undefined : parseParams(params, await context.params),
    query: query === undefined ? undefined : parseQuery(query, search),
    body:
      body === undefined
        ? undefined
        : parseBody(body, request.method === "POST" ? withoutNulls(body, given) : given),
    rawBody,
    request,
  } as RouteInput<Body, Query, Params>;
}

const NO_QUERY = z.strictObject({});

/** Links to pages may have parameters of others; those of the API may not. */
function refusesQuery(
  { takesAnyQuery }: { takesAnyQuery?: true },
  { method, url }: Request,
): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return takesAnyQuery !== true && isRead && new URL(url).pathname.startsWith("/api/");
}

type Promised = { response?: z.ZodType | undefined; status?: number | undefined };

/** Outside production an answer is checked against the schema of its definition. */
function toResponse(answer: unknown, { response: schema, status }: Promised): Response {
  if (answer instanceof Response) return answer;
  const reply =
    answer instanceof Reply ? answer : respond(answer === undefined ? 204 : 200, answer);
  if (!httpRuntime().production) {
    if (reply.body !== undefined) schema?.parse(reply.body);
    if (status !== undefined && status !== reply.status) {
      throw new Error(`The answer has status ${reply.status}, and its definition says ${status}.`);
    }
  }
  if (reply.body === undefined) {
    return new Response(null, { status: reply.status, headers: new Headers(reply.headers) });
  }
  return Response.json(reply.body, { status: reply.status, headers: new Headers(reply.headers) });
}

function errorResponse(
  thrown: unknown,
  { request, requestId, definition }: { request: Request; requestId: string; definition: Access },
): Response {
  const { status, body } = toErrorBody(thrown, requestId);
  if (status >= 500) {
    const { pathname } = new URL(request.url);
    const { log } = httpRuntime();
    const details = { err: thrown, requestId, method: request.method, path: pathname };
    if (status === 500) log.error(details, "request failed");
    else if (status !== 503 || body.error === "DATABASE_UNAVAILABLE") {
      log.warn(details, "request not served");
    }
  }
  const headers = new Headers({
    ...errorHeaders(thrown, tokensFor(definition)),
    "cache-control": "no-store",
  });
  return Response.json(body, { status, headers });
}

/** A Response may have immutable headers, so a new one wraps the same body. */
function finish(
  response: Response,
  { requestId, isPrivate, quotas }: { requestId: string; isPrivate: boolean; quotas: Quota[] },
): Response {
  const headers = new Headers(response.headers);
  const [first, ...others] = quotas;
  // The handler has already announced a tighter limit of its own.
  if (first !== undefined && !headers.has("RateLimit-Limit")) {
    for (const [name, value] of Object.entries(quotaHeaders(first, ...others))) {
      headers.set(name, value);
    }
  }
  headers.set("x-request-id", requestId);
  headers.set("x-content-type-options", "nosniff");
  // A handler that forbids caching may have set more directives, such as no-transform.
  const isCacheable = headers.get("cache-control")?.startsWith("no-store") !== true;
  if (isCacheable && (isPrivate || headers.has("set-cookie")))
    headers.set("cache-control", "no-store");
  return new Response(response.body, { status: response.status, headers });
}
