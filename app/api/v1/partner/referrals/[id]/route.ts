/** PATCH {alias?, note?}: see docs/api/partner.md. */

import { LabelBody, LabelParams, labelReferral } from "#lib/partner/links/label-referral.ts";
import { ReferralLabel } from "#lib/protocol/wire/partner.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const PATCH = route(
  {
    credential: "session",
    summary: "Names a referral and notes something about it, for the partner alone.",
    params: LabelParams,
    body: LabelBody,
    response: ReferralLabel,
  },
  labelReferral,
);

const other = methodNotAllowed("PATCH");

export { other as DELETE, other as GET, other as POST, other as PUT };
