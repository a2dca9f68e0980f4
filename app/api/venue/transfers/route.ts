/** GET → deposits and withdrawals of the signed-in account in pages, newest first. Status and body are the venue's. */

import { TransferPage } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { pageQuery } from "#lib/trading/account-history/page-query.ts";
import { readHistoryPage } from "#lib/trading/account-history/read-page.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Deposits and withdrawals, newest first",
    query: pageQuery,
    response: TransferPage,
  },
  (call) => readHistoryPage("transfers", call),
);
