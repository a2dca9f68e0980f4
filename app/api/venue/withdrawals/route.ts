/**
 * POST → a withdrawal of the signed-in account, signed by its owner. The money goes to that account's own token account.
 * Status and body are the venue's.
 */
import { TransferAnswer } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { forwardWithdrawal } from "#lib/trading/venue-access/forward.ts";
import { forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

/** The venue validates the fields: the signed bytes are passed on unchanged. */
export const POST = route(
  {
    credential: "wallet",
    status: 201,
    summary: "Withdraws USDC to the owner's wallet (withdraw, signed by the owner)",
    body: forwardedBody("POST /v1/withdrawals", {
      amount: "25",
      fee: "0.1",
      opens_account: false,
    }),
    response: TransferAnswer,
  },
  ({ ctx, input }) => forwardWithdrawal(ctx, input),
);
