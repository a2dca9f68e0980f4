/** The metadata of the assistant endpoint, at the address of RFC 9728, section 3.1. */

import { ResourceMetadata, resourceMetadata } from "#lib/assistants/mcp/resource-metadata.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { preflight, withCors } from "#lib/server/cors.ts";
import { route } from "#lib/server/route.ts";

export const GET = withCors(
  route(
    {
      credential: "public",
      summary: "Metadata of the MCP server: which server issues its tokens (RFC 9728)",
      response: ResourceMetadata,
    },
    () => respond(200, resourceMetadata(), { "cache-control": "public, max-age=3600" }),
  ),
);

export const OPTIONS = preflight("GET, HEAD");
