/** Answers a document with an ETag, to anybody: what an interface looks like is no secret. */
import { createHash } from "node:crypto";
import { isNotModified } from "#lib/platform/http/etag.ts";
import type { OpenApiDocument } from "./document.ts";

type Call = { input: { request: Request } };

/** `make` is called once. */
export function serveDocument(make: () => OpenApiDocument): (call: Call) => Response {
  let kept: { text: string; etag: string } | undefined;
  return ({ input: { request } }) => {
    const { text, etag } = (kept ??= tagged(JSON.stringify(make())));
    const headers = { etag, "cache-control": "public, max-age=300" };
    if (isNotModified(request.headers, etag)) return new Response(null, { status: 304, headers });
    return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
  };
}

function tagged(text: string): { text: string; etag: string } {
  const digest = createHash("sha256").update(text).digest("hex");
  return { text, etag: `"${digest.slice(0, 32)}"` };
}
