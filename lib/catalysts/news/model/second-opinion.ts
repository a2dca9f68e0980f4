/**
 * Asks a language model about items of which the rules are unsure. The number of questions is
 * limited: an item beyond the limit, or without an answer, keeps the result of the rules.
 */

import type { ParsedItem } from "#lib/catalysts/news/parsing/parse-feed.ts";
import type { Classification } from "#lib/catalysts/news/reading/read-news.ts";
import { solicits } from "#lib/catalysts/news/reading/solicitation.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { Classifier, ModelAnswer } from "./classifier.ts";
import { weighed } from "./weigh-answer.ts";

/** Scores of the rules that leave doubt, both ends included. */
const UNSURE = { from: 0.35, to: 0.75 };
const MAX_AT_ONCE = 8;
const MAX_A_MINUTE = 30;
/**
 * After this many consecutive failures, no questions are sent for a minute, because each failure
 * delays its item.
 */
const FAILURES_TO_PAUSE = 3;

export type ReadItem = {
  item: ParsedItem;
  reading: Classification;
  /** The answer of the language model; null: it was not asked, or did not answer. */
  model: Record<string, unknown> | null;
};

export type ChosenItems = {
  /** Items about which the model is not asked. */
  rest: ReadItem[];
  /** The other items with the model's answers. Never rejects. */
  answered: Promise<ReadItem[]>;
};

export type SecondOpinionOptions = {
  classifier: Classifier;
  timers: Pick<Timers, "monotonic">;
  log: Pick<Logger, "warn">;
};

export class SecondOpinion {
  readonly #options: SecondOpinionOptions;
  readonly #stopped = new AbortController();
  /** When each question of the last minute was sent. */
  #sentAt: number[] = [];
  #underWay = 0;
  #failures = 0;
  #pausedUntil = 0;

  constructor(options: SecondOpinionOptions) {
    this.#options = options;
  }

  /** Asks about as many unsure items as the limits allow. */
  choose(items: readonly ReadItem[]): ChosenItems {
    const now = this.#options.timers.monotonic();
    const rest: ReadItem[] = [];
    const answered: Promise<ReadItem>[] = [];
    for (const read of items) {
      if (isUnsure(read) && this.#hasCapacity(now)) answered.push(this.#ask(read, now));
      else rest.push(read);
    }
    return { rest, answered: Promise.all(answered) };
  }

  /** Aborts running questions and sends no more. */
  stop(): void {
    this.#stopped.abort();
  }

  #hasCapacity(now: number): boolean {
    this.#sentAt = this.#sentAt.filter((at) => at > now - MINUTE_MS);
    if (this.#stopped.signal.aborted || now < this.#pausedUntil) return false;
    return this.#underWay < MAX_AT_ONCE && this.#sentAt.length < MAX_A_MINUTE;
  }

  async #ask(read: ReadItem, now: number): Promise<ReadItem> {
    const { classifier } = this.#options;
    const { item, reading } = read;
    const { headline, summary } = item;
    this.#sentAt.push(now);
    this.#underWay += 1;
    try {
      const assets = reading.assets.map(({ asset }) => asset);
      const question = { headline, summary, assets };
      const answer: ModelAnswer = await classifier.classify(question, this.#stopped.signal);
      this.#failures = 0;
      const model = { ...classifier.identity, ...answer };
      return { item, reading: weighed(item, reading, answer), model };
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#failed(error, item);
      return read;
    } finally {
      this.#underWay -= 1;
    }
  }

  #failed(error: unknown, { id }: ParsedItem): void {
    const { timers, log } = this.#options;
    if (!(error instanceof UpstreamError) || error.failure === "unexpected") {
      // The model works. A hostile item may have provoked this answer, so it must not stop
      // questions about other items.
      log.warn({ err: error, item: id }, "a language model gave an item no answer that fits");
      return;
    }
    this.#failures += 1;
    if (this.#failures < FAILURES_TO_PAUSE) return;
    this.#failures = 0;
    this.#pausedUntil = timers.monotonic() + MINUTE_MS;
    log.warn({ err: error }, "the language model fails and is not asked for a minute");
  }
}

/**
 * Recaps are never events, only the rules detect denials, and a text that gives orders to its
 * reader never becomes an event.
 */
function isUnsure({
  item: { headline, summary },
  reading: { role, typeScore },
}: ReadItem): boolean {
  const isBetween = typeScore >= UNSURE.from && typeScore <= UNSURE.to;
  return role === "report" && isBetween && !solicits(`${headline} ${summary}`);
}
