/**
 * Reads the history that the follower writes: a connection that cannot write, on the thread that answers. It may lag a
 * little behind the engine; a read that needs the latest rows merges them by id with those that the engine still holds.
 */
import { existsSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { Side, TradeType } from "#lib/protocol/enumerations.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";
import type { VenueNotice } from "#lib/protocol/wire/venue-notices.ts";
import type { EventPosition } from "#services/venue/account-events/account-log.ts";
import type { FillEvent } from "#services/venue/engine/events.ts";
import type { OrderSource } from "#services/venue/engine/market-state.ts";
import { historyPath } from "./history-schema.ts";
import { readNotices } from "./notice-reader.ts";
import { readPortfolio, type StoredPortfolio } from "./portfolio-reader.ts";

/** A page of a thousand, and one row more, which shows that there is a next page. */
const ROWS_LIMIT = 1_001;

/** A charged fee, for the partner ledger. `seq` ascends strictly; `gross` is before the account's discount. */
export type FeeRecord = {
  seq: number;
  account: string;
  market: string;
  trade_id: number;
  /** Null when no order was behind the fill. */
  order_id: string | null;
  gross: Decimal;
  charged: Decimal;
  liquidity: FillEvent["liquidity"];
  source: OrderSource;
  /** Unix milliseconds. */
  created_at: number;
};

/** One side of a fill. `trade_type` TAKEOVER and ADL are fills without an order of this account. */
export type FillRecord = {
  id: number;
  account: string;
  market: string;
  trade_id: number;
  order_id: string | null;
  trade_type: FillEvent["kind"];
  side: Side;
  price: Decimal;
  size: Decimal;
  fee: Decimal;
  liquidity: FillEvent["liquidity"];
  realized_pnl: Decimal;
  source: OrderSource;
  created_at: number;
};

/** Funding that was settled: a positive amount was paid, a negative one received. `size` is the position's. */
export type FundingRecord = {
  id: number;
  account: string;
  market: string;
  size: Decimal;
  amount: Decimal;
  notional: Decimal;
  rate: Decimal;
  created_at: number;
};

/** Newest first; `before` is the id of the last row of the page before. */
export type AccountPage = {
  account: string;
  market?: string | undefined;
  before?: number | undefined;
  /** Rows from this time on and up to that one, both included, in Unix ms. */
  startAt?: number | undefined;
  endAt?: number | undefined;
  limit: number;
};

/** `orderId`: only the fills of this order. */
export type FillPage = AccountPage & { orderId?: number | undefined };

/** Hours that begin within `startAt`..`endAt` (Unix ms, both included). Without `startAt` the latest ones. Oldest first. */
export type HourPage = {
  market: string;
  startAt?: number | undefined;
  endAt?: number | undefined;
  limit: number;
};

/** The funding rate and the open interest of a market at the end of an hour. */
export type MarketHour = {
  /** Unix ms. */
  start: number;
  fundingRate: Decimal;
  openInterest: Decimal;
};

/** Oldest first: behind the id `after`, or from the time `startAt` (Unix ms) on. */
export type TradePage = {
  market: string;
  after?: number | undefined;
  startAt?: number | undefined;
  limit: number;
};

export type FillRow = {
  id: number;
  symbol: string;
  trade_id: number;
  order_id: number;
  kind: FillEvent["kind"];
  side: Side;
  price: Decimal;
  size: Decimal;
  gross_fee: Decimal;
  fee: Decimal;
  liquidity: FillEvent["liquidity"];
  realized_pnl: Decimal;
  source: OrderSource;
  time: number;
};
type FundingRow = Pick<FillRow, "id" | "symbol" | "size" | "time"> &
  Pick<FundingRecord, "amount" | "notional" | "rate">;
type StoredOrder = { id: number; record: string };
type OrderRow = StoredOrder & { symbol: string };
type TimedRow = { id: number; time: number };
type HourRow = { hour: number; funding_rate: Decimal; open_interest: Decimal };
type MarketRow = { number: number; symbol: string };
type TradeRow = Pick<FillRow, "id" | "price" | "size" | "side" | "time"> & { type: TradeType };

/** The columns of a fill that `fillRecordOf` needs, with the symbol of its market. */
export const FILL_COLUMNS =
  "f.id, m.symbol, trade_id, order_id, kind, side, price, size, fee, liquidity, realized_pnl, source, time";

export function fillRecordOf(row: Omit<FillRow, "gross_fee">, account: string): FillRecord {
  return {
    id: row.id,
    account,
    market: row.symbol,
    trade_id: row.trade_id,
    order_id: orderId(row),
    trade_type: row.kind,
    side: row.side,
    price: row.price,
    size: row.size,
    fee: row.fee,
    liquidity: row.liquidity,
    realized_pnl: row.realized_pnl,
    source: row.source,
    created_at: row.time,
  };
}

export class HistoryReader {
  readonly #path: string;
  #database: DatabaseSync | undefined;
  readonly #statements = new Map<string, StatementSync>();

  /** Nothing is opened before the first read: a new venue's follower may not have made the file yet. */
  constructor(venueFolder: string) {
    this.#path = historyPath(venueFolder);
  }

  /** Charged fees of everybody, oldest first. */
  fees({ afterSeq, limit }: { afterSeq: number; limit: number }): FeeRecord[] {
    const rows = this.#read<FillRow & { pubkey: string }>(
      `SELECT f.id, a.pubkey, m.symbol, trade_id, order_id, gross_fee, fee, liquidity, source, time
       FROM fills f JOIN accounts a ON a.number = f.account JOIN markets m ON m.number = f.market
       WHERE f.charged = 1 AND f.id > ? ORDER BY f.id LIMIT ?`,
      [afterSeq, capped(limit)],
    );
    return rows.map((row) => ({
      seq: row.id,
      account: row.pubkey,
      market: row.symbol,
      trade_id: row.trade_id,
      order_id: orderId(row),
      gross: row.gross_fee,
      charged: row.fee,
      liquidity: row.liquidity,
      source: row.source,
      created_at: row.time,
    }));
  }

  fills(page: FillPage): FillRecord[] {
    if (page.orderId !== undefined) return this.#fillsOfOrder(page, page.orderId);
    return this.#page<FillRow>("fills", page).map((row) => fillRecordOf(row, page.account));
  }

  /** The account's fills of one order. */
  #fillsOfOrder(page: FillPage, orderId: number): FillRecord[] {
    const rows = this.#atOneMoment(() => {
      const number = this.#accountNumber(page.account);
      if (number === undefined || orderId === 0) return [];
      const { from, before } = this.#idsOf(page, (id) => this.#timeFrom("fills", id));
      return this.#read<FillRow & { account: number }>(
        `SELECT f.*, m.symbol FROM fills f JOIN markets m ON m.number = f.market
         WHERE order_id = ? AND order_id > 0 AND f.id >= ? AND f.id < ? ORDER BY f.id DESC LIMIT ?`,
        [orderId, from, before, capped(page.limit)],
      ).filter(({ account }) => account === number);
    });
    const inMarket = rows.filter(({ symbol }) => (page.market ?? symbol) === symbol);
    return inMarket.map((row) => fillRecordOf(row, page.account));
  }

  marketHours({ market, startAt, endAt = Number.MAX_SAFE_INTEGER, limit }: HourPage): MarketHour[] {
    const isLatest = startAt === undefined;
    const rows = this.#read<HourRow>(
      `SELECT h.* FROM markets m JOIN market_hours h ON h.market = m.number
       WHERE m.symbol = ? AND hour >= ? AND hour <= ? ORDER BY hour ${isLatest ? "DESC" : "ASC"} LIMIT ?`,
      [market, Math.ceil((startAt ?? 0) / HOUR_MS), Math.floor(endAt / HOUR_MS), capped(limit)],
    );
    if (isLatest) rows.reverse();
    return rows.map((row) => ({
      start: row.hour * HOUR_MS,
      fundingRate: row.funding_rate,
      openInterest: row.open_interest,
    }));
  }

  funding(page: AccountPage): FundingRecord[] {
    return this.#page<FundingRow>("funding", page).map((row) => ({
      id: row.id,
      account: page.account,
      market: row.symbol,
      size: row.size,
      amount: row.amount,
      notional: row.notional,
      rate: row.rate,
      created_at: row.time,
    }));
  }

  closedOrders(page: AccountPage): OrderRecord[] {
    return this.#page<OrderRow>("closed_orders", page).map((row) =>
      orderRecordOf(row, page.account),
    );
  }

  /** A closed order of the account. Each market is searched, as no index finds it without the market. */
  closedOrder(account: string, id: number): OrderRecord | undefined {
    const number = this.#accountNumber(account);
    if (number === undefined) return undefined;
    for (const market of this.#markets()) {
      const [row] = this.#read<StoredOrder>(
        "SELECT id, record FROM closed_orders WHERE account = ? AND market = ? AND id = ?",
        [number, market.number, id],
      );
      if (row !== undefined) return orderRecordOf({ ...row, symbol: market.symbol }, account);
    }
    return undefined;
  }

  trades({ market, after, startAt, limit }: TradePage): Trade[] {
    const from =
      startAt === undefined || after !== undefined
        ? { condition: "t.id > ?", value: after ?? 0 }
        : {
            condition:
              "t.id >= (SELECT id FROM trades WHERE market = m.number AND time >= ? ORDER BY time, id LIMIT 1)",
            value: startAt,
          };
    const rows = this.#read<TradeRow>(
      `SELECT t.id, price, side, size, time, type FROM markets m JOIN trades t ON t.market = m.number
       WHERE m.symbol = ? AND ${from.condition} ORDER BY t.id LIMIT ?`,
      [market, from.value, capped(limit)],
    );
    return rows.map((row) => ({
      id: row.id,
      market,
      price: row.price,
      side: row.side,
      size: row.size,
      created_at: row.time,
      trade_type: row.type,
    }));
  }

  /** What happened to accounts behind `after`, in the order of the journal. */
  notices(after: EventPosition, limit: number): VenueNotice[] {
    return this.#atOneMoment(() =>
      readNotices((sql, values) => this.#read(sql, values), after, capped(limit)),
    );
  }

  /** Where the history ends. */
  lastEventId(): string {
    const [row] = this.#read<{ position: string; events: number }>(
      "SELECT position, events FROM progress",
      [],
    );
    if (row === undefined) return "0-0";
    const { height } = JSON.parse(row.position) as { height: number };
    return `${height}-${row.events}`;
  }

  /** What the account was worth since `from` (Unix ms, a whole hour). */
  portfolio(account: string, from: number): StoredPortfolio | undefined {
    const [stored] = this.#atOneMoment(() => {
      const number = this.#accountNumber(account);
      if (number === undefined) return [];
      return [readPortfolio((sql, values) => this.#read(sql, values), number, from)];
    });
    return stored;
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
    this.#statements.clear();
  }

  /** One query a market, as rows are indexed by account, market and id: no page walks the rows of other markets. */
  #page<Row extends { id: number; symbol: string }>(
    table: "fills" | "funding" | "closed_orders",
    page: AccountPage,
  ): Row[] {
    const newest = capped(page.limit);
    const rows = this.#atOneMoment(() => {
      const number = this.#accountNumber(page.account);
      if (number === undefined) return [];
      return this.#markets(page.market).flatMap(({ number: market, symbol }) => {
        const { from, before } = this.#idsOf(page, (id) =>
          table === "closed_orders"
            ? this.#placementFrom(number, market, id)
            : this.#timeFrom(table, id),
        );
        return this.#read<Omit<Row, "symbol">>(
          `SELECT * FROM ${table} WHERE account = ? AND market = ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?`,
          [number, market, from, before, newest],
        ).map((row) => ({ ...row, symbol }) as Row);
      });
    });
    return rows.toSorted((a, b) => b.id - a.id).slice(0, newest);
  }

  /** The ids of a page's time and cursor: `from` included, `before` not. Times ascend with ids, so no index by time is needed. */
  #idsOf(
    { before = Number.MAX_SAFE_INTEGER, startAt, endAt }: AccountPage,
    rowFrom: (id: number) => TimedRow | undefined,
  ): { from: number; before: number } {
    return {
      from: startAt === undefined ? 0 : firstIdAt(startAt, rowFrom),
      before: endAt === undefined ? before : Math.min(before, firstIdAt(endAt + 1, rowFrom)),
    };
  }

  /** The first row with this id or a later one. */
  #timeFrom(table: "fills" | "funding", id: number): TimedRow | undefined {
    const sql = `SELECT id, time FROM ${table} WHERE id >= ? ORDER BY id LIMIT 1`;
    return this.#read<TimedRow>(sql, [id])[0];
  }

  /** The same of closed orders of an account in a market, by when they were placed. */
  #placementFrom(account: number, market: number, id: number): TimedRow | undefined {
    return this.#read<TimedRow>(
      `SELECT id, json_extract(record, '$.created_at') AS time FROM closed_orders
       WHERE account = ? AND market = ? AND id >= ? ORDER BY id LIMIT 1`,
      [account, market, id],
    )[0];
  }

  #accountNumber(pubkey: string): number | undefined {
    const sql = "SELECT number FROM accounts WHERE pubkey = ?";
    return this.#read<{ number: number }>(sql, [pubkey])[0]?.number;
  }

  #markets(symbol?: string): MarketRow[] {
    if (symbol === undefined)
      return this.#read<MarketRow>("SELECT number, symbol FROM markets", []);
    return this.#read<MarketRow>("SELECT number, symbol FROM markets WHERE symbol = ?", [symbol]);
  }

  /** All queries of `read` see one state, without what the follower commits meanwhile: a page would have a gap otherwise. */
  #atOneMoment<Row>(read: () => Row[]): Row[] {
    const database = this.#open();
    if (database === undefined) return [];
    database.exec("BEGIN");
    try {
      return read();
    } finally {
      database.exec("COMMIT");
    }
  }

  #read<Row>(sql: string, values: (string | number)[]): Row[] {
    const database = this.#open();
    if (database === undefined) return [];
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(...values) as Row[];
  }

  #open(): DatabaseSync | undefined {
    if (this.#database !== undefined || !existsSync(this.#path)) return this.#database;
    const database = new DatabaseSync(this.#path, { readOnly: true, timeout: 1_000 });
    // The file exists a moment before its tables do.
    const made = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'trades'").get();
    if (made === undefined) database.close();
    else this.#database = database;
    return this.#database;
  }
}

/** The smallest id whose row, and each behind it, is of `time` or later; one behind the last row when there is none. */
function firstIdAt(time: number, rowFrom: (id: number) => TimedRow | undefined): number {
  let low = 0;
  // Doubling finds an upper end in as many steps as halving needs afterwards.
  let high = 1;
  for (let row = rowFrom(high); row !== undefined && row.time < time; row = rowFrom(high)) {
    low = row.id + 1;
    high = Math.max(low, high * 2);
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = rowFrom(middle);
    if (row !== undefined && row.time < time) low = row.id + 1;
    else high = middle;
  }
  return low;
}

function orderRecordOf(row: OrderRow, account: string): OrderRecord {
  const fields = JSON.parse(row.record) as Omit<OrderRecord, "id" | "account" | "market">;
  return { id: String(row.id), account, market: row.symbol, ...fields };
}

function orderId({ order_id: id }: Pick<FillRow, "order_id">): string | null {
  return id === 0 ? null : String(id);
}

function capped(limit: number): number {
  return Math.min(Math.max(0, limit), ROWS_LIMIT);
}
