/** GET ?partner= → level, balances and open settlements of a partner by code, id, wallet or mail address. */

import { ShownPartner, ShowQuery, showPartner } from "#lib/partner/payouts/show-partner.ts";
import { route } from "#lib/server/route.ts";

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
