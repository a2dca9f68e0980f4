/** GET → deposits and withdrawals of the signed-in account in pages, newest first. Status and body are the venue's. */
import { pageQuery } from "#lib/account-history/page-query.ts";
import { readHistoryPage } from "#lib/account-history/read-page.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { VenuePage } from "#lib/venue-access/answers.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Deposits and withdrawals, newest first",
    query: pageQuery,
    response: VenuePage,
  },
  (call) => readHistoryPage("transfers", call),
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
