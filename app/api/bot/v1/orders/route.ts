/** GET → orders of the key's account, newest first, in the venue's pages. */
import { BotOrdersQuery, readBotOrders } from "#lib/machines/bots/read-orders.ts";
import { OrderPage } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "bot_key",
    summary: "Open orders of the key's wallet, or all of them, newest first",
    query: BotOrdersQuery,
    response: OrderPage,
  },
  readBotOrders,
);
