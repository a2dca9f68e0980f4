/** Sends the marks to the venue once a second; a venue that is away is tried again at the next tick. */
import type { Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/log.ts";
import type { Operator } from "#services/sandbox/venue/operator.ts";
import type { Oracle } from "./oracle.ts";

const SECOND = 1000;

export type PublisherOptions = { oracle: Oracle; operator: Operator; clock: Clock; log: Logger };

export class MarkPublisher {
  readonly #options: PublisherOptions;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failing = false;
  #accepted = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** True once the venue took a mark. */
  get accepted(): boolean {
    return this.#accepted;
  }

  start(): void {
    this.#tick();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Sends the current marks now, after a request that is under way. */
  async publish(): Promise<void> {
    await this.#sending;
    this.#sending = this.#send();
    await this.#sending;
  }

  #tick(): void {
    const { clock, oracle, log } = this.#options;
    try {
      oracle.advanceTo(clock.now());
    } catch (error) {
      log.error({ err: error }, "the oracle could not advance");
    }
    // A slow venue gets the newest marks when it is back, never a queue of old ones.
    if (!this.#sending) void this.publish();
    const rest = SECOND - (clock.now() % SECOND);
    this.#timer = setTimeout(() => this.#tick(), rest + 1);
  }

  async #send(): Promise<void> {
    const { oracle, operator, clock, log } = this.#options;
    try {
      const marks = oracle.marks(clock.now());
      if (Object.keys(marks).length > 0) {
        const applied = await operator.marks(marks);
        this.#accepted ||= applied.length > 0;
      }
      if (this.#failing) log.info("the venue takes marks again");
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) log.warn({ err: error }, "the venue did not take the marks; trying on");
      this.#failing = true;
    } finally {
      this.#sending = undefined;
    }
  }
}
