/**
 * Writes the history as the follower replays. Rows and the position that they reach are one transaction, so a crash at
 * any point neither loses nor doubles a row: what was not committed is replayed and written again.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type {
  BlockChanges,
  EventPosition,
  PlacedEvent,
} from "#services/venue/account-events/account-log.ts";
import type { StoredSums } from "#services/venue/account-events/liquidation-sums.ts";
import type { MarginLevels } from "#services/venue/account-events/margin-watch.ts";
import type {
  BalanceEvent,
  EngineEvents,
  FillEvent,
  FundingEvent,
  TradeRow,
} from "#services/venue/engine/events.ts";
import type { MarketState, Order } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { blockAt } from "#services/venue/journal/journal-reader.ts";
import { JOURNAL_START, type JournalPosition } from "#services/venue/journal/position.ts";
import {
  averageText,
  lotsText,
  moneyText,
  ticksText,
} from "#services/venue/projection/number-text.ts";
import { fundingTerms, orderFieldsJson } from "#services/venue/records/records.ts";
import { AccountEventRows } from "./account-event-rows.ts";
import { clearHistory, historyPath, openHistory } from "./history-schema.ts";
import { MarketHours } from "./market-hours.ts";
import { NoticeRows } from "./notice-rows.ts";
import { PortfolioWriter } from "./portfolio-writer.ts";

type Progress = { position: JournalPosition; events: number };

const FROM_THE_START: Progress = { position: JOURNAL_START, events: 0 };

export class HistoryWriter {
  readonly events: EngineEvents;
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #portfolio: PortfolioWriter;
  readonly #hours: MarketHours;
  readonly #accountEvents: AccountEventRows;
  readonly #notices: NoticeRows;
  readonly #markets = new Set<number>();
  readonly #accounts = new Map<string, number>();
  #recorded: JournalPosition;
  /** Events of accounts in the last block whose rows are committed. */
  readonly recordedEvents: number;
  /** The id of the last row of funding. */
  lastFundingId: number;
  #blockEvents = 0;
  /** Whether rows are written: those of blocks up to the recorded one are there already. */
  #writing = false;
  #inTransaction = false;

  /** @throws SQLite's errors. */
  constructor(venueFolder: string) {
    this.#database = openHistory(historyPath(venueFolder));
    let { position: recorded, events } = this.#readProgress();
    if (recorded.height > 0 && blockAt(venueFolder, recorded) === undefined) {
      // It was made from another journal.
      clearHistory(this.#database);
      ({ position: recorded, events } = FROM_THE_START);
    }
    this.#recorded = recorded;
    this.recordedEvents = events;
    const newest = this.#database.prepare("SELECT max(id) AS id FROM funding").get();
    this.lastFundingId = Number(newest?.["id"] ?? 0);
    this.#statements = prepare(this.#database);
    const accountNumber = (pubkey: string) => this.#accountNumber(pubkey);
    this.#portfolio = new PortfolioWriter(this.#database, accountNumber);
    this.#hours = new MarketHours(this.#database, (market) => this.#marketNumber(market));
    this.#accountEvents = new AccountEventRows(this.#database, accountNumber);
    this.#notices = new NoticeRows(this.#database, accountNumber);
    this.events = {
      trade: (market, trade) => this.#trade(market, trade),
      mark: () => {},
      fill: (fill) => this.#fill(fill),
      closed: (order) => this.#closed(order),
      funding: (payment) => this.#funding(payment),
      balance: (change) => this.#balance(change),
    };
  }

  /** The height up to which rows are committed. */
  get height(): number {
    return this.#recorded.height;
  }

  /** The events that follow are those of the block at `height`, whose first command has `time`; `state` is that before it. */
  beginBlock({ height, time }: { height: number; time: number }, state: VenueState): void {
    this.#writing = height > this.#recorded.height;
    if (!this.#writing) {
      this.#hours.skipTo(time);
      return;
    }
    if (!this.#inTransaction) this.#database.exec("BEGIN IMMEDIATE");
    this.#inTransaction = true;
    this.#portfolio.passTo(time, state);
    this.#hours.passTo(time, state);
  }

  /** Whether the rows of this block are written, and not there already. */
  get isWriting(): boolean {
    return this.#writing;
  }

  /** The events of the block that `beginBlock` began. */
  endBlock({ height, time, events, notices }: BlockChanges): void {
    this.#blockEvents = events.length;
    if (!this.#writing) return;
    this.#accountEvents.add(height, time, events);
    this.#notices.add(height, time, notices);
  }

  /** Levels and running liquidations as the last written block left them. Set them only within a block that is written. */
  get kept(): { levels: MarginLevels; sums: StoredSums } {
    return this.#notices;
  }

  /** The events of an account behind `position`, oldest first; `undefined` when some are not kept any more. */
  eventsAfter(account: string, position: EventPosition): PlacedEvent[] | undefined {
    return this.#accountEvents.after(account, position);
  }

  /** Ends the transaction; `position` is that of the last block whose events were written, and `state` that after it. */
  commit(position: JournalPosition, state: VenueState): void {
    if (!this.#inTransaction) return;
    this.#portfolio.save(state);
    this.#accountEvents.flush();
    this.#notices.flush();
    this.#statements.progress.run(JSON.stringify(position), this.#blockEvents);
    this.#database.exec("COMMIT");
    this.#inTransaction = false;
    this.#recorded = position;
  }

  /** Forces what is committed to the disk: a snapshot must never be ahead of the history. */
  sync(): void {
    this.#database.exec("PRAGMA wal_checkpoint(FULL)");
  }

  /** What was not committed is dropped. */
  close(): void {
    this.#database.close();
  }

  #readProgress(): Progress {
    const row = this.#database.prepare("SELECT position, events FROM progress").get();
    if (row === undefined) return FROM_THE_START;
    const position = JSON.parse(String(row["position"])) as JournalPosition;
    return { position, events: Number(row["events"]) };
  }

  #trade(market: MarketState, trade: TradeRow): void {
    if (!this.#writing) return;
    this.#statements.trade.run(
      this.#marketNumber(market),
      trade.id,
      ticksText(market.scale, trade.ticks),
      lotsText(market.scale, trade.lots),
      trade.takerSide,
      trade.type,
      trade.time,
    );
  }

  #balance(change: BalanceEvent): void {
    if (this.#writing) this.#portfolio.balance(change);
  }

  #fill(fill: FillEvent): void {
    if (!this.#writing) return;
    this.#portfolio.fill(fill);
    const { scale } = fill.market;
    this.#statements.fill.run(
      fill.id,
      this.#accountNumber(fill.account),
      this.#marketNumber(fill.market),
      fill.tradeId,
      fill.orderId,
      fill.kind,
      fill.side,
      averageText(scale, fill.value, fill.lots),
      lotsText(scale, fill.lots),
      moneyText(fill.grossFee),
      moneyText(fill.fee),
      fill.fee > 0n ? 1 : 0,
      fill.liquidity,
      moneyText(fill.realizedPnl),
      fill.source,
      fill.time,
    );
  }

  #funding(payment: FundingEvent): void {
    if (!this.#writing) return;
    const { account, market, lots, amount, time } = payment;
    this.#portfolio.funding(payment);
    const { notional, rate } = fundingTerms(payment);
    this.#statements.funding.run(
      this.#accountNumber(account),
      this.#marketNumber(market),
      lotsText(market.scale, lots),
      moneyText(amount),
      notional,
      rate,
      time,
    );
    this.lastFundingId += 1;
  }

  #closed(order: Order): void {
    if (!this.#writing) return;
    this.#statements.closedOrder.run(
      this.#accountNumber(order.account.pubkey),
      order.id,
      this.#marketNumber(order.market),
      `{${orderFieldsJson(order)}}`,
    );
  }

  #accountNumber(pubkey: string): number {
    let number = this.#accounts.get(pubkey);
    if (number === undefined) {
      this.#statements.account.run(pubkey);
      number = Number(this.#statements.accountNumber.get(pubkey)?.["number"]);
      this.#accounts.set(pubkey, number);
    }
    return number;
  }

  #marketNumber(market: MarketState): number {
    const { ordinal } = market;
    if (!this.#markets.has(ordinal)) {
      this.#statements.market.run(ordinal, market.listing.symbol);
      this.#markets.add(ordinal);
    }
    return ordinal;
  }
}

function prepare(database: DatabaseSync) {
  const insert = (table: string, columns: string): StatementSync => {
    const placeholders = columns.split(",").map(() => "?");
    return database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${placeholders.join(",")})`);
  };
  return {
    progress: database.prepare(
      "INSERT OR REPLACE INTO progress (only, position, events) VALUES (1, ?, ?)",
    ),
    account: database.prepare("INSERT OR IGNORE INTO accounts (pubkey) VALUES (?)"),
    accountNumber: database.prepare("SELECT number FROM accounts WHERE pubkey = ?"),
    market: database.prepare("INSERT OR IGNORE INTO markets (number, symbol) VALUES (?, ?)"),
    trade: insert("trades", "market, id, price, size, side, type, time"),
    fill: insert(
      "fills",
      "id, account, market, trade_id, order_id, kind, side, price, size, gross_fee, fee, charged, liquidity, realized_pnl, source, time",
    ),
    funding: insert("funding", "account, market, size, amount, notional, rate, time"),
    closedOrder: insert("closed_orders", "account, id, market, record"),
  };
}
