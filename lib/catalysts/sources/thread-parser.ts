/**
 * Parses documents in a thread with limits of memory and time. A document that exceeds a limit ends
 * only its own thread; the next document gets a new one.
 */
import { Worker } from "node:worker_threads";
import type { Timers } from "#lib/kernel/time/timers.ts";

const MEMORY_MB = 64;
const TIME_MS = 2_000;
/** Time to load the parser, even on a busy machine. */
const START_MS = 60_000;
/**
 * An idle thread is ended, because it holds some 20 MB and a new one starts in a fraction of a
 * second.
 */
const IDLE_MS = 30_000;

/** The messages of a parser thread. */
export type FromParser<Parsed> =
  | { kind: "ready" }
  | { kind: "parsed"; document: Parsed }
  | { kind: "bad" };

export type ParseFailure =
  /** The document is not what the parser reads. */
  | "not_a_feed"
  | "too_slow"
  /** It needed more memory than allowed. */
  | "too_much_memory"
  | "stopped";

export class ParseError extends Error {
  readonly failure: ParseFailure;

  constructor(failure: ParseFailure) {
    super(`the document could not be parsed: ${failure}`);
    this.name = "ParseError";
    this.failure = failure;
  }
}

export type ThreadParserOptions = {
  timers: Pick<Timers, "after">;
  timeMs?: number;
  /** The file of the thread, which calls `answerDocuments` (parse-thread.ts). */
  file: URL;
};

export class ThreadParser<Fetched, Parsed> {
  readonly #options: ThreadParserOptions;
  #thread: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #cancelEnd = () => {};

  constructor(options: ThreadParserOptions) {
    this.#options = options;
  }

  /** Parses documents one after the other. @throws ParseError */
  parse(fetched: Fetched): Promise<Parsed> {
    this.#cancelEnd();
    const parsed = this.#last.then(() => this.#parseNext(fetched));
    const last: Promise<unknown> = parsed.catch(() => {}).then(() => this.#endLater(last));
    this.#last = last;
    return parsed;
  }

  /** Ends the thread; the document that is being parsed fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelEnd();
    await this.#drop();
  }

  /** @param last the last document in the queue; the thread is ended only if none follows it */
  #endLater(last: Promise<unknown>): void {
    if (this.#isClosed || this.#last !== last) return;
    this.#cancelEnd = this.#options.timers.after(IDLE_MS, () => {
      this.#last = this.#drop();
    });
  }

  async #parseNext(fetched: Fetched): Promise<Parsed> {
    if (this.#isClosed) throw new ParseError("stopped");
    this.#thread ??= this.#start();
    try {
      const thread = await this.#thread;
      thread.postMessage(fetched);
      const answer = await this.#answerOf(thread, this.#options.timeMs ?? TIME_MS);
      if (answer.kind === "parsed") return answer.document;
    } catch (error) {
      await this.#drop();
      throw error;
    }
    throw new ParseError("not_a_feed");
  }

  async #start(): Promise<Worker> {
    const thread = new Worker(this.#options.file, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    });
    thread.on("error", () => {});
    await this.#answerOf(thread, START_MS);
    return thread;
  }

  #answerOf(thread: Worker, limitMs: number): Promise<FromParser<Parsed>> {
    const { promise, resolve, reject } = Promise.withResolvers<FromParser<Parsed>>();
    const cancel = this.#options.timers.after(limitMs, () => reject(new ParseError("too_slow")));
    const fail = (error: unknown) => reject(new ParseError(failureOf(error)));
    const ended = () => reject(new ParseError("stopped"));
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
