/**
 * Sends the newest marks to the venue, once a second, one request at a time. A price is never sent twice, so that the age
 * of the venue's mark is the age of the price.
 */

import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { PriceBoard } from "./price-board.ts";
import { type Markets, roundedPrice } from "./sources/price.ts";
import type { MarksAnswer, Venue } from "./venue-client.ts";
import type { Decision } from "./weighted-median.ts";

/** "The oracle moves about once a second." */
const CADENCE_MS = 1_000;

export type PublisherOptions = {
  board: PriceBoard;
  markets: () => Markets;
  venue: Venue;
  timers: Timers;
  log: Logger;
  onPublished: (markets: readonly string[]) => void;
  onFailure: () => void;
  /** The venue's markets, or their ticks, differ from the known list. */
  onOldList: () => void;
};

/** Reasons for which the venue ignores marks when its markets differ from the known list. */
const OLD_LIST = new Set(["unknown", "tick"]);

type Mark = { price: Decimal; at: number };

export class MarkPublisher {
  readonly #options: PublisherOptions;
  /** What the venue last got, by market. */
  readonly #sent = new Map<string, Mark>();
  #lastAt = Number.NEGATIVE_INFINITY;
  #sending: Promise<void> | undefined;
  #cancelWait: (() => void) | undefined;
  #urgent = false;
  #stopped = false;
  #failing = false;
  /** Why the venue did not take the last mark, by market. */
  readonly #refused = new Map<string, string>();
  readonly #held = new Set<string>();

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** Call it when there are new prices: they are sent a second after the last ones, or at once if `urgent`. */
  wake(urgent: boolean): void {
    this.#urgent ||= urgent;
    if (this.#stopped || this.#sending) return;
    // Never longer, even when the machine's clock was set back.
    const rest = Math.min(CADENCE_MS, this.#lastAt + CADENCE_MS - this.#options.timers.now());
    if (this.#urgent || rest <= 0) this.#publish();
    else this.#cancelWait ??= this.#options.timers.after(rest, () => this.#publish());
  }

  /** Ends after the request that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelWait?.();
    await this.#sending;
  }

  #publish(): void {
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    this.#urgent = false;
    const news = this.#news();
    if (news.size === 0) return;
    this.#lastAt = this.#options.timers.now();
    this.#sending = this.#send(news).finally(() => {
      this.#sending = undefined;
      // Prices that came meanwhile, or that the venue did not take, are never queued: the newest are sent.
      this.wake(false);
    });
  }

  #news(): Map<string, Mark> {
    const { board, markets, timers } = this.#options;
    const now = timers.now();
    const news = new Map<string, Mark>();
    for (const [symbol, scale] of markets()) {
      const decision = board.decide(symbol);
      this.#logHeld(symbol, decision);
      if (decision.kind !== "price") continue;
      const price = roundedPrice(decision.price, scale);
      const sent = this.#sent.get(symbol);
      const isOld = sent && sent.price === price && sent.at >= decision.at && sent.at <= now;
      if (price === undefined || isOld) continue;
      news.set(symbol, { price, at: decision.at });
    }
    return news;
  }

  async #send(news: ReadonlyMap<string, Mark>): Promise<void> {
    const { venue, log, onPublished, onFailure, onOldList } = this.#options;
    const marks = Object.fromEntries([...news].map(([symbol, { price }]) => [symbol, price]));
    try {
      const answer = await venue.publish(marks as Record<string, Decimal>);
      for (const [symbol, mark] of news) this.#sent.set(symbol, mark);
      if (this.#failing) log.info("the venue takes marks again");
      this.#failing = false;
      this.#logIgnored(answer);
      onPublished(answer.applied);
    } catch (error) {
      if (!this.#failing)
        log.warn({ err: error }, "the venue did not take the marks; trying again");
      this.#failing = true;
      onFailure();
      if (error instanceof UpstreamError && error.failure === "status") onOldList();
    }
  }

  #logHeld(market: string, decision: Decision): void {
    const { log } = this.#options;
    if (decision.kind === "held" && !this.#held.has(market)) {
      this.#held.add(market);
      log.error({ market, sources: decision.disputed }, `${market} is held: its sources differ`);
    }
    if (decision.kind === "price" && this.#held.delete(market)) {
      log.info({ market }, "the sources agree again");
    }
  }

  /** One line in the log for a market whose reason is new. */
  #logIgnored({ applied, ignored }: MarksAnswer): void {
    for (const market of applied) this.#refused.delete(market);
    const news = ignored.filter(({ market, reason }) => this.#refused.get(market) !== reason);
    for (const { market, reason } of news) this.#refused.set(market, reason);
    if (news.length > 0) {
      const text = news.map(({ market, reason }) => `${market} (${reason})`).join(", ");
      this.#options.log.error(`marks refused: ${text}`);
    }
    if (ignored.some(({ reason }) => OLD_LIST.has(reason))) this.#options.onOldList();
  }
}
