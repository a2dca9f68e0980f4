import { isNotModified } from "#lib/http/etag.ts";
import { methodNotAllowed, respond, route } from "#lib/http/route.ts";
import { marketData } from "#lib/market-data/hub.ts";

/** The venue's market list, kept by the server for ten seconds. */
export const GET = route({ credential: "public" }, async ({ input }) => {
  const { markets, etag } = await marketData().marketsAnswer();
  const headers = { etag, "cache-control": "public, max-age=10" };
  if (isNotModified(input.request.headers, etag)) return respond(304, undefined, headers);
  return respond(200, markets, headers);
});

const other = methodNotAllowed("GET, HEAD");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
