/**
 * Asks a language model about items that the rules are unsure of. What is asked is bounded: an item for which there is no place, and one
 * that gets no answer, stays as the rules read it.
 */
import type { ParsedItem } from "#lib/catalysts/news/parsing/parse-feed.ts";
import type { Reading } from "#lib/catalysts/news/reading/read-news.ts";
import { solicits } from "#lib/catalysts/news/reading/solicitation.ts";
import { UpstreamError } from "#lib/platform/http-client.ts";
import type { Logger } from "#lib/platform/log.ts";
import type { Timers } from "#lib/platform/timers.ts";
import type { Answer, Classifier } from "./classifier.ts";
import { weighed } from "./weigh-answer.ts";

/** Type scores of the rules that leave doubt, both ends included. */
const UNSURE = { from: 0.35, to: 0.75 };
const MOST_AT_ONCE = 8;
const MOST_A_MINUTE = 30;
const MINUTE_MS = 60_000;
/** So many failures in a row stop the questions for a minute: each one delays its item. */
const FAILURES_TO_PAUSE = 3;

export type ReadItem = {
  item: ParsedItem;
  reading: Reading;
  /** What a language model answered; null: it was not asked, or did not answer. */
  model: Record<string, unknown> | null;
};

export type Chosen = {
  /** Nobody is asked about these. */
  rest: ReadItem[];
  /** Never rejects. */
  asked: Promise<ReadItem[]>;
};

export type SecondOpinionOptions = {
  classifier: Classifier;
  timers: Pick<Timers, "monotonic">;
  log: Pick<Logger, "warn">;
};

export class SecondOpinion {
  readonly #options: SecondOpinionOptions;
  readonly #stopped = new AbortController();
  /** When the questions of the last minute were asked. */
  #askedAt: number[] = [];
  #underWay = 0;
  #failures = 0;
  #pausedUntil = 0;

  constructor(options: SecondOpinionOptions) {
    this.#options = options;
  }

  /** Asks about as many of the unsure items as there is place for. */
  choose(items: readonly ReadItem[]): Chosen {
    const now = this.#options.timers.monotonic();
    const rest: ReadItem[] = [];
    const asked: Promise<ReadItem>[] = [];
    for (const read of items) {
      if (isUnsure(read) && this.#hasPlace(now)) asked.push(this.#ask(read, now));
      else rest.push(read);
    }
    return { rest, asked: Promise.all(asked) };
  }

  /** Questions that are under way end without an answer, and no other one is asked. */
  stop(): void {
    this.#stopped.abort();
  }

  #hasPlace(now: number): boolean {
    this.#askedAt = this.#askedAt.filter((at) => at > now - MINUTE_MS);
    if (this.#stopped.signal.aborted || now < this.#pausedUntil) return false;
    return this.#underWay < MOST_AT_ONCE && this.#askedAt.length < MOST_A_MINUTE;
  }

  async #ask(read: ReadItem, now: number): Promise<ReadItem> {
    const { classifier } = this.#options;
    const { item, reading } = read;
    const { headline, summary } = item;
    this.#askedAt.push(now);
    this.#underWay += 1;
    try {
      const assets = reading.assets.map(({ asset }) => asset);
      const question = { headline, summary, assets };
      const answer: Answer = await classifier.classify(question, this.#stopped.signal);
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
      // The model works. A hostile item may have talked it into this, and must not end the questions about others.
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

/** A recap is never an event, a denial is believed by its words alone, and what orders its reader about is no event whoever reads it. */
function isUnsure({
  item: { headline, summary },
  reading: { role, typeScore },
}: ReadItem): boolean {
  const isBetween = typeScore >= UNSURE.from && typeScore <= UNSURE.to;
  return role === "report" && isBetween && !solicits(`${headline} ${summary}`);
}
