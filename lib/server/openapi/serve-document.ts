/** Serves a document with an ETag to everyone: an interface is not a secret. */
import { createHash } from "node:crypto";
import { isNotModified } from "#lib/platform/http/etag.ts";
import { gzip, takesGzip } from "#lib/server/gzip.ts";
import type { OpenApiDocument } from "./document.ts";

type Call = { input: { request: Request } };

type PreparedDocument = {
  bytes: Uint8Array<ArrayBuffer>;
  zipped: Uint8Array<ArrayBuffer>;
  etag: string;
};

/** `make` is called once. The document is long, so it is compressed once as well. */
export function serveDocument(make: () => OpenApiDocument): (call: Call) => Promise<Response> {
  let made: Promise<PreparedDocument> | undefined;
  return async ({ input: { request } }) => {
    const { bytes, zipped, etag } = await (made ??= keep(JSON.stringify(make())));
    const headers = { etag, "cache-control": "public, max-age=300", vary: "Accept-Encoding" };
    if (isNotModified(request.headers, etag)) return new Response(null, { status: 304, headers });
    const isZipped = takesGzip(request.headers.get("accept-encoding") ?? undefined);
    return new Response(isZipped ? zipped : bytes, {
      headers: {
        ...headers,
        "content-type": "application/json",
        ...(isZipped && { "content-encoding": "gzip" }),
      },
    });
  };
}

async function keep(text: string): Promise<PreparedDocument> {
  const digest = createHash("sha256").update(text).digest("hex");
  const bytes = new TextEncoder().encode(text);
  const zipped = new Uint8Array(await gzip(bytes));
  return { bytes, zipped, etag: `"${digest.slice(0, 32)}"` };
}
