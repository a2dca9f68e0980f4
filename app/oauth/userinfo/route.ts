import { readUserInfo, UserInfo } from "#lib/assistants/oauth/userinfo.ts";
import { preflight, withCors } from "#lib/server/cors.ts";
import { route } from "#lib/server/route.ts";

const read = withCors(
  route(
    {
      credential: "oauth",
      summary: "User, client and scopes of an access token",
      response: UserInfo,
    },
    readUserInfo,
  ),
);

export const OPTIONS = preflight("GET, POST");

export { read as GET, read as POST };
