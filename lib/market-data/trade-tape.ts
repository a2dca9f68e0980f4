/** Follows the fills of one market by id, which is strictly ascending; times can collide inside a millisecond. */
import type { Trade } from "#lib/protocol/orders.ts";
import type { VenueClient } from "#lib/venue-client/client.ts";

/** What the venue answers at most, by default. */
const PAGE_SIZE = 100;
/** A restart after a long pause counts the volume of at most this many pages. */
const MAX_PAGES = 100;
/** Before the first fill is known, fills from this long before the first look count as new. */
const FIRST_LOOK_BACK_MS = 60_000;

export class TradeTape {
  readonly #market: string;
  readonly #venue: VenueClient;
  #recent: Trade[] = [];
  #looked = false;
  #startAt = 0;

  constructor(market: string, venue: VenueClient) {
    this.#market = market;
    this.#venue = venue;
  }

  /** The latest fills, oldest first, at most 100; `undefined` before the first look. */
  get recent(): readonly Trade[] | undefined {
    return this.#looked ? this.#recent : undefined;
  }

  /** The fills since the last call, oldest first; none at the first call, which only learns where the tape is. */
  async follow(now: number): Promise<Trade[]> {
    if (!this.#looked) {
      const page = await this.#venue.trades({ market: this.#market, pageSize: PAGE_SIZE });
      this.#looked = true;
      this.#startAt = now - FIRST_LOOK_BACK_MS;
      this.#take(page.results);
      return [];
    }
    const lastId = this.#recent.at(-1)?.id ?? 0;
    const fills = (await this.since(this.#startAt)).filter((fill) => fill.id > lastId);
    this.#take(fills);
    return fills;
  }

  /** Fills from `startAt` (Unix milliseconds) on, oldest first. */
  async since(startAt: number): Promise<Trade[]> {
    const fills: Trade[] = [];
    const base = { market: this.#market, pageSize: PAGE_SIZE };
    let page = await this.#venue.trades({ ...base, startAt });
    fills.push(...page.results);
    for (let pages = 1; page.next !== null && pages < MAX_PAGES; pages += 1) {
      page = await this.#venue.trades({ ...base, cursor: page.next });
      fills.push(...page.results);
    }
    return fills;
  }

  #take(fills: readonly Trade[]): void {
    if (fills.length === 0) return;
    this.#recent = [...this.#recent, ...fills].slice(-PAGE_SIZE);
    this.#startAt = this.#recent.at(-1)?.created_at ?? this.#startAt;
  }
}
