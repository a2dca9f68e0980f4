/** `update_leverage`: an account asks for more initial margin in a market than the market does. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { leverageOf } from "#lib/protocol/orders/margin.ts";
import type { LeverageRecord } from "#lib/protocol/wire/leverage.ts";
import { accountMargin, baseRatio, forgetMargin } from "./account-margin.ts";
import { accountChanged, accountOf, holdingOf } from "./accounts.ts";
import type { CommandOf } from "./commands.ts";
import type { Holding, MarketState } from "./market-state.ts";
import { type Outcome, refused } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

/** Only a change that needs more margin than before is measured: an account that is short of it may always lower its need. */
export function updateLeverage(
  state: VenueState,
  { signed, market: symbol, leverage }: CommandOf<"update_leverage">,
): Outcome {
  const market = state.markets.get(symbol);
  if (market === undefined) return refused(refusal("MARKET_NOT_FOUND", { market: symbol }));
  const most = highestLeverage(market);
  if (leverage < 1 || leverage > most) {
    return refused(refusal("LEVERAGE_OUT_OF_RANGE", { market: symbol, most }));
  }
  const account = accountOf(state, signed.account);
  const holding = holdingOf(account, market);
  const before = accountMargin(account).initialMargin;
  const chosen = holding.leverage;
  choose(holding, leverage);
  const { accountValue, initialMargin } = accountMargin(account);
  if (initialMargin > before && accountValue < initialMargin) {
    choose(holding, chosen);
    const required = formatDecimal(initialMargin, MONEY_DECIMALS);
    const available = formatDecimal(accountValue, MONEY_DECIMALS);
    return refused(refusal("LEVERAGE_NEEDS_MARGIN", { required, available }));
  }
  state.effects.hashNumber(leverage);
  accountChanged(state, account);
  return { kind: "leverage", leverage: leverageRecord(market, holding) };
}

function choose(holding: Holding, leverage: number): void {
  holding.leverage = leverage;
  forgetMargin(holding);
}

/** The highest leverage that the market allows. */
function highestLeverage({ terms }: MarketState): number {
  return leverageOf(terms.imRatio);
}

/** The leverage of an account in a market; `holding` is absent where it has never had anything there. */
export function leverageRecord(market: MarketState, holding: Holding | undefined): LeverageRecord {
  const leverage = holding?.leverage ?? 0;
  const most = highestLeverage(market);
  return {
    market: market.listing.symbol,
    mode: "CROSS",
    leverage: leverage === 0 ? most : leverage,
    max_leverage: most,
    im_ratio: Number(holding === undefined ? market.terms.imRatio : baseRatio(holding)),
    chosen: leverage !== 0,
  };
}
