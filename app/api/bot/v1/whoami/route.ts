/** GET → the key of a signed call: its owner, its account, and the caller's address. */
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { whoAmI } from "#lib/machines/bots/whoami.ts";
import { WhoAmI } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "bot_key",
    summary: "The key of this call: owner, account and the caller's address",
    query: NoQuery,
    response: WhoAmI,
  },
  whoAmI,
);
