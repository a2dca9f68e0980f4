/** How an answer becomes a stream of server-sent events. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // No proxy may transform the stream: compressed, each one would need its own compressor.
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Sends the head. The answer stays open until its reader or the server ends it. */
export function sendStreamHead(
  response: ServerResponse,
  socket: Socket,
  headers: OutgoingHttpHeaders = {},
): void {
  // An ended stream must not keep its socket open, or a drain would wait for it.
  response.shouldKeepAlive = false;
  socket.setNoDelay(true);
  // A quiet stream is silent for 15 s, and a blocked reader has a limit of 30 s of its own.
  socket.setTimeout(0);
  response.writeHead(200, { ...STREAM_HEADERS, ...headers });
  response.flushHeaders();
}
