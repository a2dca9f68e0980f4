/** GET → this host's API as OpenAPI 3.1, with an ETag. */
import { config } from "#lib/platform/config/config.ts";
import { serveDocument } from "#lib/server/openapi/serve-document.ts";
import { route } from "#lib/server/route.ts";
import { hostDocument } from "./host-document.ts";

export const GET = route(
  { credential: "public" },
  serveDocument(() => hostDocument(config())),
);
