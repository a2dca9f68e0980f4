/** What the signed-in partner was told: see docs/api/partner.md. */
import { localeOf } from "#app/api/auth/email/locale.ts";
import { NoticesQuery, readNotices } from "#lib/partner/notices/read-notices.ts";
import { Notices } from "#lib/partner/reads/answers.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary:
      "Notices of levels that came and went or are about to fall, and of payments, newest first.",
    query: NoticesQuery,
    response: Notices,
  },
  (call) => {
    const { headers } = call.input.request;
    // Every browser says it; a program that does not is no reason to change anybody's language.
    return readNotices(call, headers.has("accept-language") ? localeOf(headers) : null);
  },
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
