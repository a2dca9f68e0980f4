/**
 * Converts web requests for the provider, which takes Node's. The site's address comes from the configuration, not from the
 * request, because redirects and cookies contain it.
 */
import "server-only";
import { type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { config } from "#lib/platform/config/config.ts";
import { DEFAULT_BODY_LIMIT_BYTES, readBytes } from "#lib/platform/http/body.ts";
import { isScope } from "#lib/protocol/scopes.ts";
import { canonicalResource } from "./_resource.ts";
import { oauthAnswer } from "./shared-provider.ts";

/** Headers about the received body or the connection, which are not passed on. */
const LEFT_OUT = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "origin",
  "transfer-encoding",
]);
/** The length is recomputed, and the handlers decide themselves which origins may read their answers. */
const NOT_TAKEN_OVER = /^(?:content-length|vary|access-control-)/;
const FORM = "application/x-www-form-urlencoded";

/** Passes a request to the provider. */
export async function answerOAuthRequest(request: Request): Promise<Response> {
  const answer = await oauthAnswer();
  try {
    const [incoming, body] = [nodeRequestOf(request), await bodyOf(request)];
    if (body !== undefined) {
      incoming.headers["content-length"] = String(body.byteLength);
      incoming.push(body);
    }
    incoming.push(null);
    return await collected(incoming, (response) => answer(incoming, response));
  } catch (thrown) {
    if (thrown instanceof ServiceError) return refusal(thrown);
    throw thrown;
  }
}

/** A Node request with the head of a web request; its body is pushed afterwards. */
export function nodeRequestOf({
  method,
  url,
  headers,
}: Pick<Request, "method" | "url" | "headers">) {
  const { protocol, host } = new URL(config().baseUrl);
  const { pathname, searchParams } = new URL(url);
  const query = asUnderstood(searchParams).toString();
  const sent: IncomingHttpHeaders = { host };
  for (const [name, value] of headers) {
    if (!LEFT_OUT.has(name)) sent[name] = value;
  }
  if (method === "POST") sent.accept = "application/json";
  return Object.assign(new Readable({ read: () => {} }), {
    method,
    url: query === "" ? pathname : `${pathname}?${query}`,
    headers: sent,
    httpVersion: "1.1",
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    // Koa uses the socket only to find out whether the connection is encrypted.
    socket: { encrypted: protocol === "https:", writable: true },
  }) as Readable as IncomingMessage;
}

/** @throws BODY_TOO_LARGE */
async function bodyOf(request: Request): Promise<Buffer | undefined> {
  if (request.method !== "POST") return undefined;
  const bytes = Buffer.from(await readBytes(request, DEFAULT_BODY_LIMIT_BYTES));
  if (request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() !== FORM) {
    return bytes;
  }
  return Buffer.from(asUnderstood(new URLSearchParams(bytes.toString("utf8"))).toString());
}

function asUnderstood(parameters: URLSearchParams): URLSearchParams {
  return withoutOpenId(withKnownScopes(withCanonicalResource(parameters)));
}

/**
 * Many clients always ask for scopes of OpenID, when they refresh too, and some separate scopes by commas. Beside known ones they are
 * left out, and the answer names what was granted (RFC 6749, 3.3); the provider refuses an authorization for unknown ones alone.
 */
function withKnownScopes(parameters: URLSearchParams): URLSearchParams {
  const [sent, ...others] = parameters.getAll("scope");
  const isRefresh = parameters.get("grant_type") === "refresh_token";
  if (sent === undefined || others.length > 0) return parameters;
  if (!isRefresh && !parameters.has("response_type")) return parameters;
  const known = sent.split(/[ ,+]+/).filter(isScope);
  if (known.length > 0) parameters.set("scope", known.join(" "));
  else if (isRefresh) parameters.delete("scope");
  return parameters;
}

/** Parameters of OpenID without its scope, which this service does not have: they ask for nothing. */
function withoutOpenId(parameters: URLSearchParams): URLSearchParams {
  if (!parameters.has("response_type")) return parameters;
  for (const name of ["acr_values", "claims", "id_token_hint", "max_age", "nonce"])
    parameters.delete(name);
  return parameters;
}

function withCanonicalResource(parameters: URLSearchParams): URLSearchParams {
  const requested = parameters.getAll("resource");
  if (requested.length === 0) return parameters;
  parameters.delete("resource");
  for (const one of new Set(requested.map(canonicalResource))) parameters.append("resource", one);
  return parameters;
}

/** Collects what is written to a Node response as a web Response. */
async function collected(
  incoming: IncomingMessage,
  answer: (response: ServerResponse) => unknown,
): Promise<Response> {
  const response = new ServerResponse(incoming);
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown): void => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const ended = new Promise<void>((resolve) => {
    response.write = (chunk: unknown): boolean => {
      keep(chunk);
      return true;
    };
    response.end = (chunk?: unknown): ServerResponse => {
      keep(chunk);
      resolve();
      return response;
    };
  });
  await answer(response);
  await ended;
  const body = Buffer.concat(chunks);
  const { statusCode: status } = response;
  return new Response(body.byteLength === 0 ? null : body, {
    status,
    headers: headersOf(response),
  });
}

function headersOf(response: ServerResponse): Headers {
  const headers = new Headers({
    "x-content-type-options": "nosniff",
    "x-request-id": newId("req"),
  });
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (NOT_TAKEN_OVER.test(name) || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one));
  }
  headers.set("cache-control", "no-store");
  return headers;
}

/** An error by RFC 6749, 5.2. */
function refusal({ status, message }: ServiceError): Response {
  const body = { error: "invalid_request", error_description: message };
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
