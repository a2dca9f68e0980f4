import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ConnectionState, type EventSourceLike, MarketConnection } from "./connection.ts";
import type { StreamEvent } from "./events.ts";

class FakeSource implements EventSourceLike {
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly url: string;
  private readonly listeners = new Map<string, (event: MessageEvent<string>) => void>();

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(name, listener);
  }

  close(): void {
    this.readyState = 2;
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.(new Event("open"));
  }

  refuse(): void {
    this.readyState = 2;
    this.onerror?.(new Event("error"));
  }

  send(name: string, data: unknown): void {
    this.listeners.get(name)?.(new MessageEvent("message", { data: JSON.stringify(data) }));
  }
}

const sources: FakeSource[] = [];
const states: ConnectionState[] = [];
const events: StreamEvent[] = [];
let connection: MarketConnection;

beforeEach(() => {
  vi.useFakeTimers();
  for (const list of [sources, states, events]) list.length = 0;
  connection = new MarketConnection("/stream?a", {
    open: (url) => {
      const source = new FakeSource(url);
      sources.push(source);
      return source;
    },
    now: () => Date.now(),
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
  });
  connection.start();
  sources[0]!.accept();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

test("40 s without any event, heartbeats included, is a dead stream: it is opened again", () => {
  vi.advanceTimersByTime(39_000);
  expect(sources).toHaveLength(1);
  sources[0]!.send("hb", {});
  vi.advanceTimersByTime(39_000);
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(3_000);
  expect(sources).toHaveLength(2);
  expect(states.at(-1)).toBe("reconnecting");
  expect(sources[0]!.readyState).toBe(2);
});

test("a refused stream is tried again after 1 s, doubling to 15 s, and the count starts anew after success", () => {
  const waits: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    sources.at(-1)!.refuse();
    const before = sources.length;
    let waited = 0;
    while (sources.length === before) {
      vi.advanceTimersByTime(500);
      waited += 500;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  sources.at(-1)!.accept();
  sources.at(-1)!.refuse();
  const before = sources.length;
  vi.advanceTimersByTime(1_000);
  expect(sources).toHaveLength(before + 1);
});

test("a drop that the browser retries by itself is left to it", () => {
  sources[0]!.readyState = 0;
  sources[0]!.onerror?.(new Event("error"));
  vi.advanceTimersByTime(5_000);
  expect(sources).toHaveLength(1);
  expect(states.at(-1)).toBe("reconnecting");
});

test("another interval is followed before the old stream ends", () => {
  connection.switchTo("/stream?b");
  expect(sources.map((source) => source.url)).toEqual(["/stream?a", "/stream?b"]);
  expect(sources[0]!.readyState).toBe(1);
  sources[1]!.accept();
  expect(sources[0]!.readyState).toBe(2);
});

test("waking finds a stream that missed its heartbeat and opens it at once", () => {
  vi.setSystemTime(Date.now() + 30_000);
  connection.wake();
  expect(sources).toHaveLength(2);
});

test("messages that are not of their shape are dropped", () => {
  sources[0]!.send("mark", { market: "BTCUSDC", mark_price: 64_000 });
  sources[0]!.send("trades", { id: 1 });
  expect(events).toHaveLength(0);
  sources[0]!.send("mark", { market: "BTCUSDC", mark_price: "64000", timestamp: 1 });
  expect(events).toHaveLength(1);
});
