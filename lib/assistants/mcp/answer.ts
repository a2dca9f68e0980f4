/**
 * Answers a POST to the assistant endpoint. Revision 2026-07-28 and those with `initialize` are served alike, without
 * sessions: each request is independent and gets one JSON object.
 */
import "server-only";
import {
  createMcpHandler,
  isLegacyRequest,
  PARSE_ERROR,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import {
  DEFAULT_BODY_LIMIT_BYTES,
  parseJson,
  readBytes,
  requireJson,
} from "#lib/platform/http/body.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { plainEnvelope } from "./_envelope.ts";
import { requireSafeOrigin } from "./origin.ts";
import { createServer, type Exchange } from "./server.ts";
import { isForTransport, type ToolContext } from "./tools/define-tool.ts";

type McpCall = {
  ctx: ToolContext;
  input: { request: Request };
};

/** A client that sends only the headers that this service specifies is assumed to read JSON. */
const ACCEPT = "application/json, text/event-stream";

const exchanges = new WeakMap<Request, Exchange>();

/** Serves revision 2026-07-28. */
const modern = createMcpHandler(
  ({ requestInfo }) => {
    const exchange = requestInfo === undefined ? undefined : exchanges.get(requestInfo);
    if (exchange === undefined) throw new Error("a request without a caller");
    return createServer(exchange, "modern");
  },
  { legacy: "reject" },
);

/** @throws INSECURE_ORIGIN, UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INSUFFICIENT_SCOPE, RATE_LIMITED */
export async function answerMcp({ ctx, input }: McpCall): Promise<Response> {
  requireSafeOrigin(input.request.headers, httpRuntime().baseUrl);
  requireJson(input.request.headers);
  const bytes = await readBytes(input.request, DEFAULT_BODY_LIMIT_BYTES);
  let body: unknown;
  try {
    body = plainEnvelope(parseJson(bytes));
  } catch (thrown) {
    return refusal({ status: 400, code: PARSE_ERROR, message: (thrown as Error).message });
  }
  const refused = refusedShape(body);
  if (refused !== undefined) return refusal(refused);
  const { actor, client, now, requestId, quotas } = ctx;
  const context = { actor, client, now, requestId, quotas };
  const exchange: Exchange = { context, failure: undefined };
  const answer = await serve(input.request, body, exchange);
  settle(exchange);
  return answer;
}

async function serve(request: Request, body: unknown, exchange: Exchange): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set("accept", ACCEPT);
  headers.set("content-type", "application/json");
  if (headers.get("mcp-protocol-version")?.trim() === "") headers.delete("mcp-protocol-version");
  const passed = new Request(request.url, { method: "POST", headers, signal: request.signal });
  if (!(await isLegacyRequest(passed, body))) {
    exchanges.set(passed, exchange);
    return modern.fetch(passed, { parsedBody: body });
  }
  const server = createServer(exchange, "legacy");
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(passed, { parsedBody: body });
  } finally {
    await server.close();
  }
}

/**
 * A missing scope and a rate limit become HTTP errors (authorization, "Scope challenge"; clients wait as Retry-After says);
 * unexpected errors are logged.
 */
function settle({ failure, context }: Exchange): void {
  if (failure === undefined) return;
  const isKnown = failure instanceof ServiceError;
  if (isKnown && isForTransport(failure)) throw failure;
  if (isKnown && failure.code !== "INTERNAL") return;
  const { log } = httpRuntime();
  log.error(
    { err: failure, requestId: context.requestId },
    "a call of the assistant endpoint failed",
  );
}

type Refused = { status: number; code: number; message: string; id?: string | number | null };

/** Long-lived streams and batches of requests are not served. */
function refusedShape(body: unknown): Refused | undefined {
  if (Array.isArray(body)) {
    return {
      status: 400,
      code: ProtocolErrorCode.InvalidRequest,
      message: "Send one message in a request: batches ended with revision 2025-06-18.",
    };
  }
  if (!isRecord(body) || body["method"] !== "subscriptions/listen") return undefined;
  const { id } = body;
  return {
    status: 404,
    code: ProtocolErrorCode.MethodNotFound,
    message: "Method not found",
    id: typeof id === "string" || typeof id === "number" ? id : null,
  };
}

function refusal({ status, code, message, id = null }: Refused): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status });
}
