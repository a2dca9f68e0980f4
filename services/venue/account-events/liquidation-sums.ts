/** What each liquidation closed, from its first fill until the venue closes no more of the account. */

import { VENUE_SIGNER } from "#lib/protocol/orders/orders.ts";
import { accountMargin } from "#services/venue/engine/account-margin.ts";
import type { BalanceEvent, FillEvent } from "#services/venue/engine/events.ts";
import { INSURANCE, type MarketState } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { averageText, lotsText, moneyText } from "#services/venue/projection/number-text.ts";
import type { EndedLiquidation } from "./notices.ts";

/** `lots` as the position was signed; `traded` without a sign. */
type Closed = { lots: number; traded: number; value: bigint; realizedPnl: bigint; fee: bigint };

export class LiquidationSums {
  readonly #state: VenueState;
  readonly #running = new Map<string, Map<MarketState, Closed>>();
  /** Those of the running ones that lacked margin: the others are counterparties of auto-deleveraging. */
  readonly #lackMargin = new Set<string>();

  constructor(state: VenueState) {
    this.#state = state;
  }

  fill(fill: FillEvent): void {
    if (!this.#isForced(fill)) return;
    if (fill.kind !== "ADL" || this.#isBankrupt(fill.account)) this.#lackMargin.add(fill.account);
    const closed = this.#of(fill.account, fill.market);
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

  /** The sums of liquidations that have ended, by account. */
  *ended(): Generator<[account: string, ended: EndedLiquidation], void, undefined> {
    for (const [pubkey, markets] of this.#running) {
      const account = this.#state.accounts.get(pubkey);
      if (account === undefined) continue;
      const { accountValue, maintenanceMargin } = accountMargin(account);
      if (accountValue < maintenanceMargin) continue;
      this.#running.delete(pubkey);
      const reason = this.#lackMargin.delete(pubkey) ? "LIQUIDATION" : "ADL";
      const traded = [...markets].filter(([, closed]) => closed.traded > 0);
      const positions = traded.map(([market, closed]) => ({
        market: market.listing.symbol,
        size: lotsText(market.scale, closed.lots),
        average_price: averageText(market.scale, closed.value, closed.traded),
        realized_pnl: moneyText(closed.realizedPnl),
        fee: moneyText(closed.fee),
        remaining_size: lotsText(
          market.scale,
          account.holdings.get(market.listing.symbol)?.size ?? 0,
        ),
      }));
      const sum = { positions, account_value: moneyText(accountValue) };
      if (positions.length > 0) yield [pubkey, { reason, sum }];
    }
  }

  /** Its positions are closed at the price at which it is worth nothing. */
  #isBankrupt(pubkey: string): boolean {
    const account = this.#state.accounts.get(pubkey);
    return account !== undefined && accountMargin(account).accountValue <= 0n;
  }

  /** Whether the venue closed the position: on the book, into the insurance fund, or against an opposite one. */
  #isForced({ account, kind, orderId }: FillEvent): boolean {
    if (account === INSURANCE || kind === "FILL") return false;
    if (kind !== "LIQUIDATION") return true;
    return this.#state.orders.get(orderId)?.signer === VENUE_SIGNER;
  }

  #of(account: string, market: MarketState): Closed {
    const markets = this.#running.get(account) ?? new Map<MarketState, Closed>();
    this.#running.set(account, markets);
    const closed = markets.get(market) ?? {
      lots: 0,
      traded: 0,
      value: 0n,
      realizedPnl: 0n,
      fee: 0n,
    };
    markets.set(market, closed);
    return closed;
  }
}
