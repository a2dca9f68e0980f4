/** GET → the deposit address of the session's wallet, and the state of what was sent there. */
import { DepositAddressState } from "#lib/protocol/wire/deposit-address.ts";
import { route } from "#lib/server/route.ts";
import { readDepositAddress } from "#lib/trading/transfers/read-deposit-address.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "The account's own deposit address, and what is on its way from there",
    response: DepositAddressState,
  },
  ({ ctx }) => readDepositAddress(ctx),
);
