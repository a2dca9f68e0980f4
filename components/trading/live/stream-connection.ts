/**
 * An EventSource that is kept alive by the server's rules (docs/api/streams.md): a stream without events and
 * heartbeats for 40 s is dead; a refused one is retried after 1 s, doubling to 15 s; a dropped one is retried by the
 * browser. A new address is opened before the old stream is closed, so that no event is missed.
 *
 * Some proxies hold streams back, so that one opens and stays silent, or never opens. `env.holdBack` then has the next
 * one read by short answers.
 *
 * Timers of hidden pages are late, so nothing waits for one: `tick` does what is due by the clock, and every timer,
 * event and message of another tab calls it.
 */
import type { StreamEvent } from "#lib/protocol/market/market-data.ts";
import { type AccountEventName, ALL_EVENTS, isAccount } from "./account-follow.ts";
import type { Environment, SourceLike } from "./environment.ts";
import type { Stream } from "./stream-plan.ts";

/** `polling`: a proxy holds streams back, so that events arrive every few seconds. */
export type ConnectionState = "connecting" | "open" | "polling" | "reconnecting";

export type ConnectionOptions = {
  env: Pick<Environment, "now" | "random" | "openSource" | "holdBack">;
  /** One message and its stream; `id` is the last `id:` line. */
  onMessage: (stream: Stream, message: Message) => void;
  onState: (state: ConnectionState) => void;
  /** The stream is open again after events may have been missed. */
  onLoss: () => void;
  /**
   * A stream with this account was refused. Often for the account alone, so `follow` opens a stream without it, at once.
   */
  onAccountRefused: (account: string) => void;
};

export type Message = { event: StreamEvent | AccountEventName; id: string; text: string };

const DEAD_AFTER_MS = 40_000;
/** A request for a stream without any answer. */
const UNANSWERED_AFTER_MS = 15_000;
/** A live market sends an event about every second; when the page wakes, a longer silence is suspicious. */
const SUSPECT_AFTER_MS = 3_000;
/** An open stream has its first event at once, or its heartbeat after 15 s at the latest. */
const FIRST_EVENT_AFTER_MS = 20_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
/** Streams that may be opened in a burst when the address changes; each takes a second to refill. */
const BURST = 3;
const REFILL_MS = 1_000;
const CLOSED = 2;

type Line = {
  source: SourceLike;
  stream: Stream;
  startedAt: number;
  /** Whether an event has arrived since it was opened. */
  heard: boolean;
};

export class Connection {
  readonly #options: ConnectionOptions;
  #stream: Stream;
  /** The stream that is or was open. */
  #current: Line | undefined;
  /** The stream that will replace `#current`. */
  #next: Line | undefined;
  #state: ConnectionState = "connecting";
  #heardAt: number;
  #retryAt = 0;
  #retryMs = FIRST_RETRY_MS;
  #allowance = { opens: BURST, at: 0 };
  /** Whether events may have been missed since the stream was last complete. */
  #mayHaveMissed = false;
  /** Silent since the page woke: it is being replaced, however many attempts that takes. */
  #suspect = false;

