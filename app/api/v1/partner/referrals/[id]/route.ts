/** PATCH {alias?, note?}: see docs/api/partner.md. */

import { LabelBody, LabelParams, labelReferral } from "#lib/partner/links/label-referral.ts";
import { ReferralLabel } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const PATCH = route(
  {
    credential: "session",
    summary: "Sets the alias and note of a referral, which only the partner sees",
    params: LabelParams,
    body: LabelBody,
    response: ReferralLabel,
  },
  labelReferral,
);
