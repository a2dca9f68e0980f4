/** Sessions of the signed-in account: GET the live ones, DELETE all of them or all but this one. */
import { methodNotAllowed, respond, route } from "#lib/http/route.ts";
import { listSessions, SessionList } from "#lib/wallet-session/list-sessions.ts";
import { forgottenSession } from "#lib/wallet-session/session-cookie.ts";
import {
  EndedSessions,
  SignOutEverywhere,
  signOutEverywhere,
} from "#lib/wallet-session/sign-out-everywhere.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Lists the live sessions of the signed-in account, newest first.",
    response: SessionList,
  },
  listSessions,
);

export const DELETE = route(
  {
    credential: "session",
    summary: "Ends all sessions of the signed-in account, or all but the one that asks.",
    body: SignOutEverywhere,
    response: EndedSessions,
  },
  async (call) => {
    const ended = await signOutEverywhere(call);
    return respond(200, ended, call.input.body.keepThis ? {} : forgottenSession());
  },
);

const other = methodNotAllowed("GET, DELETE");

export { other as PATCH, other as POST, other as PUT };
