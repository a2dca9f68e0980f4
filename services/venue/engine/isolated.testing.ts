/** What tests of isolated positions do and look at. */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import type { MarginMode } from "#lib/protocol/enumerations.ts";
import { accountMargin } from "./account-margin.ts";
import { codeOf, SOL, type TestEngine, usdc } from "./engine.testing.ts";
import { liquidationTicks } from "./isolated.ts";

export type MarginView = {
  balance: string;
  /** Free for orders and withdrawals. */
  free: string;
  wallet: string | null;
  position: string;
  liquidation: string | null;
};

export function marginView(venue: TestEngine, name = "ann", market = SOL): MarginView {
  const { accountValue, initialMargin } = accountMargin(venue.account(name));
  const holding = venue.holding(name, market);
  const { scale } = venue.market(market);
  const ticks = liquidationTicks(holding);
  return {
    balance: venue.balance(name),
    free: usdc(accountValue - initialMargin),
    wallet: holding.isolated === null ? null : usdc(holding.isolated.wallet),
    position: venue.position(name, market),
    liquidation:
      ticks === undefined ? null : formatDecimal(ticks * scale.tickUnits, scale.priceDecimals),
  };
}

/** Chooses leverage and mode. @returns the code of the outcome */
export function choose(
  venue: TestEngine,
  leverage: number,
  {
    mode = "ISOLATED",
    name = "ann",
    market = SOL,
  }: { mode?: MarginMode; name?: string; market?: string } = {},
): string {
  // Equal bytes count once: each change has a millisecond of its own.
  venue.wait(1);
  return codeOf(venue.submit(venue.by(name).updateLeverage(market, leverage, venue.time, mode)));
}

/** Adds margin, or removes it. @returns the code of the outcome */
export function changeMargin(
  venue: TestEngine,
  amount: string,
  name = "ann",
  market = SOL,
): string {
  venue.wait(1);
  return codeOf(venue.submit(venue.by(name).updateIsolatedMargin(market, amount, venue.time)));
}
