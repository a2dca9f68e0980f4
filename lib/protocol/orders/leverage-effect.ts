/** The leverage of an account in a market, and what another one would change, by the venue's own formulas. Money is 1e-9 USDC. */
import { type MarketScale, RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { removableMargin } from "./isolated-margin.ts";
import { isolatedArithmetic, ownMargin } from "./isolated-preview.ts";
import { leverageRatio, liquidationTicks } from "./margin.ts";
import { marginTerms } from "./margin-terms.ts";
import { type Holdings, marginOf } from "./order-preview.ts";

export type LeverageFigures = {
  /** Initial margin of all positions and open orders, and the wallet of this market's isolated position. */
  marginUsed: bigint;
  /** `accountValue - marginUsed`; negative when the account may not add risk. */
  free: bigint;
  /** Value of the largest position that the free margin would open, fees and the market's tiers aside. */
  buyingPower: bigint;
  liquidationTicks: bigint | undefined;
};

export type LeverageEffect = {
  before: LeverageFigures;
  after: LeverageFigures;
  /** The deposit with which the venue would accept the change; 0 when it does. */
  missing: bigint;
};

type Terms = { market: Market; scale: MarketScale; markTicks: bigint };

export type MarginChoice = {
  /** A whole number from 1 to the market's highest. */
  leverage: number;
  /** Without a position and orders in the market it may differ from the present mode. */
  isIsolated: boolean;
};

export function leverageEffect(
  { leverage, isIsolated }: MarginChoice,
  holdings: Holdings,
  terms: Terms,
): LeverageEffect {
  const wallet = isIsolated ? (holdings.position.wallet ?? 0n) : null;
  const chosen = {
    ...holdings,
    position: { ...holdings.position, wallet },
    isolated: isIsolated ? isolatedArithmetic : null,
  };
  const before = figuresAt(holdings.leverage, holdings, terms, 0n);
  const added = isIsolated ? lackingMargin(leverage, chosen, terms) : 0n;
  const after = figuresAt(leverage, chosen, terms, added);
  const grows = after.marginUsed > before.marginUsed;
  return { before, after, missing: grows && after.free < 0n ? -after.free : 0n };
}

/** What the wallet lacks to the initial margin of the leverage: the venue adds it from the balance. */
function lackingMargin(leverage: number, holdings: Holdings, terms: Terms): bigint {
  const own = ownMargin(
    holdings.position,
    holdings.fundingOwed,
    marginTerms({ ...terms, leverage }),
  );
  return own.initialMargin > own.worth ? own.initialMargin - own.worth : 0n;
}

function figuresAt(
  leverage: number,
  holdings: Holdings,
  terms: Terms,
  added: bigint,
): LeverageFigures {
  const { position, orders, accountValue, maintenanceMargin } = holdings;
  const { isolated } = holdings;
  const now = marginOf(position, orders, { ...terms, leverage: holdings.leverage, isolated });
  const then = marginOf(position, orders, { ...terms, leverage, isolated });
  const shared = holdings.initialMargin - now.initialMargin + then.initialMargin;
  const free = accountValue - shared - added;
  const venues = BigInt(terms.market.im_ratio);
  const ratio = leverage > 0 ? leverageRatio(leverage) : 0n;
  const own = ownMargin(position, holdings.fundingOwed, marginTerms({ ...terms, leverage }));
  const cushion =
    position.wallet === null
      ? accountValue - maintenanceMargin
      : own.worth + added - own.maintenanceMargin;
  return {
    marginUsed: shared + (position.wallet ?? 0n) + added,
    free,
    buyingPower: free > 0n ? (free * RATIO_SCALE) / (ratio > venues ? ratio : venues) : 0n,
    liquidationTicks: liquidationTicks(position.size, cushion, {
      markTicks: terms.markTicks,
      valueOfTickLot: terms.scale.valueOfTickLot,
      mmRatio: BigInt(terms.market.mm_ratio),
    }),
  };
}

/** What adding margin to an isolated position changes; negative removes it. Money is 1e-9 USDC. */
export type MarginEffect = {
  /** What may be added, and what may be removed. */
  addable: bigint;
  removable: bigint;
  wallet: { before: bigint; after: bigint };
  liquidationTicks: { before: bigint | undefined; after: bigint | undefined };
};

export function marginEffect(amount: bigint, holdings: Holdings, terms: Terms): MarginEffect {
  const { position, accountValue, initialMargin, fundingOwed, leverage } = holdings;
  const wallet = position.wallet ?? 0n;
  const own = ownMargin(position, fundingOwed, marginTerms({ ...terms, leverage }));
  const free = accountValue - initialMargin;
  const at = (added: bigint) =>
    liquidationTicks(position.size, own.worth + added - own.maintenanceMargin, {
      markTicks: terms.markTicks,
      valueOfTickLot: terms.scale.valueOfTickLot,
      mmRatio: BigInt(terms.market.mm_ratio),
    });
  return {
    addable: free > 0n ? free : 0n,
    removable: removableMargin({ wallet, owed: fundingOwed, ...own }),
    wallet: { before: wallet, after: wallet + amount },
    liquidationTicks: { before: at(0n), after: at(amount) },
  };
}
