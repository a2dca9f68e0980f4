/** Reads the tape from history: at the start, and whenever fills may have been missed. */

import { readJson } from "#components/data/http.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { isTrades } from "./events.ts";

const RETRY_MS = 3_000;

export type ReadTape = () => Promise<readonly Trade[] | undefined>;

export class TapeFeed {
  readonly #read: ReadTape;
  readonly #onTape: (trades: readonly Trade[]) => void;
  #reading = false;
  #again = false;
  #stopped = false;

  constructor(read: ReadTape, onTape: (trades: readonly Trade[]) => void) {
    this.#read = read;
    this.#onTape = onTape;
  }

  /** Reads until it succeeds. A call during a read is followed by one more read. */
  async refresh(): Promise<void> {
    this.#again = this.#reading;
    if (this.#reading || this.#stopped) return;
    this.#reading = true;
    const trades = await this.#read();
    this.#reading = false;
    if (this.#stopped) return;
    if (trades) this.#onTape(trades);
    else setTimeout(() => void this.refresh(), RETRY_MS);
    if (trades && this.#again) await this.refresh();
  }

  stop(): void {
    this.#stopped = true;
  }
}

/** The latest fills of a market, oldest first; `undefined` when the read failed. */
export function tapeReader(symbol: string): ReadTape {
  return async () => {
    const query = `market=${encodeURIComponent(symbol)}`;
    const answer = await readJson(`/api/perps-dex/trades?${query}`);
    if (!answer.ok || !isRecord(answer.body)) return undefined;
    return isTrades(answer.body.results) ? answer.body.results : undefined;
  };
}
