/** GET ?query= → {keys}: keys by id, preview, account, wallet or mail address. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { FindQuery, FoundKeys, findKeys } from "#lib/operator/find-keys.ts";

export const GET = route(
  { credential: "operator", query: FindQuery, response: FoundKeys },
  findKeys,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
