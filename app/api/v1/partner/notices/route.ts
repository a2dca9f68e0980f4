/** The signed-in partner's notices: see docs/api/partner.md. */
import { localeOf } from "#app/api/auth/email/locale.ts";
import { NoticesQuery, readNotices } from "#lib/partner/notices/read-notices.ts";
import { NoticePage } from "#lib/protocol/wire/partner.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "NoticePage of reached, lost and soon lost levels, and of payments, newest first.",
    query: NoticesQuery,
    response: NoticePage,
  },
  (call) => {
    const { headers } = call.input.request;
    // Browsers send their language; a program without one must not change the saved language.
    return readNotices(call, headers.has("accept-language") ? localeOf(headers) : null);
  },
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
