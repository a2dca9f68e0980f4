/** GET → catalysts, newest first. */
import { listCatalysts } from "#lib/catalysts/reads/read-catalysts.ts";
import { CatalystList, CatalystListQuery } from "#lib/protocol/wire/catalysts.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Events that can move prices, the newest first",
    query: CatalystListQuery,
    response: CatalystList,
  },
  listCatalysts,
);
