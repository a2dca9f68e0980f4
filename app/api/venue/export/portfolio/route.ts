/** GET → the points of the portfolio as a CSV file. */
import { route } from "#lib/server/route.ts";
import { exportPortfolio, portfolioFileQuery } from "#lib/trading/account-history/portfolio.ts";

export const GET = route({ credential: "wallet", query: portfolioFileQuery }, exportPortfolio);
