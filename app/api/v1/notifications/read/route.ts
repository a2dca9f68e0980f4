/** POST {up_to} → marks the signed-in user's notices up to this one as read. */
import { InboxRead, markInboxRead } from "#lib/identity/inbox/mark-inbox-read.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Marks a notice and all older ones as read.",
    body: InboxRead,
  },
  markInboxRead,
);
