/** The signed-in account as a partner: see docs/api/partner.md. */

import {
  changeProfile,
  JoinBody,
  joinProgramme,
  ProfileBody,
  readProfile,
} from "#lib/partner/profile/profile.ts";
import { PartnerProfile } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Shows the partner with link and payout wallet, and the terms of payouts",
    response: PartnerProfile,
  },
  readProfile,
);

export const POST = route(
  {
    credential: "session",
    summary: "Joins the partner programme, with a chosen or a generated code.",
    body: JoinBody,
    mayLackBody: true,
    response: PartnerProfile,
  },
  joinProgramme,
);

export const PATCH = route(
  {
    credential: "session",
    summary: "Sets the payout wallet, which needs a fresh proof, and whether notices are mailed",
    body: ProfileBody,
    response: PartnerProfile,
  },
  changeProfile,
);
