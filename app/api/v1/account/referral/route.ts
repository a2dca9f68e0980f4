/** By whose link the signed-in person came: see docs/api/partner.md. */

import { CodeBody, enterCode, readOwnReferral } from "#lib/partner/referrals/own-referral.ts";
import { OwnReferral } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "The partner link by which the account came, and until when a code can be entered",
    response: OwnReferral,
  },
  readOwnReferral,
);

export const POST = route(
  {
    credential: "session",
    summary: "Enters a partner's code within 24 hours of the sign-up, for life",
    body: CodeBody,
    response: OwnReferral,
  },
  enterCode,
);
