/** The signed-in account as a partner: see docs/api/partner.md. */

import {
  changeProfile,
  JoinBody,
  joinProgramme,
  ProfileBody,
  readProfile,
} from "#lib/partner/profile/profile.ts";
import { Profile } from "#lib/partner/reads/answers.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Says whether the account is a partner, with its link and where it is paid.",
    response: Profile,
  },
  readProfile,
);

export const POST = route(
  {
    credential: "session",
    summary: "Joins the partner programme, with a code of one's own choice or a made one.",
    body: JoinBody,
    mayLackBody: true,
    response: Profile,
  },
  joinProgramme,
);

export const PATCH = route(
  {
    credential: "session",
    summary:
      "Sets the wallet that earnings are paid to, which takes a fresh proof, and whether notices come by mail.",
    body: ProfileBody,
    response: Profile,
  },
  changeProfile,
);

const other = methodNotAllowed("GET, POST, PATCH");

export { other as DELETE, other as PUT };
