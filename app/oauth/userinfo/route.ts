import { preflight, withCors } from "#lib/http/cors.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";

import { readUserInfo, UserInfo } from "#lib/oauth/userinfo.ts";

const read = withCors(route({ credential: "oauth", response: UserInfo }, readUserInfo));

export const OPTIONS = preflight("GET, POST");

const other = methodNotAllowed("GET, POST");

export { other as DELETE, other as PATCH, other as PUT, read as GET, read as POST };
