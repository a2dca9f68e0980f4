/** GET → the notices of the signed-in user, the newest first. */
import { InboxQuery, readInbox } from "#lib/identity/inbox/read-inbox.ts";
import { NotificationPage } from "#lib/protocol/wire/notification.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Notices of the account: ends of signed orders, and those of the partner programme.",
    query: InboxQuery,
    response: NotificationPage,
  },
  readInbox,
);
