/** GET → the signed-in account's sign-in methods, and those that this service offers. */

import { listIdentities } from "#lib/identity/accounts/list-identities.ts";
import { IdentityList } from "#lib/protocol/wire/identity.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Lists the sign-in methods: wallets, mail addresses and provider logins",
    response: IdentityList,
  },
  listIdentities,
);
