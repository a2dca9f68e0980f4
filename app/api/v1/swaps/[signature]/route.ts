/** GET → one swap of the signed-in user. */
import { z } from "zod";
import { OwnSwap, swapSignature } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { readOwnSwap } from "#lib/swaps/tape/read-own-swaps.ts";

export const GET = route(
  {
    credential: "session",
    summary: "One of your swaps",
    params: z.strictObject({ signature: swapSignature }),
    response: OwnSwap,
  },
  readOwnSwap,
);
