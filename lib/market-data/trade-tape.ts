/** Follows the fills of one market by id, which is strictly ascending; times can collide inside a millisecond. */
import type { Trade } from "#lib/protocol/orders.ts";
import type { VenueClient } from "#lib/venue-client/client.ts";

/** Fills of the tape that a page starts with. */
const RECENT_FILLS = 100;
/** What the venue answers at most. */
const PAGE_SIZE = 1_000;
/** A restart after a long pause counts the volume of at most this many pages. */
const MAX_PAGES = 100;
/** Before the first fill is known, fills from this long before the first look count as new. */
const FIRST_LOOK_BACK_MS = 60_000;

/** A market's fills from `startAt` (Unix milliseconds) on, oldest first. */
export async function fillsSince(
  venue: VenueClient,
  market: string,
  startAt: number,
): Promise<Trade[]> {
  const base = { market, pageSize: PAGE_SIZE };
  let page = await venue.trades({ ...base, startAt });
  const fills = [...page.results];
  for (let pages = 1; page.next !== null && pages < MAX_PAGES; pages += 1) {
    page = await venue.trades({ ...base, cursor: page.next });
    fills.push(...page.results);
  }
  return fills;
}

export class TradeTape {
  readonly #market: string;
  readonly #venue: VenueClient;
  #recent: Trade[] = [];
  #looked = false;
  #firstLook: Promise<void> | undefined;
  #startAt = 0;

  constructor(market: string, venue: VenueClient) {
    this.#market = market;
    this.#venue = venue;
  }

  /** The latest fills, oldest first, at most 100; `undefined` before the first look. */
  get recent(): readonly Trade[] | undefined {
    return this.#looked ? this.#recent : undefined;
  }

  /** Learns where the tape is, once; what is read here is not new. */
  look(now: number): Promise<void> {
    this.#firstLook ??= this.#readLatest(now).catch((thrown: unknown) => {
      this.#firstLook = undefined;
      throw thrown;
    });
    return this.#firstLook;
  }

  async #readLatest(now: number): Promise<void> {
    const page = await this.#venue.trades({ market: this.#market, pageSize: RECENT_FILLS });
    this.#looked = true;
    this.#startAt = now - FIRST_LOOK_BACK_MS;
    this.#take(page.results);
  }

  /** The fills since the last call, oldest first; none at the first call, which only learns where the tape is. */
  async follow(now: number): Promise<Trade[]> {
    if (!this.#looked) {
      await this.look(now);
      return [];
    }
    const lastId = this.#recent.at(-1)?.id ?? 0;
    const since = await fillsSince(this.#venue, this.#market, this.#startAt);
    const fills = since.filter((fill) => fill.id > lastId);
    this.#take(fills);
    return fills;
  }

  #take(fills: readonly Trade[]): void {
    if (fills.length === 0) return;
    this.#recent = [...this.#recent, ...fills].slice(-RECENT_FILLS);
    this.#startAt = this.#recent.at(-1)?.created_at ?? this.#startAt;
  }
}
