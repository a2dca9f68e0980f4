/** The partner's links: see docs/api/partner.md. */

import { createLink, LinkBody, readLinks } from "#lib/partner/links/links.ts";
import { PartnerLinks } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "The partner's links, each with its clicks, sign-ups and traders.",
    response: PartnerLinks,
  },
  readLinks,
);

export const POST = route(
  {
    credential: "session",
    summary: "Adds a named link, with a chosen or a generated code.",
    body: LinkBody,
    response: PartnerLinks,
  },
  createLink,
);
