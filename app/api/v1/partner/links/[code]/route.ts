/** PATCH {name}: see docs/api/partner.md. */

import { LinkNameBody, LinkParams, renameLink } from "#lib/partner/links/links.ts";
import { PartnerLinks } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

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
