/** A partner's code that somebody types before they sign up. POST {code} → {code} stores it in the browser, DELETE forgets it. */
import { z } from "zod";
import { CodeBody } from "#lib/partner/referrals/own-referral.ts";
import { forgottenReferral } from "#lib/partner/referrals/referral-cookie.ts";
import { typeCode } from "#lib/partner/referrals/type-code.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "public",
    sameOrigin: true,
    body: CodeBody,
    response: z.strictObject({ code: z.string() }),
  },
  async (call) => {
    const { code, cookie } = await typeCode(call);
    return respond(200, { code }, { "set-cookie": cookie });
  },
);

export const DELETE = route({ credential: "public", sameOrigin: true }, () =>
  respond(204, undefined, { "set-cookie": forgottenReferral() }),
);
