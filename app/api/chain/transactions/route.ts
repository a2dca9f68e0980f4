/**
 * POST {transaction} → 202 {signature}: passes a signed deposit of the session's wallet on to the
 * chain.
 */
import { respond } from "#lib/platform/http/reply.ts";
import { SentTransaction, SignedTransaction } from "#lib/protocol/wire/chain.ts";
import { route } from "#lib/server/route.ts";
import { sendDeposit } from "#lib/trading/transfers/send-deposit.ts";

export const POST = route(
  {
    credential: "wallet",
    status: 202,
    summary: "Sends a deposit that the wallet has signed",
    body: SignedTransaction,
    response: SentTransaction,
    maxBodyBytes: 4_096,
  },
  async ({ ctx, input }) => respond(202, await sendDeposit(ctx, input.body.transaction)),
);
