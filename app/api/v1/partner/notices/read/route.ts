/** Marks the signed-in partner's notices as read: see docs/api/partner.md. */

import { markNoticesRead, NoticesRead } from "#lib/partner/notices/mark-notices-read.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Marks a notice and all older ones as read.",
    body: NoticesRead,
  },
  markNoticesRead,
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
