/** The metadata of the assistant endpoint, at the address that RFC 9728, 3.1 makes of its path. */
import { preflight, withCors } from "#lib/http/cors.ts";
import { methodNotAllowed, respond, route } from "#lib/http/route.ts";
import { ResourceMetadata, resourceMetadata } from "#lib/mcp/resource-metadata.ts";

export const GET = withCors(
  route({ credential: "public", response: ResourceMetadata }, () =>
    respond(200, resourceMetadata(), { "cache-control": "public, max-age=3600" }),
  ),
);

export const OPTIONS = preflight("GET, HEAD");

const other = withCors(methodNotAllowed("GET, HEAD"));

export { other as DELETE, other as PATCH, other as POST, other as PUT };
