/** The venue before its first command. */
import { EffectLog } from "./effect-log.ts";
import { Fifo } from "./fifo.ts";
import { LiquidationIndex } from "./liquidation-index.ts";
import type { VenueState } from "./venue-state.ts";

export function emptyState(): VenueState {
  return {
    markets: new Map(),
    accounts: new Map(),
    orders: new Map(),
    closedOrders: new Fifo(),
    apiKeys: new Map(),
    transfers: new Map(),
    withdrawals: new Map(),
    digests: new Map(),
    digestQueue: new Fifo(),
    clientIdQueue: new Fifo(),
    rules: 0,
    scheduled: new Set(),
    unindexed: new Set(),
    liquidations: new LiquidationIndex(),
    fees: 0n,
    fundingPool: 0n,
    deposits: 0n,
    reserved: 0n,
    withdrawn: 0n,
    nextOrderId: 1,
    nextTradeId: 1,
    nextFillId: 1,
    nextPriority: 1,
    seq: 0,
    time: 0,
    effects: new EffectLog(),
  };
}
