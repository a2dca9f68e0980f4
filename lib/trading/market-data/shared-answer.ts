/** A shared value as an HTTP answer: text that was serialized once, or 304 for a caller that has it already. */
import { isNotModified } from "#lib/platform/http/etag.ts";
import type { Cached } from "./cached-read.ts";
import { type SharedJson, sharedJson } from "./shared-json.ts";

/** Shared caches may keep the answer until there may be something newer. */
export function cachedAnswer(request: Request, { value, maxAgeSeconds }: Cached<object>): Response {
  return answer(request, sharedJson(value), `public, max-age=${maxAgeSeconds}`);
}

/** Caches must revalidate the answer. */
export function currentAnswer(request: Request, value: object): Response {
  return answer(request, sharedJson(value), "no-cache");
}

function answer(request: Request, { json, etag }: SharedJson, cacheControl: string): Response {
  const headers = { etag, "cache-control": cacheControl };
  if (isNotModified(request.headers, etag)) return new Response(null, { status: 304, headers });
  return new Response(json, { headers: { ...headers, "content-type": "application/json" } });
}
