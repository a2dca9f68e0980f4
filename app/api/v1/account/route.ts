/** The signed-in account: GET shows what a deletion would erase and keep, DELETE {confirm: "delete"} deletes it. */

import { AccountDeletion, deleteAccount } from "#lib/identity/accounts/delete-account.ts";
import { showAccount } from "#lib/identity/accounts/show-account.ts";
import { forgottenSession } from "#lib/identity/sessions/session-cookie.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { AccountShown } from "#lib/protocol/wire/identity.ts";
import { ACCOUNT_ROWS } from "#lib/server/account-rows.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Shows what a deletion of the account would erase and keep",
    response: AccountShown,
  },
  (call) => showAccount(call, ACCOUNT_ROWS),
);

export const DELETE = route({ credential: "session", body: AccountDeletion }, async (call) => {
  await deleteAccount(call, ACCOUNT_ROWS);
  return respond(204, undefined, forgottenSession());
});
