/**
 * Parses feeds in a thread with limits of memory and time: a document that exceeds one costs its thread and nothing else. The next
 * document gets another thread.
 */
import { Worker } from "node:worker_threads";
import type { Timers } from "#lib/platform/timers.ts";
import type { FetchedFeed, ParsedFeed } from "./parse-feed.ts";

const MEMORY_MB = 64;
const TIME_MS = 2_000;
/** To load the parser on a busy machine. */
const START_MS = 60_000;
/** A thread without documents ends: it holds some 20 MB, and another one starts in a fraction of a second. */
const IDLE_MS = 30_000;

/** What a thread of a parser says. */
export type FromParser<Parsed = ParsedFeed> =
  | { kind: "ready" }
  | { kind: "parsed"; feed: Parsed }
  | { kind: "bad" };

export type ParseFailure =
  /** It is no feed. */
  | "not_a_feed"
  | "too_slow"
  /** It needed more memory than a document may. */
  | "too_much_memory"
  | "stopped";

export class FeedError extends Error {
  readonly failure: ParseFailure;

  constructor(failure: ParseFailure) {
    super(`the document could not be parsed: ${failure}`);
    this.name = "FeedError";
    this.failure = failure;
  }
}

export type FeedParserOptions = {
  timers: Pick<Timers, "after">;
  timeMs?: number;
  /** The thread's file: it says that it is ready, and answers each document. Default: the one that parses news. */
  file?: URL;
};

export class FeedParser<Fetched = FetchedFeed, Parsed = ParsedFeed> {
  readonly #options: FeedParserOptions;
  #thread: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #cancelEnd = () => {};

  constructor(options: FeedParserOptions) {
    this.#options = options;
  }

  /** Documents are parsed one after the other. @throws FeedError */
  parse(feed: Fetched): Promise<Parsed> {
    this.#cancelEnd();
    const parsed = this.#last.then(() => this.#parseNext(feed));
    const last: Promise<unknown> = parsed.catch(() => {}).then(() => this.#endLater(last));
    this.#last = last;
    return parsed;
  }

  /** Ends the thread; a document that is being parsed fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelEnd();
    await this.#drop();
  }

  /** @param last of the queue when it was empty; a document that comes meanwhile gets another thread */
  #endLater(last: Promise<unknown>): void {
    if (this.#isClosed || this.#last !== last) return;
    this.#cancelEnd = this.#options.timers.after(IDLE_MS, () => {
      this.#last = this.#drop();
    });
  }

  async #parseNext(feed: Fetched): Promise<Parsed> {
    if (this.#isClosed) throw new FeedError("stopped");
    this.#thread ??= this.#start();
    try {
      const thread = await this.#thread;
      thread.postMessage(feed);
      const answer = await this.#answerOf(thread, this.#options.timeMs ?? TIME_MS);
      if (answer.kind === "parsed") return answer.feed;
    } catch (error) {
      await this.#drop();
      throw error;
    }
    throw new FeedError("not_a_feed");
  }

  async #start(): Promise<Worker> {
    const file = this.#options.file ?? new URL("./_parse-worker.ts", import.meta.url);
    const thread = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    });
    thread.on("error", () => {});
    await this.#answerOf(thread, START_MS);
    return thread;
  }

  #answerOf(thread: Worker, limitMs: number): Promise<FromParser<Parsed>> {
    const { promise, resolve, reject } = Promise.withResolvers<FromParser<Parsed>>();
    const cancel = this.#options.timers.after(limitMs, () => reject(new FeedError("too_slow")));
    const fail = (error: unknown) => reject(new FeedError(failureOf(error)));
    const ended = () => reject(new FeedError("stopped"));
    thread.once("message", resolve).once("error", fail).once("exit", ended);
    return promise.finally(() => {
      cancel();
      thread.off("message", resolve).off("error", fail).off("exit", ended);
    });
  }

  async #drop(): Promise<void> {
    const thread = await this.#thread?.catch(() => undefined);
    this.#thread = undefined;
    await thread?.terminate();
  }
}

function failureOf(error: unknown): ParseFailure {
  const isMemory =
    error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory ? "too_much_memory" : "not_a_feed";
}
