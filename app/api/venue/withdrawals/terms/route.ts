/** GET → {fee, opening_fee, a_day}: what a withdrawal costs, in USDC, and how many an account may make in 24 hours. */
import { WithdrawalTerms } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { withdrawalTerms } from "#lib/trading/transfers/withdrawal-terms.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Fees of a withdrawal, which the owner signs",
    response: WithdrawalTerms,
  },
  ({ ctx }) => withdrawalTerms(ctx),
);
