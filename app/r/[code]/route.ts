/**
 * GET → the page of a partner link, which continues to the markets or to `?to=`, a path of this site. The browser keeps the
 * code and the tags (`?sub=`, `?utm_…=`) for 90 days, and the address that it leads to names them for other browsers; a later link
 * replaces it. An unknown code says so (404) and sets no cookie.
 */
import { z } from "zod";
import { safeNext } from "#components/identity/sign-in/next-address.ts";
import { readSession } from "#lib/identity/sessions/session.ts";
import { referralUrl } from "#lib/partner/profile/partner.ts";
import { withAddressCode } from "#lib/partner/referrals/address-code.ts";
import { findPartnerCode } from "#lib/partner/referrals/find-code.ts";
import { countClick } from "#lib/partner/referrals/link-clicks.ts";
import { linkPage, type PartnerLink, unknownLinkPage } from "#lib/partner/referrals/link-page.ts";
import { readOwnReferral } from "#lib/partner/referrals/own-referral.ts";
import { referralCookie } from "#lib/partner/referrals/referral-cookie.ts";
import { pageLanguage } from "#lib/platform/http/plain-page.ts";
import { readTags } from "#lib/protocol/partner/referral-tags.ts";
import { route } from "#lib/server/route.ts";

/** Characters of an unknown code that its page shows; a partner's has at most 24. */
const MAX_SHOWN = 40;

const NO_STORE = { "cache-control": "no-store" };

export const GET = route(
  { credential: "public", params: z.object({ code: z.string() }) },
  async ({ ctx, input: { params, request } }) => {
    // A prefetch must fail, so that the browser requests the page again for the visit.
    if (isPrefetch(request.headers)) return new Response(null, { status: 503, headers: NO_STORE });
    const found = await findPartnerCode(params.code);
    const { searchParams } = new URL(request.url);
    const next = safeNext(searchParams.get("to"));
    const tags = readTags(searchParams);
    const language = pageLanguage({
      cookie: request.headers.get("cookie"),
      acceptLanguage: request.headers.get("accept-language"),
    });
    if (found === undefined) {
      const shown = `/r/${params.code.slice(0, MAX_SHOWN)}`;
      const { body, headers } = unknownLinkPage({ code: shown, next }, language);
      return new Response(body, { status: 404, headers });
    }
    const { code, user_id: owner } = found;
    const of = await visitorOf(request.headers, { owner, now: ctx.now });
    const there = of === "visitor" ? withAddressCode(next, code, tags) : next;
    const page = { code, url: referralUrl(code), next: there, of } as const;
    const { body, headers } = linkPage(page, language);
    const answer = new Response(body, { headers });
    if (request.method !== "GET") return answer;
    // A request for a picture or a frame on another site's page does not count as a visit.
    if (isEmbedded(request.headers)) return answer;
    // Owners who try their own link do not sign up by it. Another account of this browser may.
    if (of === "owner") return answer;
    answer.headers.set("set-cookie", referralCookie({ code, tags, isTyped: false }));
    if (of !== "visitor") return answer;
    const followed = await countClick({
      code,
      headers: request.headers,
      client: ctx.client,
      now: ctx.now,
    });
    if (followed !== undefined) answer.headers.append("set-cookie", followed);
    return answer;
  },
);

/** Who looks at the link: nobody who is signed in, its partner, an account that can still enter its code, or any other. */
async function visitorOf(
  headers: Headers,
  { owner, now }: { owner: string; now: number },
): Promise<PartnerLink["of"]> {
  const actor = await readSession(headers);
  if (actor === undefined) return "visitor";
  if (actor.userId === owner) return "owner";
  const { open_until: until } = await readOwnReferral({ ctx: { actor, now } });
  return until === null ? "user" : "newcomer";
}

/** Whether the browser prefetches the link. */
function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  return /\bprefetch\b/i.test(purpose) || headers.has("next-router-prefetch");
}

/** Whether a page has the address as a part of its own. Old browsers do not say. */
function isEmbedded(headers: Headers): boolean {
  const destination = headers.get("sec-fetch-dest");
  return destination !== null && destination !== "document";
}
