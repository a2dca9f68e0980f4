/** Writes to the service's own endpoints. */
import { type Answer, sendJson } from "./http.ts";

const WRITE_TIMEOUT_MS = 15_000;

type WriteMethod = "POST" | "PUT" | "PATCH" | "DELETE";

/** A write to one of the service's own endpoints; `body` is sent as JSON. */
export function write<Body = unknown>(
  method: WriteMethod,
  url: string,
  body?: unknown,
): Promise<Answer<Body>> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  return sendJson(url, init, WRITE_TIMEOUT_MS);
}
