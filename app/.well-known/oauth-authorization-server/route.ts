import { OauthMetadata, oauthMetadata } from "#lib/assistants/oauth/metadata.ts";
import { preflight, withCors } from "#lib/server/cors.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

/** Built per request, because the build does not know the service's address. */
export const dynamic = "force-dynamic";

export const GET = withCors(
  route(
    {
      credential: "public",
      summary: "What the authorization server supports, and where (RFC 8414)",
      response: OauthMetadata,
    },
    oauthMetadata,
  ),
);
export const OPTIONS = preflight("GET");

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
