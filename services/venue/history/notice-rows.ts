/**
 * What owners of accounts are told of, in the order of the journal, and how close accounts are to their liquidation. A row
 * holds the notices of one transaction as lines, since most of them are read by nobody. They are kept for a day.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { MARGIN_LEVELS, type MarginLevel } from "#lib/protocol/wire/account-stream.ts";
import type { EventPosition } from "#services/venue/account-events/account-log.ts";
import type { MarginLevels } from "#services/venue/account-events/margin-watch.ts";
import type { LiquidationReason, Notice } from "#services/venue/account-events/notices.ts";

/** A notice as a line has it. */
export type StoredNotice = EventPosition & { account: number; time: number } & (
    | {
        type: "order";
        order: number;
        market: string;
        side: "BUY" | "SELL";
        isClosed: boolean;
        filled: { size: string; price: string; fee: string; realized_pnl: string } | null;
      }
    | { type: "transfer" | "margin"; json: string }
    | { type: "liquidation"; reason: LiquidationReason; json: string }
  );

export class NoticeRows {
  readonly levels: MarginLevels;
  readonly #accountNumber: (pubkey: string) => number;
  readonly #insert: StatementSync;
  readonly #trim: StatementSync;
  #lines: string[] = [];
  #lastHeight = 0;
  #lastTime = 0;

  constructor(database: DatabaseSync, accountNumber: (pubkey: string) => number) {
    this.#accountNumber = accountNumber;
    this.levels = new StoredLevels(database, accountNumber);
    this.#insert = database.prepare("INSERT INTO notices VALUES (?, ?, ?)");
    this.#trim = database.prepare("DELETE FROM notices WHERE time < ?");
  }

  /** Within a transaction. `time` is the block's, Unix ms. */
  add(height: number, time: number, notices: readonly Notice[]): void {
    for (const notice of notices) {
      const account = this.#accountNumber(notice.account);
      this.#lines.push(
        [height, notice.index, account, time, notice.type, ...fieldsOf(notice)].join("\t"),
      );
      this.#lastHeight = height;
      this.#lastTime = time;
    }
  }

  /** Within a transaction: writes a row of what was added since the last call. */
  flush(): void {
    if (this.#lines.length === 0) return;
    this.#insert.run(this.#lastHeight, this.#lastTime, this.#lines.join("\n"));
    this.#trim.run(this.#lastTime - DAY_MS);
    this.#lines = [];
  }
}

/** Kept in memory as well: it is read for each fill. */
class StoredLevels implements MarginLevels {
  readonly #levels = new Map<string, MarginLevel>();
  readonly #accountNumber: (pubkey: string) => number;
  readonly #set: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync, accountNumber: (pubkey: string) => number) {
    this.#accountNumber = accountNumber;
    this.#set = database.prepare("INSERT OR REPLACE INTO margin_levels VALUES (?, ?)");
    this.#delete = database.prepare("DELETE FROM margin_levels WHERE account = ?");
    const stored = database.prepare(
      "SELECT pubkey, level FROM margin_levels JOIN accounts ON number = account",
    );
    for (const row of stored.all()) {
      const level = MARGIN_LEVELS.find((known) => known === row["level"]);
      if (level !== undefined) this.#levels.set(String(row["pubkey"]), level);
    }
  }

  get(account: string): MarginLevel | undefined {
    return this.#levels.get(account);
  }

  set(account: string, level: MarginLevel): void {
    this.#levels.set(account, level);
    this.#set.run(this.#accountNumber(account), level);
  }

  delete(account: string): void {
    this.#levels.delete(account);
    this.#delete.run(this.#accountNumber(account));
  }

  [Symbol.iterator](): Iterator<[string, MarginLevel]> {
    return this.#levels.entries();
  }
}

function fieldsOf(notice: Notice): (string | number)[] {
  switch (notice.type) {
    case "order": {
      const { order, market, side, isClosed, filled } = notice;
      return [order, market, side, isClosed ? "closed" : "open", ...(filled ?? [])];
    }
    case "liquidation":
      return [notice.reason, notice.json];
    case "margin":
    case "transfer":
      return [notice.json];
  }
}

export function parseNotice(line: string): StoredNotice {
  const [height, index, account, time, type, ...fields] = line.split("\t");
  const place = {
    height: Number(height),
    index: Number(index),
    account: Number(account),
    time: Number(time),
  };
  const [first = "", second = "", third = "", fourth = "", ...filled] = fields;
  if (type === "transfer" || type === "margin") return { ...place, type, json: first };
  if (type === "liquidation")
    return { ...place, type, reason: first as LiquidationReason, json: second };
  const [size = "", price = "", fee = "", realizedPnl = ""] = filled;
  return {
    ...place,
    type: "order",
    order: Number(first),
    market: second,
    side: third as "BUY" | "SELL",
    isClosed: fourth === "closed",
    filled: filled.length === 0 ? null : { size, price, fee, realized_pnl: realizedPnl },
  };
}
