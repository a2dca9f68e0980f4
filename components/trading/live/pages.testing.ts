/** Test support: pages in a browser, and the events that they received. */
import type { KlineInterval } from "#lib/protocol/kline.ts";
import { FakeBrowser, type FakeTab } from "./stream.testing.ts";
import { StreamClient, type StreamState, type Subscribed } from "./stream-client.ts";

/** The browser of this test. */
export let browser: FakeBrowser;

export function startBrowser(): void {
  browser = new FakeBrowser();
}

export type Seen = { marks: string[]; bars: number[]; beats: number; states: StreamState[] };
export type Page = { tab: FakeTab; client: StreamClient; seen: Seen; subscribed: Subscribed };

export function open(
  market: string,
  { intervals = ["1m"], shared = true }: { intervals?: KlineInterval[]; shared?: boolean } = {},
): Page {
  const tab = browser.tab({ shared });
  const client = new StreamClient(tab.env);
  const seen: Seen = { marks: [], bars: [], beats: 0, states: [] };
  return { tab, client, seen, subscribed: subscribe(client, seen, { market, intervals }) };
}

export function subscribe(
  client: StreamClient,
  seen: Seen,
  follow: { market: string; intervals: KlineInterval[] },
): Subscribed {
  return client.subscribe({
    ...follow,
    onEvent: (event) => {
      if (event.name === "mark") seen.marks.push(event.data.mark_price);
      if (event.name === "kline") seen.bars.push(event.data.start);
      if (event.name === "hb") seen.beats += 1;
    },
    onState: (state) => seen.states.push(state),
  });
}

export const sendMark = (market: string, price: string) =>
  browser.send(market, "mark", { market, mark_price: price, timestamp: 1 });

export const sendBar = (market: string, interval: KlineInterval, start: number) =>
  browser.send(market, "kline", { market, interval, start, open: "1", close: "1" });

/** Sends a mark every second. */
export async function live(seconds: number, market = "BTC"): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    sendMark(market, second.toString());
    await browser.advance(1_000);
  }
}

export const epochOf = ({ seen }: Page) => seen.states.at(-1)?.epoch;
export const stateOf = ({ seen }: Page) => seen.states.at(-1)?.connection;
export const marketsOf = () => browser.live.map(({ markets }) => markets.toSorted().join());
