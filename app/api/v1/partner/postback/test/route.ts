/** A test call of the partner's postback: see docs/api/partner.md. */

import { PostbackTestBody, testPostback } from "#lib/partner/postbacks/postback.ts";
import { Postback } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Calls the address once with sample values",
    body: PostbackTestBody,
    mayLackBody: true,
    response: Postback,
  },
  (call) => testPostback(call),
);
