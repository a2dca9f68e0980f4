/** POST {payment, signature} → {payment, account}: credits a payment that was sent without a memo, when its sender has signed. */
import { ClaimedPayment, PaymentClaim } from "#lib/protocol/wire/deposit-address.ts";
import { route } from "#lib/server/route.ts";
import { claimPayment } from "#lib/trading/transfers/claim-payment.ts";

export const POST = route(
  {
    credential: "wallet",
    summary: "Credits a payment without a memo to the account that its sender has signed",
    body: PaymentClaim,
    response: ClaimedPayment,
    maxBodyBytes: 1_024,
  },
  ({ ctx, input }) => claimPayment(ctx, input.body),
);
