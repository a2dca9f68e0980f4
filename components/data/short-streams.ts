/**
 * A stream as answers of two seconds, one after the other, for pages behind a proxy that holds lasting streams back
 * (docs/api/streams.md). Used as an EventSource: each answer but the first begins with `error` and `open`, because
 * events between two answers may be missed. Loaded by the first page that needs it.
 */
import { createParser } from "eventsource-parser";
import { wait } from "./wait.ts";

const SECONDS = 2;
const ANSWER_WITHIN_MS = 10_000;
/** Between two requests, so that a server which ends its answers early is not flooded. */
const PAUSE_MS = 300;
/** After this time a lasting stream is tried beside the answers. */
const LASTING_AFTER_MS = 120_000;
const CLOSED = 2;

type Listener = (event: MessageEvent<string>) => void;

export class ShortStreams {
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly #listeners = new Map<string, Listener>();
  readonly #url: string;
  #lasting: EventSource | undefined;

  /**
   * `onLasting` is called when a lasting stream has events again; this one then ends as if it were refused.
   */
  constructor(url: string, onLasting: () => void, lastingAfterMs = LASTING_AFTER_MS) {
    this.#url = url;
    void this.#read();
    void this.#tryLasting(onLasting, lastingAfterMs);
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  close(): void {
    this.readyState = CLOSED;
    this.#lasting?.close();
  }

  async #read(): Promise<void> {
    const address = `${this.#url}${this.#url.includes("?") ? "&" : "?"}seconds=${SECONDS}`;
    let lastEventId = "";
    while (this.readyState !== CLOSED) {
      const answer = await read(address, lastEventId);
      if (this.readyState === CLOSED) return;
      if (answer === "refused") return this.#end();
      if (this.readyState === 1) this.#fail();
      if (answer !== "lost") {
        this.readyState = 1;
        this.onopen?.(new Event("open"));
        createParser({
          onEvent: ({ event = "message", id, data }) => {
            lastEventId = id ?? lastEventId;
            const given = new MessageEvent("message", { data, lastEventId });
            this.#listeners.get(event)?.(given);
          },
        }).feed(answer);
      }
      await wait(PAUSE_MS);
    }
  }

  /** As an EventSource that tries again by itself. */
  #fail(): void {
    this.readyState = 0;
    this.onerror?.(new Event("error"));
  }

  /** As an EventSource that was refused: its owner opens another one. */
  #end(): void {
    this.close();
    this.onerror?.(new Event("error"));
  }

  async #tryLasting(onLasting: () => void, afterMs: number): Promise<void> {
    await wait(afterMs);
    if (this.readyState === CLOSED) return;
    const lasting = new EventSource(this.#url);
    this.#lasting = lasting;
    for (const name of this.#listeners.keys()) {
      lasting.addEventListener(name, () => {
        if (this.readyState === CLOSED) return;
        onLasting();
        this.#end();
      });
    }
    await wait(LASTING_AFTER_MS);
    lasting.close();
    void this.#tryLasting(onLasting, 0);
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
