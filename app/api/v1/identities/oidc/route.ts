/** POST {purpose} → {url}: the next flow to the identity provider links or proves for this session. */

import { askOidcErrand, OidcErrand, OidcErrandRequest } from "#lib/identity/proofs/oidc-errands.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "session", body: OidcErrandRequest, response: OidcErrand },
  askOidcErrand,
);
