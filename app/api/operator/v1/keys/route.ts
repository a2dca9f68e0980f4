/** GET ?query= → {keys}: keys by id, preview, account, wallet or mail address. */

import { FindQuery, FoundKeys, findKeys } from "#lib/machines/operator/find-keys.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "operator",
    summary: "Keys by id, preview, account, wallet or mail address",
    query: FindQuery,
    response: FoundKeys,
  },
  findKeys,
);
