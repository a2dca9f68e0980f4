/** The margin of an isolated position of the signed-in account. Status and body are the venue's. */
import { IsolatedMarginRecord } from "#lib/protocol/wire/leverage.ts";
import { route } from "#lib/server/route.ts";
import { forwardWrite } from "#lib/trading/venue-access/forward.ts";
import { forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

export const POST = route(
  {
    credential: "wallet",
    summary: "Adds margin to an isolated position, or removes it (update_isolated_margin)",
    body: forwardedBody("POST /v1/isolated-margin", { market: "BTCUSDC", amount: "25" }),
    response: IsolatedMarginRecord,
  },
  ({ ctx, input }) =>
    forwardWrite(
      ctx,
      { method: "POST", path: "/v1/isolated-margin", contract: IsolatedMarginRecord },
      input,
    ),
);
