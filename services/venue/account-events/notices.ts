/**
 * What a block did to accounts that their owners want to be told of. Orders that ended and fills are in the history
 * already and are only named; the rest is kept as its record's text.
 */
import type { LiquidationSum } from "#lib/protocol/wire/account-stream.ts";
import type { FillEvent } from "#services/venue/engine/events.ts";
import type { MarketState, Order } from "#services/venue/engine/market-state.ts";
import { averageText, lotsText, moneyText } from "#services/venue/projection/number-text.ts";

/** `index` goes on behind the events of the block (`KeptEvent`). */
export type Notice = { account: string; index: number } & NoticeContent;

type NoticeContent =
  | {
      type: "order";
      order: number;
      market: string;
      side: string;
      isClosed: boolean;
      filled: Filled;
    }
  | { type: "transfer" | "margin"; json: string }
  | { type: "liquidation"; reason: LiquidationReason; json: string };

/** `ADL`: positions of an account with enough margin were closed against those of a bankrupt one. */
export type LiquidationReason = "LIQUIDATION" | "ADL";
export type EndedLiquidation = { reason: LiquidationReason; sum: LiquidationSum };

/** Size, average price, fee and realized profit of what an order filled within the block; null without a fill. */
type Filled = readonly [size: string, price: string, fee: string, realizedPnl: string] | null;

type Sum = { market: MarketState; lots: number; value: bigint; fee: bigint; realizedPnl: bigint };

/** What orders filled within a block, by order. */
export class FillSums {
  #sums = new Map<number, Sum>();

  add({ orderId, market, lots, value, fee, realizedPnl }: FillEvent): void {
    if (orderId === 0) return;
    const sum = this.#sums.get(orderId);
    if (sum === undefined) {
      this.#sums.set(orderId, { market, lots, value, fee, realizedPnl });
      return;
    }
    sum.lots += lots;
    sum.value += value;
    sum.fee += fee;
    sum.realizedPnl += realizedPnl;
  }

  /** `undefined` for an order that neither filled nor ended. */
  noticeOf(order: Order, index: number): Notice | undefined {
    const sum = this.#sums.get(order.id);
    const isClosed = order.status === "CLOSED";
    if (sum === undefined && !isClosed) return undefined;
    const { id, side, account, market } = order;
    const symbol = market.listing.symbol;
    const filled = sum === undefined ? null : filledTexts(sum);
    return {
      account: account.pubkey,
      index,
      type: "order",
      order: id,
      market: symbol,
      side,
      isClosed,
      filled,
    };
  }

  clear(): void {
    if (this.#sums.size > 0) this.#sums = new Map();
  }
}

function filledTexts({ market, lots, value, fee, realizedPnl }: Sum): Filled {
  const { scale } = market;
  return [
    lotsText(scale, lots),
    averageText(scale, value, lots),
    moneyText(fee),
    moneyText(realizedPnl),
  ];
}
