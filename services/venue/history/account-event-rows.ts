/**
 * The latest events of accounts, so that a stream that was cut goes on where it ended. They are kept for at least ten
 * minutes, in two tables that take turns: emptying a whole table costs far less than deleting the rows of one.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type {
  EventPosition,
  KeptEvent,
  KeptName,
  PlacedEvent,
} from "#services/venue/account-events/account-log.ts";

import { FILL_COLUMNS, type FillRow, fillRecordOf } from "./history-reader.ts";

const TURN_MS = 10 * MINUTE_MS;
/** A reader that missed more begins anew: it would hold up the follower, and with it everybody else. */
const MAX_EVENTS = 5_000;

type Turn = { place: number; turn: number; firstHeight: number };

export class AccountEventRows {
  readonly #database: DatabaseSync;
  readonly #accountNumber: (pubkey: string) => number;
  readonly #find: StatementSync;
  readonly #fill: StatementSync;
  readonly #closedOrder: StatementSync;
  readonly #inserts: readonly StatementSync[];
  readonly #reads: readonly StatementSync[];
  readonly #turns: Turn[];
  /** Events that no row contains yet, as lines, by account. */
  readonly #waiting = new Map<string, string[]>();
  #lastHeight = 0;

  /** `accountNumber` gives the number of an account in the history, and a new one to an account without. */
  constructor(database: DatabaseSync, accountNumber: (pubkey: string) => number) {
    this.#database = database;
    this.#accountNumber = accountNumber;
    this.#find = database.prepare("SELECT number FROM accounts WHERE pubkey = ?");
    this.#fill = database.prepare(
      `SELECT ${FILL_COLUMNS} FROM fills f JOIN markets m ON m.number = f.market WHERE f.id = ?`,
    );
    this.#closedOrder = database.prepare(
      `SELECT record FROM closed_orders c JOIN markets m ON m.number = c.market
       WHERE c.account = ? AND c.id = ? AND m.symbol = ?`,
    );
    const forEach = (sql: (table: string) => string) =>
      [0, 1].map((place) => database.prepare(sql(`account_events_${place}`)));
    this.#inserts = forEach((table) => `INSERT INTO ${table} VALUES (?, ?, ?)`);
    this.#reads = forEach(
      (table) =>
        `SELECT events FROM ${table} WHERE account = ? AND last_height >= ? ORDER BY last_height`,
    );
    const turns = database.prepare("SELECT * FROM account_event_turns ORDER BY turn").all();
    this.#turns = turns.map(({ place, turn, first_height: firstHeight }) => ({
      place: Number(place),
      turn: Number(turn),
      firstHeight: Number(firstHeight),
    }));
  }

  /** Within a transaction. `time` is the block's, Unix ms. */
  add(height: number, time: number, events: readonly KeptEvent[]): void {
    const turn = Math.floor(time / TURN_MS);
    const current = this.#turns.at(-1);
    if (current === undefined || current.turn < turn) this.#begin(turn, height);
    this.#lastHeight = height;
    for (const { account, index, name, json, source } of events) {
      const line = `${height}\t${index}\t${storedText(name, json, source)}`;
      const lines = this.#waiting.get(account);
      if (lines === undefined) this.#waiting.set(account, [line]);
      else lines.push(line);
    }
  }

  /** Within a transaction: writes a row for each account that had events since the last call. */
  flush(): void {
    const insert = this.#inserts[this.#turns.at(-1)?.place ?? 0];
    for (const [account, lines] of this.#waiting) {
      insert?.run(this.#accountNumber(account), this.#lastHeight, lines.join("\n"));
    }
    this.#waiting.clear();
  }

  /**
   * The events behind `position`, oldest first; `undefined` when some of them are not kept any more, or when they are more than a
   * reader is given at once.
   */
  after(account: string, position: EventPosition): PlacedEvent[] | undefined {
    const oldest = this.#turns[0];
    if (oldest === undefined || position.height < oldest.firstHeight) return undefined;
    const number = Number(this.#find.get(account)?.["number"] ?? 0);
    const events: PlacedEvent[] = [];
    for (const line of this.#linesFrom(account, number, position.height)) {
      const { height, index, kind, text } = parse(line);
      if (height === position.height && index <= position.index) continue;
      if (height < position.height) continue;
      const json = this.#jsonOf(kind, text, { account, number });
      if (json === undefined || events.length === MAX_EVENTS) return undefined;
      events.push({ account, height, index, name: kind === "closed" ? "order" : kind, json });
    }
    return events;
  }

  *#linesFrom(account: string, number: number, height: number): Generator<string, void, undefined> {
    for (const { place } of this.#turns) {
      const rows = this.#reads[place]?.iterate(number, height) ?? [];
      for (const { events } of rows) yield* String(events).split("\n");
    }
    yield* this.#waiting.get(account) ?? [];
  }

  /** `undefined` for a row that the history has lost. */
  #jsonOf(
    kind: StoredKind,
    text: string,
    { account, number }: { account: string; number: number },
  ): string | undefined {
    if (kind !== "fill" && kind !== "closed") return text;
    const [id = "", rest = ""] = text.split(" ");
    if (kind === "fill") {
      const row = this.#fill.get(Number(id)) as FillRow | undefined;
      const trigger_price = rest === "" ? null : rest;
      return row && JSON.stringify({ ...fillRecordOf(row, account), trigger_price });
    }
    const row = this.#closedOrder.get(number, Number(id), rest);
    const head = `{"id":"${id}","account":"${account}","market":"${rest}",`;
    return row && head + String(row["record"]).slice(1);
  }

  #begin(turn: number, height: number): void {
    this.flush();
    const place = turn % 2;
    this.#database.exec(`DELETE FROM account_events_${place}`);
    this.#database
      .prepare("INSERT OR REPLACE INTO account_event_turns VALUES (?, ?, ?)")
      .run(place, turn, height);
    const same = this.#turns.findIndex((known) => known.place === place);
    if (same !== -1) this.#turns.splice(same, 1);
    this.#turns.push({ place, turn, firstHeight: height });
  }
}

/** `closed`: an order whose record is among the closed ones. */
type StoredKind = KeptName | "closed";

/** What the history has already is only named. */
function storedText(name: KeptName, json: () => string, source: KeptEvent["source"]): string {
  if (source === undefined) return `${name}\t${json()}`;
  if ("fill" in source) return `fill\t${source.fill} ${source.trigger ?? ""}`;
  return `closed\t${source.closedOrder} ${source.market}`;
}

function parse(line: string): EventPosition & { kind: StoredKind; text: string } {
  const [height = "", index = "", kind = ""] = line.split("\t", 3);
  const text = line.slice(height.length + index.length + kind.length + 3);
  return { height: Number(height), index: Number(index), kind: kind as StoredKind, text };
}
