/** The signed-in partner's notices: see docs/api/partner.md. */
import { askedLocaleOf } from "#app/api/auth/email/locale.ts";
import { NoticesQuery, readNotices } from "#lib/partner/notices/read-notices.ts";
import { NoticePage } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Notices of reached, lost and soon lost levels, and of payments, newest first.",
    query: NoticesQuery,
    response: NoticePage,
  },
  // A program must not change the saved language.
  (call) => readNotices(call, askedLocaleOf(call.input.request.headers)),
);
