/**
 * Streams of two seconds as ordinary answers, one after the other, for pages behind a proxy that holds lasting streams
 * back (docs/api/streams.md). Used as an EventSource: `error` follows each answer, and nothing precedes it when it
 * failed. Few pages need it, so the code that reads the answers is loaded by the first.
 */
const CLOSED = 2;

export type Listener = (event: MessageEvent<string>) => void;

export class ShortStreams {
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly listeners = new Map<string, Listener>();

  /** `url`: of the stream, without `seconds`. */
  constructor(url: string) {
    const closed = () => {
      this.readyState = CLOSED;
      this.onerror?.(new Event("error"));
    };
    import("./read-short-streams.ts").then(({ readShortStreams }) => {
      void readShortStreams(this, url);
    }, closed);
  }

  addEventListener(name: string, listener: Listener): void {
    this.listeners.set(name, listener);
  }

  close(): void {
    this.readyState = CLOSED;
  }
}
