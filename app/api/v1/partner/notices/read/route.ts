/** Marks the signed-in partner's notices as read: see docs/api/partner.md. */

import { markNoticesRead, NoticesRead } from "#lib/partner/notices/mark-notices-read.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Marks a notice and all older ones as read.",
    body: NoticesRead,
  },
  markNoticesRead,
);
