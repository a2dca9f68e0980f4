/** GET → how money enters and leaves; `vault` is null where it does not. */
import { TransferTerms } from "#lib/protocol/wire/chain.ts";
import { route } from "#lib/server/route.ts";
import { transferTerms } from "#lib/trading/transfers/transfer-terms.ts";

export const GET = route(
  {
    credential: "public",
    summary: "The vault that deposits go to; null where money cannot enter and leave",
    response: TransferTerms,
  },
  ({ ctx }) => transferTerms(ctx),
);
