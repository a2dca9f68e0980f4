/** Sessions of the signed-in account: GET lists the live ones, DELETE ends all, or all but this one. */

import { listSessions } from "#lib/identity/sessions/list-sessions.ts";
import { forgottenSession } from "#lib/identity/sessions/session-cookie.ts";
import {
  EndedSessions,
  SignOutEverywhere,
  signOutEverywhere,
} from "#lib/identity/sessions/sign-out-everywhere.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { SessionList } from "#lib/protocol/wire/identity.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Lists the live sessions of the account, newest first",
    response: SessionList,
  },
  listSessions,
);

export const DELETE = route(
  {
    credential: "session",
    summary: "Ends all sessions of the account, or all but this one",
    body: SignOutEverywhere,
    response: EndedSessions,
  },
  async (call) => {
    const ended = await signOutEverywhere(call);
    return respond(200, ended, call.input.body.keepThis ? {} : forgottenSession());
  },
);
