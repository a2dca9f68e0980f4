/** GET ?partner= → level, balances and open settlements of a partner by code, id, wallet or mail address. */

import { ShownPartner, ShowQuery, showPartner } from "#lib/partner/payouts/show-partner.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "operator",
    summary:
      "Level, balances and open settlements of a partner, by code, id, wallet or mail address",
    query: ShowQuery,
    response: ShownPartner,
  },
  showPartner,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
