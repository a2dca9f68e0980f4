/** GET → what the account of the signed-in wallet was worth over a period. Status and body are the venue's. */
import { Portfolio } from "#lib/protocol/wire/portfolio.ts";
import { route } from "#lib/server/route.ts";
import { portfolioQuery, readPortfolio } from "#lib/trading/account-history/portfolio.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Equity and PnL of a period, by market",
    query: portfolioQuery,
    response: Portfolio,
  },
  readPortfolio,
);
