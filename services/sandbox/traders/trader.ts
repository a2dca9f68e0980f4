/** What every simulated trader works with: a funded wallet, a client, the markets, and a share of the writes. */

import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { ORDER_FLAG, type Side } from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Faucet } from "#services/sandbox/deposits/faucet.ts";
import type { Random } from "#services/sandbox/seed/random.ts";
import { VenueError } from "#services/sandbox/venue/http.ts";
import type { TradingClient } from "#services/sandbox/venue/trading-client.ts";
import type { MarketWatch, WatchedMarket } from "./market-watch.ts";
import type { WriteBudget } from "./write-budget.ts";

/** Units of the venue in the smallest amount that a chain can move. */
const CHAIN_UNIT = 10n ** BigInt(MONEY_DECIMALS - USDC_DECIMALS);

export type TraderParts = {
  name: string;
  client: TradingClient;
  watch: MarketWatch;
  faucet: Faucet;
  budget: WriteBudget;
  random: Random;
  clock: Clock;
  log: Logger;
};

export class Trader {
  readonly parts: TraderParts;

  constructor(parts: TraderParts) {
    this.parts = parts;
  }

  /** Brings the account's value up to `target` (1e-9 USDC) when it has fallen below half of it; answers the value. */
  async keepFunded(target: bigint): Promise<bigint> {
    const { client, faucet, log, name } = this.parts;
    const text = (await this.#accountValue()) ?? "0";
    const value = text.startsWith("-") ? 0n : (parseDecimal(text, MONEY_DECIMALS) ?? 0n);
    if (value * 2n >= target) return value;
    const amount = formatDecimal((target - value) / CHAIN_UNIT, USDC_DECIMALS);
    await faucet.fund(client.address, amount);
    log.info({ trader: name, account: client.address, amount }, "funded");
    return target;
  }

  async positions(): Promise<Map<string, PositionRecord>> {
    const positions = await this.parts.client.positions();
    return new Map(positions.map((position) => [position.market, position]));
  }

  /** Sends a market order that fills at once or not at all; false when the venue refused it. */
  async take(
    market: WatchedMarket,
    order: { side: Side; lots: bigint; reduceOnly?: boolean },
  ): Promise<boolean> {
    const { client, budget, log, name } = this.parts;
    if (!budget.take()) return false;
    const { lotUnits, sizeDecimals } = market.scale;
    const size = formatDecimal(order.lots * lotUnits, sizeDecimals);
    try {
      await client.place({
        market: market.symbol,
        side: order.side,
        size,
        order_type: "MARKET",
        time_in_force: "IOC",
        flags: order.reduceOnly ? ORDER_FLAG.REDUCE_ONLY : 0,
      });
      return true;
    } catch (error) {
      if (!(error instanceof VenueError) || !error.isRefusal) throw error;
      log.debug({ trader: name, code: error.code, market: market.symbol, size }, "order refused");
      return false;
    }
  }

  /** Cancels what an earlier run left open. */
  async cancelLeftovers(): Promise<void> {
    const { client } = this.parts;
    for (const order of await client.openOrders()) await client.cancel(order);
  }

  async #accountValue(): Promise<string | undefined> {
    return (await this.parts.client.account())?.account_value;
  }
}
