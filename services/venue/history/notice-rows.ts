/**
 * What owners of accounts are told of, in the order of the journal, and how close accounts are to their liquidation. A row
 * holds the notices of one transaction as lines, since most of them are read by nobody. They are kept for a day.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { MARGIN_LEVELS } from "#lib/protocol/wire/account-stream.ts";
import type { EventPosition } from "#services/venue/account-events/account-log.ts";
import type { StoredSums } from "#services/venue/account-events/liquidation-sums.ts";
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
  readonly sums: StoredSums;
  readonly #accountNumber: (pubkey: string) => number;
  readonly #insert: StatementSync;
  readonly #trim: StatementSync;
  #lines: string[] = [];
  #lastHeight = 0;
  #lastTime = 0;

  constructor(database: DatabaseSync, accountNumber: (pubkey: string) => number) {
    this.#accountNumber = accountNumber;
    const levelOf = (text: string) => MARGIN_LEVELS.find((known) => known === text);
    this.levels = new StoredTexts("margin_levels", { database, accountNumber, valueOf: levelOf });
    const valueOf = (text: string) => text;
    this.sums = new StoredTexts("liquidation_sums", { database, accountNumber, valueOf });
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

type Stored<Value extends string> = {
  database: DatabaseSync;
  accountNumber: (pubkey: string) => number;
  /** Undefined for a text that this version does not know. */
  valueOf: (text: string) => Value | undefined;
};

/** A text for each account, kept in memory as well: it is read for each fill. */
class StoredTexts<Value extends string> {
  readonly #texts = new Map<string, Value>();
  readonly #accountNumber: (pubkey: string) => number;
  readonly #set: StatementSync;
  readonly #delete: StatementSync;

  constructor(table: string, { database, accountNumber, valueOf }: Stored<Value>) {
    this.#accountNumber = accountNumber;
    this.#set = database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?)`);
    this.#delete = database.prepare(`DELETE FROM ${table} WHERE account = ?`);
    const stored = database.prepare(
      `SELECT pubkey, text FROM ${table} JOIN accounts ON number = account`,
    );
    for (const row of stored.all()) {
      const value = valueOf(String(row["text"]));
      if (value !== undefined) this.#texts.set(String(row["pubkey"]), value);
    }
  }

  get(account: string): Value | undefined {
    return this.#texts.get(account);
  }

  set(account: string, value: Value): void {
    this.#texts.set(account, value);
    this.#set.run(this.#accountNumber(account), value);
  }

  delete(account: string): void {
    this.#texts.delete(account);
    this.#delete.run(this.#accountNumber(account));
  }

  [Symbol.iterator](): Iterator<[string, Value]> {
    return this.#texts.entries();
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
