import { UserContext, userContext } from "#lib/assistants/notes/user-context.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "reader",
    scope: "read:chat",
    summary: "What the tool get_user_context returns",
    response: UserContext,
  },
  userContext,
);
