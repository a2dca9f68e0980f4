/**
 * POST → 204: takes a provider's callback about a purchase, in the provider's form and with its
 * signature. A callback alone delivers nothing.
 */
import { z } from "zod";
import { route } from "#lib/server/route.ts";
import { takeCallback } from "#lib/swaps/onramp/take-callback.ts";

export const POST = route(
  {
    credential: "public",
    summary: "Signed callback of the checkout's provider about a purchase",
    params: z.object({ provider: z.string().max(40) }),
  },
  takeCallback,
);
