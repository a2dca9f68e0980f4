/** What each liquidation closed, from its first fill until the venue closes no more of the account. */
import { z } from "zod";
import { VENUE_SIGNER } from "#lib/protocol/orders/orders.ts";
import type { LiquidationSum } from "#lib/protocol/wire/account-stream.ts";
import { accountMargin } from "#services/venue/engine/account-margin.ts";
import type { BalanceEvent, FillEvent } from "#services/venue/engine/events.ts";
import { marginBehind, totalWorth } from "#services/venue/engine/isolated.ts";
import { type Account, INSURANCE, type MarketState } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { averageText, lotsText, moneyText } from "#services/venue/projection/number-text.ts";
import type { EndedLiquidation } from "./notices.ts";

/** `lots` as the position was signed; `traded` without a sign. Values are money. */
const Closed = z.object({
  lots: z.int(),
  traded: z.int(),
  value: z.coerce.bigint(),
  realizedPnl: z.coerce.bigint(),
  fee: z.coerce.bigint(),
});
type Closed = z.output<typeof Closed>;

const Running = z.object({
  /** False for a counterparty of auto-deleveraging. */
  lacksMargin: z.boolean(),
  closed: z.record(z.string(), Closed),
});
/** `closed` by market. */
type Running = z.output<typeof Running>;

/**
 * Running liquidations as text, by account, as the last block left them that was told of. A process that begins in the middle of a
 * liquidation goes on with them.
 */
export type StoredSums = Iterable<[account: string, text: string]> & {
  set: (account: string, text: string) => void;
  delete: (account: string) => void;
};

export class LiquidationSums {
  readonly #state: VenueState;
  readonly #stored: StoredSums;
  readonly #running = new Map<string, Running>();
  readonly #changed = new Set<string>();

  constructor(state: VenueState, stored: StoredSums) {
    this.#state = state;
    this.#stored = stored;
    this.#restore();
  }

  /** Ends a block that was told of before: what is stored contains it. */
  forget(): void {
    if (this.#changed.size > 0) this.#restore();
  }

  fill(fill: FillEvent): void {
    if (!this.#isForced(fill)) return;
    const lacksMargin = fill.kind !== "ADL" || this.#isBankrupt(fill);
    const closed = this.#of(fill.account, fill.market);
    const running = this.#running.get(fill.account);
    if (lacksMargin && running !== undefined) running.lacksMargin = true;
    closed.lots += fill.side === "SELL" ? fill.lots : -fill.lots;
    closed.traded += fill.lots;
    closed.value += fill.value;
    closed.realizedPnl += fill.realizedPnl;
    closed.fee += fill.fee;
  }

  balance({ kind, account, market, amount }: BalanceEvent): void {
    if (kind !== "LIQUIDATION_FEE" || market === null || account === INSURANCE) return;
    this.#of(account, market).fee -= amount;
  }

  /** Ends a block. @returns the sums of liquidations that have ended, by account */
  ended(): Map<string, EndedLiquidation> {
    const ended = new Map<string, EndedLiquidation>();
    for (const [pubkey, { lacksMargin, closed }] of this.#running) {
      const account = this.#state.accounts.get(pubkey);
      if (account === undefined) continue;
      if (isBelowMaintenance(account)) continue;
      this.#running.delete(pubkey);
      this.#changed.add(pubkey);
      const positions = this.#positions(account, closed);
      const sum = { positions, account_value: moneyText(totalWorth(account).worth) };
      const reason = lacksMargin ? "LIQUIDATION" : "ADL";
      if (positions.length > 0) ended.set(pubkey, { reason, sum });
    }
    this.#store();
    return ended;
  }

  #positions(account: Account, closed: Running["closed"]): LiquidationSum["positions"] {
    return Object.entries(closed).flatMap(([symbol, sum]) => {
      const market = this.#state.markets.get(symbol);
      if (market === undefined || sum.traded === 0) return [];
      const { scale } = market;
      return {
        market: symbol,
        size: lotsText(scale, sum.lots),
        average_price: averageText(scale, sum.value, sum.traded),
        realized_pnl: moneyText(sum.realizedPnl),
        fee: moneyText(sum.fee),
        remaining_size: lotsText(scale, account.holdings.get(symbol)?.size ?? 0),
      };
    });
  }

  #store(): void {
    for (const pubkey of this.#changed) {
      const running = this.#running.get(pubkey);
      if (running === undefined) this.#stored.delete(pubkey);
      else this.#stored.set(pubkey, JSON.stringify(running, bigintText));
    }
    this.#changed.clear();
  }

  #restore(): void {
    this.#changed.clear();
    this.#running.clear();
    for (const [account, text] of this.#stored)
      this.#running.set(account, Running.parse(JSON.parse(text)));
  }

  /** Its positions are closed at the price at which it is worth nothing. */
  #isBankrupt({ account: pubkey, market, liquidity }: FillEvent): boolean {
    const account = this.#state.accounts.get(pubkey);
    if (account === undefined) return false;
    // What a wallet had left has returned to the balance already; the closed position is always the taker.
    const isIsolated = account.holdings.get(market.listing.symbol)?.isolated != null;
    return isIsolated ? liquidity === "TAKER" : accountMargin(account).accountValue <= 0n;
  }

  /** Whether the venue closed the position: on the book, into the insurance fund, or against an opposite one. */
  #isForced({ account, kind, orderId }: FillEvent): boolean {
    if (account === INSURANCE || kind === "FILL") return false;
    if (kind !== "LIQUIDATION") return true;
    return this.#state.orders.get(orderId)?.signer === VENUE_SIGNER;
  }

  #of(account: string, market: MarketState): Closed {
    this.#changed.add(account);
    const running = this.#running.get(account) ?? { lacksMargin: false, closed: {} };
    this.#running.set(account, running);
    return (running.closed[market.listing.symbol] ??= {
      lots: 0,
      traded: 0,
      value: 0n,
      realizedPnl: 0n,
      fee: 0n,
    });
  }
}

/** The account, or one of its isolated positions. */
function isBelowMaintenance(account: Account): boolean {
  const { accountValue, maintenanceMargin } = accountMargin(account);
  if (accountValue < maintenanceMargin) return true;
  for (const holding of account.holdings.values()) {
    if (holding.isolated === null || holding.size === 0) continue;
    const own = marginBehind(holding);
    if (own.accountValue < own.maintenanceMargin) return true;
  }
  return false;
}

const bigintText = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;
