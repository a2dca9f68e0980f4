/**
 * Funding as a continuous index: every second a long lot pays the index what a short lot receives. Positions settle
 * lazily, when they change or are read.
 */
import { parseDecimal } from "#lib/protocol/decimal.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { unsettledFunding } from "./account-margin.ts";
import type { EngineEvents } from "./events.ts";
import { creditPosition } from "./isolated.ts";
import type { Holding, MarketState } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

/** Rates and premiums count 1e-9. */
const RATE_UNIT = 1_000_000_000n;
const DECAY_UNIT = 1_000_000_000_000n;
const PPM_TO_RATE = 1_000n;
/** Funding of a longer gap is not counted: trading was impossible while the venue was away. */
const LONGEST_GAP_SECONDS = 30;
/** A mark older than this is too old to pay funding or to liquidate on. */
export const MARK_DEAD_MS = 60_000;

/** `2^(-1/halfLife)` in 1e-12, by a series in integers: the same in every replay on every machine. */
export function decayPerSecond(halfLifeSeconds: number): bigint {
  if (halfLifeSeconds <= 0) return 0n;
  const fine = 10n ** 30n;
  const ln2 = 693_147_180_559_945_309_417_232_121_458n;
  const x = ln2 / BigInt(halfLifeSeconds);
  let term = fine;
  let sum = fine;
  for (let n = 1n; term !== 0n && n < 60n; n += 1n) {
    term = (-term * x) / (fine * n);
    sum += term;
  }
  return sum / (fine / DECAY_UNIT);
}

/** Counts funding up to `state.time`, in whole seconds. */
export function advanceFunding(state: VenueState, market: MarketState): void {
  const { funding } = market;
  const seconds = Math.floor((state.time - funding.time) / 1_000);
  if (funding.time === 0 || seconds > LONGEST_GAP_SECONDS) {
    funding.time = state.time;
    return;
  }
  if (seconds === 0) return;
  funding.time += seconds * 1_000;
  if (!isCharged(state, market)) return;
  averagePremium(market, seconds);
  funding.rate = rateOf(market);
  const lotValue = BigInt(market.markTicks) * market.scale.valueOfTickLot;
  const period = BigInt(market.listing.funding_period_seconds);
  const change = (lotValue * funding.rate * BigInt(seconds)) / period;
  if (change === 0n) return;
  funding.index += change;
  market.riskSeq += 1;
  state.effects.hashAmount(funding.index);
}

/** Funding is charged while the market trades on a mark that is not too old. */
function isCharged(state: VenueState, { markTicks, markTime, listing }: MarketState): boolean {
  const alive = state.time - markTime <= MARK_DEAD_MS;
  return markTicks !== 0 && alive && listing.status !== "Halted";
}

/** When funding is charged next (Unix ms): it is charged by the second. `undefined` while it is not charged. */
export function nextFundingAt(state: VenueState, market: MarketState): number | undefined {
  const { time } = market.funding;
  return time === 0 || !isCharged(state, market) ? undefined : time + 1_000;
}

export function settleFunding(state: VenueState, holding: Holding, events: EngineEvents): void {
  const { account, market } = holding;
  const amount = unsettledFunding(holding);
  holding.fundingIndex = market.funding.index;
  if (amount === 0n) return;
  creditPosition(holding, -amount);
  holding.fundingPaid += amount;
  // The kept figures still count this amount as unsettled.
  holding.margin.riskSeq = -1;
  state.fundingPool += amount;
  state.effects.hashAmount(amount);
  const { pubkey } = account;
  events.funding({ account: pubkey, market, lots: holding.size, amount, time: state.time });
}

function averagePremium(market: MarketState, seconds: number): void {
  const now = premium(market);
  const { funding, terms } = market;
  for (let second = 0; second < seconds; second += 1) {
    const weighted = funding.premium * terms.fundingDecay + now * (DECAY_UNIT - terms.fundingDecay);
    funding.premium = weighted / DECAY_UNIT;
  }
}

/** How far the book's impact prices lie outside the mark, 1e-9 of the mark. */
function premium(market: MarketState): bigint {
  const mark = BigInt(market.markTicks);
  const bid = impactTicks(market, "BUY");
  const ask = impactTicks(market, "SELL");
  const above = bid !== undefined && bid > mark ? bid - mark : 0n;
  const below = ask !== undefined && ask < mark ? mark - ask : 0n;
  return ((above - below) * RATE_UNIT) / mark;
}

/** Average price of trading the impact notional against one side; `undefined` when the book is thinner. */
function impactTicks(market: MarketState, side: Side): bigint | undefined {
  const { valueOfTickLot } = market.scale;
  const wanted = parseDecimal(market.listing.impact_notional, MONEY_DECIMALS) ?? 0n;
  let value = 0n;
  let lots = 0n;
  for (const level of market.book.side(side).fromBest()) {
    const ticks = BigInt(level.ticks);
    const available = ticks * BigInt(level.lots) * valueOfTickLot;
    if (value + available < wanted) {
      value += available;
      lots += BigInt(level.lots);
      continue;
    }
    const rest = (wanted - value) / (ticks * valueOfTickLot) + 1n;
    return (value + rest * ticks * valueOfTickLot) / ((lots + rest) * valueOfTickLot);
  }
  return undefined;
}

/** The premium's average, pulled towards the interest by no more than its clamp, within the cap. */
function rateOf({ funding, listing }: MarketState): bigint {
  const interest = BigInt(listing.funding_interest_rate) * PPM_TO_RATE;
  const clamp = BigInt(listing.funding_interest_clamp) * PPM_TO_RATE;
  const cap = BigInt(listing.funding_rate_cap) * PPM_TO_RATE;
  const pull = within(interest - funding.premium, clamp);
  return within(funding.premium + pull, cap);
}

function within(value: bigint, limit: bigint): bigint {
  if (value > limit) return limit;
  return value < -limit ? -limit : value;
}
