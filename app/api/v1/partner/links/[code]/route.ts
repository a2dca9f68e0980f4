/** PATCH {name}: see docs/api/partner.md. */

import { LinkNameBody, LinkParams, renameLink } from "#lib/partner/links/links.ts";
import { PartnerLinks } from "#lib/protocol/wire/partner.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const PATCH = route(
  {
    credential: "session",
    summary: "Renames a link other than the first one; its code stays.",
    params: LinkParams,
    body: LinkNameBody,
    response: PartnerLinks,
  },
  renameLink,
);

const other = methodNotAllowed("PATCH");

export { other as DELETE, other as GET, other as POST, other as PUT };
