/** What the caller's account was worth over a period: the follower's rows, and its sums at the engine's marks. */
import { PORTFOLIO_PERIODS, type PortfolioPeriod } from "#lib/protocol/enumerations.ts";
import { figuresAt, type MarketMark, noSums } from "#services/venue/projection/account-figures.ts";
import { beginningOf, portfolioOf } from "#services/venue/projection/portfolio.ts";
import type { AnswerCall } from "./answer-call.ts";
import { textParam } from "./params.ts";

export const getPortfolio: AnswerCall = ({ venue }, call) => {
  const account = call.account ?? "";
  const requested = textParam(call, "period");
  const period: PortfolioPeriod = PORTFOLIO_PERIODS.find((name) => name === requested) ?? "day";
  const now = venue.clock.now();
  const from = beginningOf(period, now);
  const stored = venue.history.portfolio(account, from);
  const markets = [...venue.state.markets.values()];
  const end = figuresAt(stored?.sums ?? noSums(), (ordinal) => markets[ordinal] as MarketMark);
  const body = portfolioOf({
    account,
    period,
    from,
    now,
    start: stored?.start,
    hours: stored?.hours ?? [],
    end,
    symbolOf: (ordinal) => markets[ordinal]?.listing.symbol ?? "",
  });
  return { status: 200, body };
};
