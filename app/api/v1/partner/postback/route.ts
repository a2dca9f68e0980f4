/** The partner's postback: see docs/api/partner.md. */

import {
  PostbackBody,
  readPostback,
  removePostback,
  setPostback,
} from "#lib/partner/postbacks/postback.ts";
import { Postback } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "The address that is called for each event, and its latest calls",
    response: Postback,
  },
  readPostback,
);

export const PUT = route(
  {
    credential: "session",
    summary: "Sets the address that is called for each event, with macros in it",
    body: PostbackBody,
    response: Postback,
  },
  setPostback,
);

export const DELETE = route(
  {
    credential: "session",
    summary: "Removes the address and its calls",
    response: Postback,
  },
  removePostback,
);
