/** GET → this host's API as OpenAPI 3.1, with an ETag. */
import { createHash } from "node:crypto";
import { config } from "#lib/platform/config.ts";
import { isNotModified } from "#lib/platform/http/etag.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";
import { hostDocument } from "./host-document.ts";

let kept: { text: string; etag: string } | undefined;

export const GET = route({ credential: "public" }, ({ input }) => {
  kept ??= made();
  const headers = { etag: kept.etag, "cache-control": "public, max-age=300" };
  if (isNotModified(input.request.headers, kept.etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(kept.text, { headers: { ...headers, "content-type": "application/json" } });
});

function made(): { text: string; etag: string } {
  const text = JSON.stringify(hostDocument(config()));
  const digest = createHash("sha256").update(text).digest("hex");
  return { text, etag: `"${digest.slice(0, 32)}"` };
}

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
