/**
 * One EventSource that is kept alive: a stream that is silent for 40 s is dead and is opened again, a refused one
 * is tried again after 1 s doubling to 15 s, and a page that wakes from sleep does not wait for either.
 */
import { parseEvent, STREAM_EVENTS, type StreamEvent } from "./events.ts";

export type ConnectionState = "connecting" | "open" | "reconnecting";

/** The part of the browser's EventSource that is used. */
export type EventSourceLike = {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onerror: ((event: Event) => void) | null;
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
};

export type ConnectionOptions = {
  open: (url: string) => EventSourceLike;
  now: () => number;
  onEvent: (event: StreamEvent) => void;
  onState: (state: ConnectionState) => void;
};

const DEAD_AFTER_MS = 40_000;
const ASLEEP_AFTER_MS = 18_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
const CLOSED = 2;

export class MarketConnection {
  private readonly options: ConnectionOptions;
  private source: EventSourceLike | undefined;
  private url: string;
  private lastEventAt = 0;
  private retryMs = FIRST_RETRY_MS;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setInterval> | undefined;

  constructor(url: string, options: ConnectionOptions) {
    this.url = url;
    this.options = options;
  }

  start(): void {
    this.watchdog = setInterval(() => this.checkSilence(DEAD_AFTER_MS), 1_000);
    this.options.onState("connecting");
    this.connect();
  }

  stop(): void {
    clearInterval(this.watchdog);
    clearTimeout(this.retryTimer);
    this.source?.close();
    this.source = undefined;
  }

  /** Follows another address. The old stream ends when the new one is open, so that nothing is missed between. */
  switchTo(url: string): void {
    if (url === this.url) return;
    this.url = url;
    if (this.watchdog !== undefined) this.connect();
  }

  /** Called when the page becomes visible or the network returns: a heartbeat overdue by 3 s means sleep. */
  wake(): void {
    this.checkSilence(ASLEEP_AFTER_MS);
    if (this.source?.readyState === CLOSED) this.connect();
  }

  private connect(): void {
    clearTimeout(this.retryTimer);
    const previous = this.source;
    const source = this.options.open(this.url);
    this.source = source;
    this.lastEventAt = this.options.now();
    source.onopen = () => {
      previous?.close();
      this.retryMs = FIRST_RETRY_MS;
      this.lastEventAt = this.options.now();
      if (this.source === source) this.options.onState("open");
    };
    source.onerror = () => {
      previous?.close();
      if (this.source === source) this.onFailure(source);
    };
    for (const name of STREAM_EVENTS) {
      source.addEventListener(name, (message) => {
        this.lastEventAt = this.options.now();
        const event = parseEvent(name, message.data);
        if (event) this.options.onEvent(event);
      });
    }
  }

  /** The browser retries a dropped stream by itself, and gives up on a refused one: then it is tried here. */
  private onFailure(source: EventSourceLike): void {
    this.options.onState("reconnecting");
    if (source.readyState !== CLOSED) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.connect(), this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }

  private checkSilence(limitMs: number): void {
    if (!this.source || this.source.readyState === CLOSED) return;
    if (this.options.now() - this.lastEventAt <= limitMs) return;
    this.source.close();
    this.options.onState("reconnecting");
    this.connect();
  }
}
