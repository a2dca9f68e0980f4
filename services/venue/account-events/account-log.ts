/**
 * What each block did to accounts, as the events of their streams. It follows from the journal alone: any process that
 * replays a block numbers the same events in the same way, so that a stream goes on behind any of them.
 */
import type { FundingRecord, TransferRecord } from "#lib/protocol/wire/account.ts";
import type { AccountStreamEventName, StreamFill } from "#lib/protocol/wire/account-stream.ts";
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
import { fundingTerms, orderJson, transferRecord } from "#services/venue/records/records.ts";
import { LiquidationSums, type StoredSums } from "./liquidation-sums.ts";
import { marginRecord } from "./margin-state.ts";
import type { MarginLevels } from "./margin-watch.ts";
import { MarginWatch } from "./margin-watch.ts";
import { type EndedLiquidation, FillSums, type Notice } from "./notices.ts";

/** Events that are numbered and kept, so that none is lost or repeated when a reader comes back. */
export type KeptName = Extract<AccountStreamEventName, "order" | "fill" | "transfer" | "funding">;

/** `index` counts from 1 over all accounts of the block. */
export type KeptEvent = {
  account: string;
  index: number;
  name: KeptName;
  /** The record's text. Call it before the next block is applied; most events are never read. */
  json: () => string;
  /** Where the history has the record already; `undefined` where the event is its only place. */
  source: KeptSource | undefined;
};

/** A row of fills, with what the row lacks; or one of closed orders. */
export type KeptSource =
  | { fill: number; trigger: string | null }
  | { closedOrder: number; market: string };

/** In the order of the journal: all events up to the one at `index` of the block at `height`. */
export type EventPosition = { height: number; index: number };

export type PlacedEvent = EventPosition & Pick<KeptEvent, "account" | "name"> & { json: string };

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
  liquidations: ReadonlyMap<string, EndedLiquidation>;
  /** In the order of their index. */
  notices: readonly Notice[];
};

const NONE_ENDED: ReadonlyMap<string, EndedLiquidation> = new Map();

export class AccountLog {
  readonly events: EngineEvents;
  readonly changes: ChangeListener;
  readonly #state: VenueState;
  /** The number that the history gave the last row of funding. */
  readonly #fundingId: () => number;
  readonly #liquidations: LiquidationSums;
  readonly #fills = new FillSums();
  readonly #watch: MarginWatch;
  #facts: Omit<KeptEvent, "index">[] = [];
  #orders = new Set<Order>();
  #changed = new Set<Account>();
  #moved = new Set<string>();
  #isRepriced = false;

  constructor(
    state: VenueState,
    fundingId: () => number,
    kept: { levels: MarginLevels; sums: StoredSums },
  ) {
    this.#state = state;
    this.#watch = new MarginWatch(state, kept.levels);
    this.#fundingId = fundingId;
    this.#liquidations = new LiquidationSums(state, kept.sums);
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

  /**
   * Ends a block: what happened in it first, then the last state of each order that changed. Without `isNew` the block has been
   * told of, and nobody is told again.
   */
  endBlock({
    height,
    time,
    isNew,
  }: {
    height: number;
    time: number;
    isNew: boolean;
  }): BlockChanges {
    const events: KeptEvent[] = [];
    const notices: Notice[] = [];
    const keep = (event: Omit<KeptEvent, "index">) => {
      if (event.account !== INSURANCE) events.push({ ...event, index: events.length + 1 });
    };
    for (const fact of this.#facts) {
      keep(fact);
      const { name, account } = fact;
      if (name === "transfer" && account !== INSURANCE)
        notices.push({ account, index: events.length, type: name, json: fact.json() });
    }
    for (const order of this.#orders) {
      keep(orderEvent(order));
      const notice = this.#fills.noticeOf(order, events.length);
      if (notice !== undefined && notice.account !== INSURANCE) notices.push(notice);
    }
    if (!isNew) this.#liquidations.forget();
    const liquidations = isNew ? this.#liquidations.ended() : NONE_ENDED;
    const changes = { moved: this.#moved, isRepriced: this.#isRepriced };
    if (isNew) this.#addStates(notices, events.length, { liquidations, ...changes });
    const block = {
      height,
      time,
      events,
      changed: this.#changed,
      ...changes,
      liquidations,
      notices,
    };
    this.#clear();
    return block;
  }

  /** Notices of figures, behind those of the journal's events. */
  #addStates(
    notices: Notice[],
    eventCount: number,
    block: Pick<BlockChanges, "moved" | "isRepriced" | "liquidations">,
  ): void {
    let index = eventCount;
    for (const [account, { reason, sum }] of block.liquidations) {
      index += 1;
      notices.push({ account, index, type: "liquidation", reason, json: JSON.stringify(sum) });
    }
    for (const [account, level] of this.#watch.afterBlock(block)) {
      index += 1;
      const json = JSON.stringify(marginRecord(account, level, null));
      notices.push({ account: account.pubkey, index, type: "margin", json });
    }
  }

  #clear(): void {
    this.#facts = [];
    this.#orders = new Set();
    this.#changed = new Set();
    this.#moved = new Set();
    this.#isRepriced = false;
    this.#fills.clear();
  }

  #fill(fill: FillEvent): void {
    this.#moved.add(fill.account);
    this.#liquidations.fill(fill);
    this.#fills.add(fill);
    const trigger = this.#state.orders.get(fill.orderId)?.triggerText ?? null;
    this.#facts.push({
      account: fill.account,
      name: "fill",
      json: () => JSON.stringify(fillRecord(fill, trigger)),
      source: { fill: fill.id, trigger },
    });
  }

  #funding(payment: FundingEvent): void {
    const { account, market, lots, amount, time } = payment;
    this.#moved.add(account);
    const record: FundingRecord = {
      id: this.#fundingId(),
      account,
      market: market.listing.symbol,
      size: lotsText(market.scale, lots),
      amount: moneyText(amount),
      ...fundingTerms(payment),
      created_at: time,
    };
    this.#keepText(account, "funding", record);
  }

  #transfer(transfer: Transfer): void {
    const record: TransferRecord = transferRecord(transfer);
    this.#keepText(transfer.account, "transfer", record);
  }

  #keepText(account: string, name: KeptName, record: object): void {
    const json = JSON.stringify(record);
    this.#facts.push({ account, name, json: () => json, source: undefined });
  }
}

function orderEvent(order: Order): Omit<KeptEvent, "index"> {
  const { id, status, account, market } = order;
  const source =
    status === "CLOSED" ? { closedOrder: id, market: market.listing.symbol } : undefined;
  return { account: account.pubkey, name: "order", json: () => orderJson(order), source };
}

function fillRecord(fill: FillEvent, trigger: string | null): StreamFill {
  const { scale, listing } = fill.market;
  return {
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
    trigger_price: trigger as StreamFill["trigger_price"],
  };
}
