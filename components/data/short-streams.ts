/**
 * Streams of two seconds as ordinary answers, one after the other, for pages behind a proxy that holds lasting streams
 * back (docs/api/streams.md). Used as an EventSource: `error` follows each answer, and nothing precedes it when it
 * failed.
 */
import type { EventSourceMessage } from "eventsource-parser";

const SECONDS = 2;
const ANSWER_WITHIN_MS = 10_000;
/** Between two requests, so that a server which ends its answers early is not flooded. */
const PAUSE_MS = 300;
const CLOSED = 2;

type Listener = (event: MessageEvent<string>) => void;

export class ShortStreams {
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly #listeners = new Map<string, Listener>();
  readonly #url: string;
  #lastEventId = "";

  /** `url`: of the stream, without `seconds`. */
  constructor(url: string) {
    this.#url = `${url}${url.includes("?") ? "&" : "?"}seconds=${SECONDS}`;
    void this.#next();
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  close(): void {
    this.readyState = CLOSED;
  }

  async #next(): Promise<void> {
    const [answer, { createParser }] = await Promise.all([
      read(this.#url, this.#lastEventId),
      import("eventsource-parser"),
    ]);
    if (this.readyState === CLOSED) return;
    // A refusal is the owner's to retry, as with an EventSource.
    if (answer === "refused") this.readyState = CLOSED;
    else if (answer !== "lost") {
      this.onopen?.(new Event("open"));
      createParser({ onEvent: (event) => this.#deliver(event) }).feed(answer);
    }
    this.onerror?.(new Event("error"));
    if (this.readyState !== CLOSED) setTimeout(() => void this.#next(), PAUSE_MS);
  }

  #deliver({ event = "message", id, data }: EventSourceMessage): void {
    this.#lastEventId = id ?? this.#lastEventId;
    const listener = this.#listeners.get(event);
    listener?.(new MessageEvent("message", { data, lastEventId: this.#lastEventId }));
  }
}

async function read(url: string, lastEventId: string): Promise<string> {
  try {
    const answer = await fetch(url, {
      cache: "no-store",
      headers: lastEventId === "" ? {} : { "Last-Event-ID": lastEventId },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return answer.ok ? await answer.text() : "refused";
  } catch {
    return "lost";
  }
}
