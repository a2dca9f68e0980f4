/** GET → the signed-in user's notices, newest first. */
import { InboxQuery, readInbox } from "#lib/identity/inbox/read-inbox.ts";
import { NotificationPage } from "#lib/protocol/wire/notification.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Notices of the account, the newest first",
    query: InboxQuery,
    response: NotificationPage,
  },
  readInbox,
);
