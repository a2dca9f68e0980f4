/** Follows the fills of one market by id, which is strictly ascending; times can collide inside a millisecond. */
import type { Trade } from "#lib/protocol/wire/market.ts";
import type { VenueClient } from "#lib/trading/venue-client/client.ts";
import { fillPages } from "#lib/trading/venue-client/fill-pages.ts";

/** Fills of the tape that a page starts with. */
const RECENT_FILLS = 100;
/** Oldest first, at most 100. */
export type TradesAnswer = { readonly results: readonly Trade[] };

export type TakeFills = (fills: readonly Trade[]) => void;

export class TradeTape {
  readonly #market: string;
  readonly #venue: VenueClient;
  #answer: TradesAnswer = { results: [] };
  #polled = false;
  #firstRead: Promise<void> | undefined;

  constructor(market: string, venue: VenueClient) {
    this.#market = market;
    this.#venue = venue;
  }

  /** The latest fills, the same object until there are new ones; `undefined` before the first read. */
  get answer(): TradesAnswer | undefined {
    return this.#polled ? this.#answer : undefined;
  }

  /** Finds the position on the tape, once; the fills of this read are not new. */
  poll(): Promise<void> {
    this.#firstRead ??= this.#readLatest().catch((thrown: unknown) => {
      this.#firstRead = undefined;
      throw thrown;
    });
    return this.#firstRead;
  }

  async #readLatest(): Promise<void> {
    const page = await this.#venue.trades({ market: this.#market, pageSize: RECENT_FILLS });
    this.#answer = { results: page.results };
    this.#polled = true;
  }

  /**
   * Passes `take` the fills since the last call, oldest first, a page at a time; none at the first call, which only finds
   * the position. A page that was taken is not repeated when a later one fails. When the venue was reset, `restart` gets the
   * latest fills of its new tape instead, which are not published.
   */
  async follow(take: TakeFills, restart: TakeFills): Promise<void> {
    if (!this.#polled) return this.poll();
    const { results } = this.#answer;
    const lastId = results.at(-1)?.id ?? 0;
    // From the time of the last fill on, so that those of the same millisecond are included.
    const startAt = results.at(-1)?.created_at ?? 0;
    let reached = 0;
    for await (const page of fillPages(this.#venue, this.#market, startAt)) {
      reached = Math.max(reached, page.at(-1)?.id ?? 0);
      const fills = this.add(page);
      if (fills.length > 0) take(fills);
    }
    if (reached >= lastId) return;
    await this.#readAgain();
    const now = this.#answer.results;
    if (now.length > 0 && (now.at(-1)?.id ?? 0) < lastId) restart(now);
  }

  /** Adds those fills that are new, oldest first; none before the position is known. @returns them */
  add(page: readonly Trade[]): Trade[] {
    if (!this.#polled) return [];
    const { results } = this.#answer;
    const lastId = results.at(-1)?.id ?? 0;
    const fills = page.filter((fill) => fill.id > lastId);
    if (fills.length > 0) this.#answer = { results: [...results, ...fills].slice(-RECENT_FILLS) };
    return fills;
  }

  /** The venue was reset, and `fills` are the latest of its new tape. */
  begin(fills: readonly Trade[]): void {
    this.#answer = { results: fills };
    this.#polled = true;
  }

  /** The last fill is not on the tape, so the venue was reset and its ids restart. */
  #readAgain(): Promise<void> {
    this.#polled = false;
    this.#firstRead = undefined;
    return this.poll();
  }
}
