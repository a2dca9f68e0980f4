/** A shared read as an HTTP answer: the text that was made once, or 304 for whoever has it already. */
import { isNotModified } from "#lib/http/etag.ts";
import type { Kept } from "./kept-read.ts";

export function keptAnswer(request: Request, kept: Kept<unknown>): Response {
  const { json, etag, maxAgeSeconds } = kept;
  const headers = { etag, "cache-control": `public, max-age=${maxAgeSeconds}` };
  if (isNotModified(request.headers, etag)) return new Response(null, { status: 304, headers });
  return new Response(json, { headers: { ...headers, "content-type": "application/json" } });
}
