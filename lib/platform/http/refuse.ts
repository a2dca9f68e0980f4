/** Refusals on raw `node:http`, with the body and the headers that the route wrapper gives too. */
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ServiceError, toErrorBody } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { errorHeaders } from "./error-headers.ts";
import { isOAuthProgram, oauthRefusal } from "./oauth-refusal.ts";

/**
 * Answers `thrown` as the error that it is, and gives the connection up when the client should go away. An answer that
 * has begun can only be broken off. `path`: the one that was asked for.
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
 * For `clientError`: what Node's parser could not read gets the body of every other refusal.
 * @param headers that every answer of this server has
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: Readonly<Record<string, string>>,
): void {
  // Behind an answer that has begun, a stream for one, this would be read as part of it.
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
