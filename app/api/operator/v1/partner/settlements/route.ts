/** GET ?state&partner&run_id&limit&cursor → {settlements, next}: newest first. */

import {
  ListQuery,
  listSettlements,
  SettlementList,
} from "#lib/partner/payouts/list-settlements.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "operator",
    summary: "Settlements of all partners, newest first",
    query: ListQuery,
    response: SettlementList,
  },
  listSettlements,
);
