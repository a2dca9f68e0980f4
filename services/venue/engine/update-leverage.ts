/** `update_leverage`: an account chooses the margin mode of a market, and more initial margin than the market asks for. */
import { refusal } from "#lib/kernel/errors/errors.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MARGIN_MODE_CODE, type MarginMode } from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { leverageOf } from "#lib/protocol/orders/margin.ts";
import type { LeverageRecord } from "#lib/protocol/wire/leverage.ts";
import { accountMargin, baseRatio, forgetMargin, isEmpty } from "./account-margin.ts";
import { accountChanged, accountOf, holdingOf } from "./accounts.ts";
import type { CommandOf } from "./commands.ts";
import { marginBehind } from "./isolated.ts";
import { moveMargin } from "./isolated-margin.ts";
import type { Holding, MarketState } from "./market-state.ts";
import { type Outcome, refused } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

/** Only a change that needs more margin than before is measured: an account that is short of it may always lower its need. */
export function updateLeverage(
  state: VenueState,
  { signed, market: symbol, leverage, mode }: CommandOf<"update_leverage">,
): Outcome {
  const market = state.markets.get(symbol);
  if (market === undefined) return refused(refusal("MARKET_NOT_FOUND", { market: symbol }));
  const most = highestLeverage(market);
  if (leverage < 1 || leverage > most) {
    return refused(refusal("LEVERAGE_OUT_OF_RANGE", { market: symbol, most }));
  }
  const account = accountOf(state, signed.account);
  const holding = holdingOf(account, market);
  if (mode !== modeOf(holding) && isInUse(holding)) {
    return refused(refusal("MARGIN_MODE_IN_USE", { market: symbol }));
  }
  const before = accountMargin(account).initialMargin;
  const chosen = holding.leverage;
  choose(holding, leverage);
  const added = lackingMargin(holding);
  const { accountValue, initialMargin } = accountMargin(account);
  const required = initialMargin + added;
  if (required > before && accountValue < required) {
    choose(holding, chosen);
    return refused(
      refusal("LEVERAGE_NEEDS_MARGIN", {
        required: formatDecimal(required, MONEY_DECIMALS),
        available: formatDecimal(accountValue, MONEY_DECIMALS),
      }),
    );
  }
  if (mode !== modeOf(holding)) {
    holding.isolated =
      mode === "ISOLATED" ? { wallet: 0n, nextSliceAt: 0, lastChange: null } : null;
    state.effects.hashNumber(MARGIN_MODE_CODE[mode]);
  }
  state.effects.hashNumber(leverage);
  if (holding.isolated !== null && added > 0n) moveMargin(state, holding, holding.isolated, added);
  accountChanged(state, account);
  return { kind: "leverage", leverage: leverageRecord(market, holding) };
}

/** What the wallet of an isolated position lacks to the initial margin of the chosen leverage. */
function lackingMargin(holding: Holding): bigint {
  if (holding.isolated === null || holding.size === 0) return 0n;
  const { accountValue, initialMargin } = marginBehind(holding);
  return initialMargin > accountValue ? initialMargin - accountValue : 0n;
}

/** A position, an order that rests, or one that waits. */
function isInUse(holding: Holding): boolean {
  return !isEmpty(holding) || holding.untriggered.size > 0;
}

export function modeOf({ isolated }: Holding): MarginMode {
  return isolated === null ? "CROSS" : "ISOLATED";
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
    mode: holding === undefined ? "CROSS" : modeOf(holding),
    leverage: leverage === 0 ? most : leverage,
    max_leverage: most,
    im_ratio: Number(holding === undefined ? market.terms.imRatio : baseRatio(holding)),
    chosen: leverage !== 0,
    ...(holding?.isolated?.lastChange && { last_margin_change: holding.isolated.lastChange }),
  };
}
