/** GET → the notices of the signed-in user, the newest first. */
import { InboxQuery, readInbox } from "#lib/identity/inbox/read-inbox.ts";
import { NotificationPage } from "#lib/protocol/wire/notification.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Notices of the account: ends of signed orders, and those of the partner programme.",
    query: InboxQuery,
    response: NotificationPage,
  },
  readInbox,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
