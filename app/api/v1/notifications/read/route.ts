/** POST {up_to} → marks the signed-in user's notices as read. */
import { InboxRead, markInboxRead } from "#lib/identity/inbox/mark-inbox-read.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Marks a notice and all older ones as read.",
    body: InboxRead,
  },
  markInboxRead,
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
