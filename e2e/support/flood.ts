/** Adds events to a stream: repeats its own events with other figures, at a steady rate. */
import type { ServerResponse } from "node:http";

const STEP_MS = 20;
/** The share of each event among the added ones; a busy market consists mostly of books and trades. */
const MIX = ["orderbook", "trades", "bbo", "mark", "kline", "trades", "bbo", "orderbook"];
/** Made-up fills have ids far above those of the venue. */
const FIRST_ID = 4_000_000_000;

type Seen = { id: string; data: unknown };

export class Flood {
  /** Number of events added so far. */
  added = 0;
  readonly #response: ServerResponse;
  readonly #rate: number;
  readonly #seen = new Map<string, Seen>();
  readonly #timer = setInterval(() => this.#add(), STEP_MS);
  #rest = "";
  #due = 0;

  constructor(response: ServerResponse, rate: number) {
    this.#response = response;
    this.#rate = rate;
  }

  /** Forwards the app's events, each of them whole. */
  pass(text: string): void {
    const parts = (this.#rest + text).split("\n\n");
    this.#rest = parts.pop() ?? "";
    for (const part of parts) {
      this.#note(part);
      this.#response.write(`${part}\n\n`);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #note(part: string): void {
    const name = /^event: (.*)$/m.exec(part)?.[1];
    const data = /^data: (.*)$/m.exec(part)?.[1];
    const id = /^id: .*$/m.exec(part)?.[0] ?? "";
    if (name === undefined || data === undefined || id === "id: ALL") return;
    this.#seen.set(name, { id, data: JSON.parse(data) });
  }

  #add(): void {
    this.#due += (this.#rate * STEP_MS) / 1_000;
    let text = "";
    for (; this.#due >= 1; this.#due -= 1) text += this.#next();
    // A slow reader gets no more events until it catches up.
    if (text !== "" && !this.#response.writableNeedDrain) this.#response.write(text);
  }

  #next(): string {
    const name = MIX[this.added % MIX.length] ?? "mark";
    this.added += 1;
    const seen = this.#seen.get(name) ?? (name === "trades" ? this.#firstTrade() : undefined);
    if (seen === undefined) return "";
    const data = JSON.stringify(this.#changed(name, seen.data));
    return `${seen.id === "" ? "" : `${seen.id}\n`}event: ${name}\ndata: ${data}\n\n`;
  }

  /** A quiet market has had no fill yet, so one is made from its best price. */
  #firstTrade(): Seen | undefined {
    const best = this.#seen.get("bbo");
    const { market, ask } = (best?.data ?? {}) as { market?: string; ask?: string | null };
    if (best === undefined || !ask) return undefined;
    const trade = { market, price: ask, side: "BUY", size: "0.01", trade_type: "FILL" };
    return { id: best.id, data: [trade] };
  }

  #changed(name: string, data: unknown): unknown {
    if (name === "orderbook") return changedBook(data as Book, this.added);
    if (name === "trades") return this.#changedTrades(data as object[]);
    const now = Date.now();
    const record = data as Record<string, string>;
    if (name === "bbo") return { ...record, bid: record["bid"], last_updated_at: now };
    if (name === "mark") {
      return { ...record, mark_price: moved(record["mark_price"], this.added), timestamp: now };
    }
    // A closed bar is final: only an open bar may change.
    if (record["closed"]) return record;
    return { ...record, close: moved(record["close"], this.added) };
  }

  #changedTrades([first]: object[]): object[] {
    const id = FIRST_ID + this.added;
    const side = this.added % 2 === 0 ? "BUY" : "SELL";
    return [{ ...first, id, side, created_at: Date.now() }];
  }
}

type Book = Record<"asks" | "bids", Record<string, string>>;

/** Some sizes of the book change; the prices mostly stay. */
function changedBook({ asks, bids }: Book, round: number): Book {
  return { asks: changedSizes(asks, round), bids: changedSizes(bids, round) };
}

function changedSizes(levels: Record<string, string>, round: number): Record<string, string> {
  const changed = Object.entries(levels).map(([price, size], index) => [
    price,
    (index + round) % 5 === 0 ? String(1 + (round % 97)) : size,
  ]);
  return Object.fromEntries(changed) as Record<string, string>;
}

/** A price that differs in its last few places. */
function moved(price: string | undefined, round: number): string | undefined {
  if (price === undefined) return price;
  const decimals = price.split(".")[1]?.length ?? 0;
  return (Number(price) + ((round % 7) - 3) * 10 ** -decimals).toFixed(decimals);
}
