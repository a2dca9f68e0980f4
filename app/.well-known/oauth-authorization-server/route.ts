import { OauthMetadata, oauthMetadata } from "#lib/assistants/oauth/metadata.ts";
import { preflight, withCors } from "#lib/server/cors.ts";
import { route } from "#lib/server/route.ts";

export const GET = withCors(
  route(
    {
      credential: "public",
      summary: "Metadata of the authorization server (RFC 8414)",
      response: OauthMetadata,
    },
    oauthMetadata,
  ),
);
export const OPTIONS = preflight("GET");
