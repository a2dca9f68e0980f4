/** The signed-in partner's notices: see docs/api/partner.md. */
import { requestedLocale } from "#app/api/auth/email/locale.ts";
import { NoticesQuery, readNotices } from "#lib/partner/notices/read-notices.ts";
import { NoticePage } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Notices about levels and payouts, newest first",
    query: NoticesQuery,
    response: NoticePage,
  },
  // A program must not change the saved language.
  (call) => readNotices(call, requestedLocale(call.input.request.headers)),
);
