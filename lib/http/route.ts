/**
 * The wrapper of every route handler: it gives the request an id, finds out who calls, checks origin, body, query and
 * path, calls the verb, checks its answer outside production, and maps errors. It speaks the web's
 * Request and Response only.
 */
import type { z } from "zod";
import type { Actor, SessionActor } from "#lib/actor.ts";
import { ServiceError, toErrorBody } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { DEFAULT_BODY_LIMIT_BYTES, parseJson, readBytes, requireJson } from "./body.ts";
import { errorHeaders } from "./error-headers.ts";
import { httpRuntime } from "./runtime.ts";
import { requireSameOrigin } from "./same-origin.ts";
import { parseBody, parseParams, parseQuery } from "./validation.ts";

export type Credential = "session" | "public";

export type RouteContext<C extends Credential = Credential> = {
  actor: C extends "session" ? SessionActor : Actor;
  /** Also in the answer's x-request-id and in the log of a failure. */
  requestId: string;
  /** When the request arrived, in Unix milliseconds. */
  now: number;
};

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type RouteInput<Body, Query, Params> = {
  body: Output<Body>;
  query: Output<Query>;
  params: Output<Params>;
  /** The body's bytes as they came; empty unless the route has a body schema. */
  rawBody: Uint8Array<ArrayBuffer>;
  request: Request;
};

type Definition<C, Body, Query, Params> = {
  /** "session": a signed-in person, else 401. "public": nobody is looked up. */
  credential: C;
  /** Refuse unsafe requests of other origins. Always on for "session"; off for "public" unless set. */
  sameOrigin?: boolean;
  body?: Body;
  query?: Query;
  params?: Params;
  /** Checked outside production; a mismatch is a 500. */
  response?: z.ZodType;
  /** Default 64 KiB. */
  maxBodyBytes?: number;
};

/** Next's second argument. */
export type RouteParams = { params: Promise<unknown> };
export type RouteHandler = (request: Request, context: RouteParams) => Promise<Response>;

/** An answer with a status or headers of its own. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: HeadersInit | undefined;

  constructor(status: number, body: unknown, headers?: HeadersInit) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Answers `body` as JSON with `status`; `undefined` is an empty body. */
export function respond(status: number, body?: unknown, headers?: HeadersInit): Reply {
  return new Reply(status, body, headers);
}

/**
 * Makes a route handler. The handler returns a value (JSON, 200; `undefined` is 204), `respond(…)`, or a Response.
 * What it throws becomes a body of the catalogue; anything else is logged and answered as a bare 500.
 */
export function route<
  const C extends Credential,
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Params extends z.ZodType | undefined = undefined,
>(
  definition: Definition<C, Body, Query, Params>,
  handler: (call: { ctx: RouteContext<C>; input: RouteInput<Body, Query, Params> }) => unknown,
): RouteHandler {
  return async (request, context) => {
    const { clock } = httpRuntime();
    const requestId = requestIdOf(request.headers);
    const isPrivate = definition.credential === "session" || request.method !== "GET";
    try {
      checkOrigin(definition, request);
      const actor = await findActor(definition.credential, request.headers);
      const ctx = { actor, requestId, now: clock.now() } as RouteContext<C>;
      const input = await readInput(definition, request, context);
      const answer = toResponse(await handler({ ctx, input }), definition.response);
      return finish(answer, requestId, isPrivate);
    } catch (thrown) {
      return finish(errorResponse(thrown, request, requestId), requestId, isPrivate);
    }
  };
}

/** A handler for methods that a path does not have. `allowed` lists those it has, such as "GET, POST". */
export function methodNotAllowed(allowed: string): RouteHandler {
  return route({ credential: "public" }, () => {
    throw new ServiceError("METHOD_NOT_ALLOWED", { allowed });
  });
}

/** Keeps the id that the server in front gave; anything but a plain token is replaced. */
function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : newId("req");
}

function checkOrigin(
  definition: { credential: Credential; sameOrigin?: boolean },
  request: Request,
): void {
  if (definition.credential === "session" || definition.sameOrigin === true) {
    requireSameOrigin(request, httpRuntime().baseUrl);
  }
}

async function findActor(credential: Credential, headers: Headers): Promise<Actor> {
  if (credential === "public") return { kind: "anonymous" };
  const session = await httpRuntime().readSession(headers);
  if (session === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  return { kind: "session", account: session.account };
}

async function readInput<
  Body extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Params extends z.ZodType | undefined,
>(
  definition: Definition<Credential, Body, Query, Params>,
  request: Request,
  context: RouteParams,
): Promise<RouteInput<Body, Query, Params>> {
  const { body, query, params, maxBodyBytes = DEFAULT_BODY_LIMIT_BYTES } = definition;
  const search = new URL(request.url).searchParams;
  let rawBody = new Uint8Array();
  if (body !== undefined) {
    requireJson(request.headers);
    rawBody = await readBytes(request, maxBodyBytes);
  }
  return {
    params: params === undefined ? undefined : parseParams(params, await context.params),
    query: query === undefined ? undefined : parseQuery(query, search),
    body: body === undefined ? undefined : parseBody(body, parseJson(rawBody)),
    rawBody,
    request,
  } as RouteInput<Body, Query, Params>;
}

function toResponse(answer: unknown, schema: z.ZodType | undefined): Response {
  if (answer instanceof Response) return answer;
  const reply =
    answer instanceof Reply ? answer : respond(answer === undefined ? 204 : 200, answer);
  if (schema !== undefined && reply.body !== undefined && !httpRuntime().production) {
    schema.parse(reply.body);
  }
  if (reply.body === undefined) {
    return new Response(null, { status: reply.status, headers: new Headers(reply.headers) });
  }
  return Response.json(reply.body, { status: reply.status, headers: new Headers(reply.headers) });
}

function errorResponse(thrown: unknown, request: Request, requestId: string): Response {
  const { status, body } = toErrorBody(thrown, requestId);
  if (status >= 500) {
    const { pathname } = new URL(request.url);
    const { log } = httpRuntime();
    const details = { err: thrown, requestId, method: request.method, path: pathname };
    if (status === 500) log.error(details, "request failed");
    else if (status !== 503) log.warn(details, "request not served");
  }
  const headers = new Headers({ ...errorHeaders(thrown), "cache-control": "no-store" });
  return Response.json(body, { status, headers });
}

/** A Response from elsewhere may have frozen headers, so the answer is made anew around the same body. */
function finish(response: Response, requestId: string, isPrivate: boolean): Response {
  const headers = new Headers(response.headers);
  headers.set("x-request-id", requestId);
  headers.set("x-content-type-options", "nosniff");
  if (isPrivate) headers.set("cache-control", "no-store");
  return new Response(response.body, { status: response.status, headers });
}
