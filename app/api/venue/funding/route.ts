/** GET → Funding payments of the signed-in account in pages, newest first. Status and body are the venue's. */

import { methodNotAllowed, route } from "#lib/server/route.ts";
import { marketPageQuery } from "#lib/trading/account-history/page-query.ts";
import { readHistoryPage } from "#lib/trading/account-history/read-page.ts";
import { VenuePage } from "#lib/trading/venue-access/answers.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Own funding payments, newest first",
    query: marketPageQuery,
    response: VenuePage,
  },
  (call) => readHistoryPage("funding", call),
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
