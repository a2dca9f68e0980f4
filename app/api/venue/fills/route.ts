/** GET → Fills of the signed-in account in pages, newest first. Status and body are the venue's. */

import { FillPage } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { fillPageQuery } from "#lib/trading/account-history/page-query.ts";
import { readHistoryPage } from "#lib/trading/account-history/read-page.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Fills of the account, newest first",
    query: fillPageQuery,
    response: FillPage,
  },
  (call) => readHistoryPage("fills", call),
);
