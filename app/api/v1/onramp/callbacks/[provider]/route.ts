/** POST → 204: the provider tells of a purchase, in its own form and signed with its key. It delivers nothing by itself. */
import { z } from "zod";
import { route } from "#lib/server/route.ts";
import { takeCallback } from "#lib/swaps/onramp/take-callback.ts";

export const POST = route(
  {
    credential: "public",
    summary: "For the provider of the checkout: tells of a purchase, signed",
    params: z.object({ provider: z.string().max(40) }),
  },
  takeCallback,
);
