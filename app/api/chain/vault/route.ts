/** GET → the vault that deposits go to; `vault` is null where money cannot enter or leave. */
import { TransferTerms } from "#lib/protocol/wire/chain.ts";
import { route } from "#lib/server/route.ts";
import { transferTerms } from "#lib/trading/transfers/transfer-terms.ts";

export const GET = route(
  {
    credential: "public",
    summary: "The vault that deposits go to; null where deposits are not possible",
    response: TransferTerms,
  },
  ({ ctx }) => transferTerms(ctx),
);
