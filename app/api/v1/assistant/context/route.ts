import { UserContext, userContext } from "#lib/assistants/notes/user-context.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "reader",
    scope: "read:chat",
    summary: "What the tool get_user_context gives to an assistant.",
    response: UserContext,
  },
  userContext,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
