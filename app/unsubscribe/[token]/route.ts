/**
 * The unsubscribe link of a notice email: GET shows a confirmation page, POST unsubscribes (RFC
 * 8058: mail programs post without cookies).
 */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { stopMails } from "#lib/partner/notices/stop-mails.ts";
import { type UnsubscribeStep, unsubscribePage } from "#lib/partner/notices/unsubscribe-page.ts";
import { partnerOfToken } from "#lib/partner/notices/unsubscribe-token.ts";
import { pageLanguage } from "#lib/platform/http/plain-page.ts";
import { route } from "#lib/server/route.ts";

const definition = {
  credential: "public",
  params: z.object({ token: z.string() }),
} as const;

export const GET = route(definition, ({ input: { params, request } }) =>
  page(partnerOfToken(params.token) === undefined ? "unknown" : "ask", request),
);

export const POST = route(definition, async ({ ctx, input }) => {
  try {
    await stopMails({ ctx, input });
  } catch (error) {
    if (error instanceof ServiceError && error.code === "NOT_FOUND")
      return page("unknown", input.request);
    throw error;
  }
  return page("done", input.request);
});

function page(step: UnsubscribeStep, { headers }: Request): Response {
  const language = pageLanguage({
    cookie: headers.get("cookie"),
    acceptLanguage: headers.get("accept-language"),
  });
  const { status, headers: own, body } = unsubscribePage(step, language);
  return new Response(body, { status, headers: own });
}