  constructor(stream: Stream, options: ConnectionOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#heardAt = options.env.now();
    this.tick();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get stream(): Stream {
    return this.#stream;
  }

  /** Switches to another address as soon as the burst limit allows. */
  follow(stream: Stream): void {
    if (stream.url === this.#stream.url) return;
    this.#stream = stream;
    if (this.#state === "open" && this.#current?.stream.url === stream.url) {
      this.#next?.source.close();
      this.#next = undefined;
    }
    this.tick();
  }

  stop(): void {
    this.#current?.source.close();
    this.#next?.source.close();
    this.#current = undefined;
    this.#next = undefined;
  }

  /** Does what is due. */
  tick(): void {
    const now = this.#now();
    this.#clampToNow(now);
    const silentMs = now - this.#heardAt;
    if (this.#current && silentMs > DEAD_AFTER_MS) this.#drop();
    if (this.#current?.heard === false && silentMs > FIRST_EVENT_AFTER_MS) {
      this.#options.env.holdBack();
      this.#drop();
      this.#retryAt = now + FIRST_RETRY_MS;
    }
    if (this.#next && now - this.#next.startedAt > UNANSWERED_AFTER_MS) {
      this.#options.env.holdBack();
      this.#refuse(this.#next);
    }
    if (this.#isDue(now)) this.#open();
  }

  /**
   * The page is visible or online again: retries at once, and replaces a silent stream. The old stream runs until the
   * new one is open, because it may only be quiet.
   */
  wake(): void {
    this.#retryMs = FIRST_RETRY_MS;
    this.#retryAt = 0;
    const now = this.#now();
    const justStarted = this.#next !== undefined && now - this.#next.startedAt < REFILL_MS;
    const suspect = this.#state !== "open" || now - this.#heardAt > SUSPECT_AFTER_MS;
    if (suspect && !justStarted) {
      if (this.#state === "open") {
        this.#mayHaveMissed = true;
        this.#suspect = true;
      } else this.#drop();
      this.#open();
    }
    this.tick();
  }

  /** A clock that was set back must not prolong waits. */
  #clampToNow(now: number): void {
    this.#heardAt = Math.min(this.#heardAt, now);
    this.#retryAt = Math.min(this.#retryAt, now + LONGEST_RETRY_MS);
    this.#allowance.at = Math.min(this.#allowance.at, now);
    if (this.#next) this.#next.startedAt = Math.min(this.#next.startedAt, now);
  }

  #isDue(now: number): boolean {
    if (now < this.#retryAt) return false;
    if (this.#suspect && !this.#next) return true;
    const line = this.#next ?? this.#current;
    return line === undefined || (line.stream.url !== this.#stream.url && this.#mayOpen(now));
  }

  #mayOpen(now: number): boolean {
    const { opens, at } = this.#allowance;
    return opens + (now - at) / REFILL_MS >= 1;
  }

  #open(): void {
    this.#next?.source.close();
    const { env } = this.#options;
    const now = env.now();
    const { opens, at } = this.#allowance;
    this.#allowance = {
      opens: Math.max(0, Math.min(BURST, opens + (now - at) / REFILL_MS) - 1),
      at: now,
    };
    const source = env.openSource(this.#stream.url);
    const line: Line = { source, stream: this.#stream, startedAt: now, heard: false };
    this.#next = line;
    source.onopen = () => this.#opened(line);
    source.onerror = () => this.#failed(line);
    for (const event of ALL_EVENTS) {
      source.addEventListener(event, ({ data, lastEventId }) => {
        this.#heardAt = this.#now();
        line.heard = true;
        if (line === this.#current) this.#suspect = false;
        this.#options.onMessage(line.stream, { event, id: lastEventId, text: data });
        this.tick();
      });
    }
  }

  #opened(line: Line): void {
    if (line === this.#next) {
      this.#current?.source.close();
      this.#current = line;
      this.#next = undefined;
    }
    if (line !== this.#current) return;
    line.heard = false;
    this.#retryMs = FIRST_RETRY_MS;
    this.#heardAt = this.#now();
    this.#suspect = false;
    const mayHaveMissed = this.#mayHaveMissed;
    this.#mayHaveMissed = false;
    this.#setState("open");
    if (mayHaveMissed) this.#options.onLoss();
  }

  /** The browser retries dropped streams but gives up refused ones, which are retried here. */
  #failed(line: Line): void {
    if (line !== this.#current && line !== this.#next) return;
    if (line === this.#current || !this.#current) {
      this.#mayHaveMissed ||= line === this.#current;
      this.#setState("reconnecting");
    }
    if (line.source.readyState === CLOSED) this.#refuse(line);
  }

  #refuse(line: Line): void {
    line.source.close();
    if (line === this.#current) this.#current = undefined;
    else this.#next = undefined;
    const account = line.stream.markets.find(isAccount);
    // The open stream may have the account already: then something else is refused.
    if (account !== undefined && !this.#current?.stream.markets.includes(account))
      return this.#options.onAccountRefused(account);
    // Random jitter, so that clients refused together do not return together.
    this.#retryAt = this.#now() + this.#retryMs * (1 - this.#options.env.random() / 4);
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }

  #drop(): void {
    this.#mayHaveMissed ||= this.#current !== undefined;
    this.#current?.source.close();
    this.#current = undefined;
    this.#suspect = false;
    if (this.#state === "open") this.#setState("reconnecting");
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }

  #now(): number {
    return this.#options.env.now();
  }
}
