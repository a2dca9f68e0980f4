/** The venue's market list, kept for ten seconds, and longer while the venue does not answer. */
import { createHash } from "node:crypto";
import { ServiceError } from "#lib/errors.ts";
import type { Market } from "#lib/protocol/markets.ts";
import type { VenueClient } from "#lib/venue-client/client.ts";
import type { Timers } from "./timers.ts";

const FRESH_MS = 10_000;
const RETRY_MS = 1_000;

export type MarketsAnswer = {
  markets: Market[];
  /** Strong validator of the list's JSON text, quotes included. */
  etag: string;
};

export class MarketsList {
  readonly #venue: VenueClient;
  readonly #timers: Timers;
  #known: MarketsAnswer | undefined;
  #freshUntil = 0;
  #reading: Promise<void> | undefined;

  constructor(venue: VenueClient, timers: Timers) {
    this.#venue = venue;
    this.#timers = timers;
  }

  /** @throws ServiceError MARKET_DATA_UNAVAILABLE when the venue does not answer and never has. */
  async get(): Promise<MarketsAnswer> {
    if (this.#timers.now() >= this.#freshUntil) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    if (this.#known === undefined) throw new ServiceError("MARKET_DATA_UNAVAILABLE");
    return this.#known;
  }

  async #read(): Promise<void> {
    try {
      const markets = await this.#venue.markets();
      const digest = createHash("sha256").update(JSON.stringify(markets)).digest("base64url");
      this.#known = { markets, etag: `"${digest.slice(0, 22)}"` };
      this.#freshUntil = this.#timers.now() + FRESH_MS;
    } catch {
      this.#freshUntil = this.#timers.now() + RETRY_MS;
    }
  }
}
