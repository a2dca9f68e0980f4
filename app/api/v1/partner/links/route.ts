/** The partner's links: see docs/api/partner.md. */

import { exportLinks } from "#lib/partner/files/export-links.ts";
import { createLink, LinkBody } from "#lib/partner/links/links.ts";
import { LinksQuery, readLinks } from "#lib/partner/links/read-links.ts";
import { PartnerLinks } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canReadPartner",
    summary:
      "The partner's links, each with its clicks, sign-ups, traders, fees and earnings of a range",
    query: LinksQuery,
    cost: () => 25,
    response: PartnerLinks,
    files: { "text/csv": "code,name,url,created_at,…" },
  },
  // The verb of the file, or of the answer.
  (call) => (call.input.query.format === "csv" ? exportLinks(call) : readLinks(call)),
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
