/** GET ?state&partner&run_id&limit&cursor → {settlements, next}: newest first. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import {
  ListQuery,
  listSettlements,
  SettlementList,
} from "#lib/partner/payouts/list-settlements.ts";

export const GET = route(
  { credential: "operator", query: ListQuery, response: SettlementList },
  listSettlements,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
