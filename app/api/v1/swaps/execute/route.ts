/**
 * POST {plan, transaction} → 202 {signature, status}: passes a swap that the wallet signed on to
 * the chain.
 */
import { respond } from "#lib/platform/http/reply.ts";
import { ExecuteSwap, SubmittedSwap } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { executeSwap } from "#lib/swaps/execute/execute-swap.ts";

export const POST = route(
  {
    credential: "wallet",
    status: 202,
    summary: "Sends a swap that the wallet has signed; the same bytes can be sent again",
    body: ExecuteSwap,
    response: SubmittedSwap,
    maxBodyBytes: 8_192,
  },
  async ({ ctx, input }) => respond(202, await executeSwap(ctx, input.body)),
);
