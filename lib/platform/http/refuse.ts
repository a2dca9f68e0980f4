/** Refusals on raw `node:http`, with the same body and headers as those of the route wrapper. */
import type { ServerResponse } from "node:http";
import { toErrorBody } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
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
