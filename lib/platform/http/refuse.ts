/** Refusals on raw `node:http`, with the same body and headers as those of the route wrapper. */
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ServiceError, toErrorBody } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { errorHeaders } from "./error-headers.ts";
import { isOAuthProgram, oauthRefusal } from "./oauth-refusal.ts";

/**
 * Answers with the error that was thrown, and closes the connection when the client should leave. An answer that has
 * begun can only be aborted. `path`: the requested one.
 */
export function refuse(response: ServerResponse, thrown: unknown, path = ""): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const requestId = newId("req");
  const { status, body } = toErrorBody(thrown, requestId);
  const isBusy = status === 429 || status === 503;
  const oauth = isOAuthProgram(path) ? oauthRefusal(thrown) : undefined;
  const text = JSON.stringify(oauth?.body ?? body);
  response.writeHead(status, {
    ...errorHeaders(thrown),
    ...oauth?.headers,
    "Content-Length": Buffer.byteLength(text),
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...(isBusy ? { Connection: "close" } : {}),
  });
  response.end(text);
}

const PARSER_ERRORS: Partial<Record<string, "HEADERS_TOO_LARGE" | "REQUEST_TIMEOUT">> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/**
 * For `clientError`: a request that Node's parser cannot read gets a body like every other refusal.
 * @param headers that every answer of this server has
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: Readonly<Record<string, string>>,
): void {
  // After an answer that has begun, such as a stream, the client would read this as part of it.
  const isAnswering = "_httpMessage" in socket && Boolean(socket._httpMessage);
  if (!socket.writable || isAnswering || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const refusal = new ServiceError(PARSER_ERRORS[error.code ?? ""] ?? "MALFORMED_REQUEST");
  const { status, body } = toErrorBody(refusal, newId("req"));
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
}
