/** GET → the share card of a referral link, a PNG of 1200 × 630, dark or with `?theme=light` light. 404 for an unknown code. */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { findPartnerCode } from "#lib/partner/referrals/find-code.ts";
import { config } from "#lib/platform/config/config.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";
import { CARD_THEMES } from "./_card.tsx";
import { cardOf } from "./_cards.ts";

export const GET = route(
  {
    credential: "public",
    params: z.object({ code: z.string().max(64) }),
    // Sites add parameters of their own to addresses.
    query: z.object({ theme: z.enum(CARD_THEMES).catch("dark") }),
  },
  async ({ input }) => {
    const found = await findPartnerCode(input.params.code);
    if (found === undefined) throw new ServiceError("NOT_FOUND");
    return new Response(
      await cardOf(found.code, { baseUrl: config().baseUrl, theme: input.query.theme }),
      {
        headers: {
          "content-type": "image/png",
          // Cacheable: a code never changes its partner, and the card has no figures.
          "cache-control": "public, max-age=86400, stale-while-revalidate=604800",
          "content-disposition": `inline; filename="svc-${found.code}.png"`,
        },
      },
    );
  },
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
