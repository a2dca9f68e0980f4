/** GET → the venue's answer for the key's account. */
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { readBotAccount } from "#lib/machines/bots/read-account.ts";
import { AccountList } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "bot_key",
    summary: "Balance, account value and margin of the key's wallet",
    query: NoQuery,
    response: AccountList,
  },
  readBotAccount,
);
