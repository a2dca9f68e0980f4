/**
 * What each block did to accounts, as the events of their streams. It follows from the journal alone: any process that
 * replays a block numbers the same events in the same way, so that a stream goes on behind any of them.
 */
import type { FundingRecord, TransferRecord } from "#lib/protocol/wire/account.ts";
import type {
  AccountStreamEventName,
  LiquidationSum,
  StreamFill,
} from "#lib/protocol/wire/account-stream.ts";
import type { ChangeListener } from "#services/venue/engine/effect-log.ts";
import {
  type EngineEvents,
  type FillEvent,
  type FundingEvent,
  NO_EVENTS,
} from "#services/venue/engine/events.ts";
import { type Account, INSURANCE, type Order } from "#services/venue/engine/market-state.ts";
import type { Transfer } from "#services/venue/engine/transfers.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { averageText, lotsText, moneyText } from "#services/venue/projection/number-text.ts";
import { orderJson, transferRecord } from "#services/venue/records/records.ts";
import { LiquidationSums } from "./liquidation-sums.ts";

/** Events that are numbered and kept, so that none is lost or repeated when a reader comes back. */
export type KeptName = Extract<AccountStreamEventName, "order" | "fill" | "transfer" | "funding">;

/** `index` counts from 1 over all accounts of the block. */
export type KeptEvent = { account: string; index: number; name: KeptName; json: string };

/** In the order of the journal: all events up to the one at `index` of the block at `height`. */
export type EventPosition = { height: number; index: number };

export type PlacedEvent = EventPosition & Omit<KeptEvent, "index">;

export type BlockChanges = {
  height: number;
  /** Of the block's first command, Unix ms. */
  time: number;
  events: readonly KeptEvent[];
  /** Accounts whose figures changed by more than a mark. */
  changed: ReadonlySet<Account>;
  /** Those of them whose positions or balance changed. */
  moved: ReadonlySet<string>;
  /** Whether a mark moved, and with it what positions are worth. */
  isRepriced: boolean;
  /** Liquidations that ended with it, by account. */
  liquidations: ReadonlyMap<string, LiquidationSum>;
};

export class AccountLog {
  readonly events: EngineEvents;
  readonly changes: ChangeListener;
  readonly #state: VenueState;
  /** The number that the history gave the last row of funding. */
  readonly #fundingId: () => number;
  readonly #liquidations: LiquidationSums;
  #facts: { account: string; name: KeptName; record: object }[] = [];
  #orders = new Set<Order>();
  #changed = new Set<Account>();
  #moved = new Set<string>();
  #isRepriced = false;

  constructor(state: VenueState, fundingId: () => number) {
    this.#state = state;
    this.#fundingId = fundingId;
    this.#liquidations = new LiquidationSums(state);
    this.events = {
      ...NO_EVENTS,
      mark: () => {
        this.#isRepriced = true;
      },
      fill: (fill) => this.#fill(fill),
      funding: (payment) => this.#funding(payment),
      balance: (change) => {
        this.#moved.add(change.account);
        this.#liquidations.balance(change);
      },
    };
    this.changes = {
      order: (order) => {
        this.#orders.add(order);
        this.#changed.add(order.account);
      },
      account: (account) => this.#changed.add(account),
      transfer: (transfer) => this.#transfer(transfer),
    };
  }

  /** Ends a block: what happened in it first, then the last state of each order that changed. */
  endBlock({ height, time }: { height: number; time: number }): BlockChanges {
    const events: KeptEvent[] = [];
    const keep = (account: string, name: KeptName, json: string) => {
      if (account !== INSURANCE) events.push({ account, index: events.length + 1, name, json });
    };
    for (const { account, name, record } of this.#facts) {
      keep(account, name, JSON.stringify(record));
    }
    for (const order of this.#orders) keep(order.account.pubkey, "order", orderJson(order));
    const block = {
      height,
      time,
      events,
      changed: this.#changed,
      moved: this.#moved,
      isRepriced: this.#isRepriced,
      liquidations: new Map(this.#liquidations.ended()),
    };
    this.#clear();
    return block;
  }

  #clear(): void {
    this.#facts = [];
    this.#orders = new Set();
    this.#changed = new Set();
    this.#moved = new Set();
    this.#isRepriced = false;
  }

  #fill(fill: FillEvent): void {
    const { scale, listing } = fill.market;
    this.#moved.add(fill.account);
    this.#liquidations.fill(fill);
    const record: StreamFill = {
      id: fill.id,
      account: fill.account,
      market: listing.symbol,
      trade_id: fill.tradeId,
      order_id: fill.orderId === 0 ? null : String(fill.orderId),
      trade_type: fill.kind,
      side: fill.side,
      price: averageText(scale, fill.value, fill.lots),
      size: lotsText(scale, fill.lots),
      fee: moneyText(fill.fee),
      liquidity: fill.liquidity,
      realized_pnl: moneyText(fill.realizedPnl),
      source: fill.source,
      created_at: fill.time,
      trigger_price: this.#state.orders.get(fill.orderId)?.triggerText ?? null,
    };
    this.#facts.push({ account: fill.account, name: "fill", record });
  }

  #funding({ account, market, lots, amount, time }: FundingEvent): void {
    this.#moved.add(account);
    const record: FundingRecord = {
      id: this.#fundingId(),
      account,
      market: market.listing.symbol,
      size: lotsText(market.scale, lots),
      amount: moneyText(amount),
      created_at: time,
    };
    this.#facts.push({ account, name: "funding", record });
  }

  #transfer(transfer: Transfer): void {
    const record: TransferRecord = transferRecord(transfer);
    this.#facts.push({ account: transfer.account, name: "transfer", record });
  }
}
