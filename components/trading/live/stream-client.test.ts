import { beforeEach, describe, expect, test } from "vitest";
import {
  browser,
  epochOf,
  live,
  marketsOf,
  open,
  type Page,
  type Seen,
  sendBar,
  sendMark,
  startBrowser,
  stateOf,
  subscribe,
} from "./pages.testing.ts";
import type { FakeTab } from "./stream.testing.ts";
import { StreamClient } from "./stream-client.ts";
import { SHARED_NAME } from "./tab-messages.ts";

beforeEach(startBrowser);

describe("tabs of one browser", () => {
  test("share one stream of all their markets and intervals, and each gets only its own", async () => {
    const btc = open("BTC");
    await browser.advance(100);
    const eth = open("ETH", { intervals: ["1s"] });
    const more = [open("BTC"), open("ETH"), open("BTC"), open("ETH"), open("BTC"), open("ETH")];
    await browser.advance(3_000);
    expect(browser.live).toHaveLength(1);
    expect(browser.live[0]!.url).toBe("/api/perps-dex/stream?market=BTC,ETH&kline=1s,1m");
    sendMark("BTC", "1");
    sendMark("ETH", "2");
    sendBar("ETH", "1m", 10);
    sendBar("ETH", "1s", 11);
    browser.send("", "hb", {});
    await browser.advance(0);
    expect([btc.seen.marks, eth.seen.marks]).toEqual([["1"], ["2"]]);
    expect([btc.seen.bars, eth.seen.bars]).toEqual([[], [11]]);
    const both = [["1"], ["2"]];
    expect(more.map(({ seen }) => seen.marks)).toEqual([...both, ...both, ...both]);
    expect([btc, eth, ...more].map(({ seen }) => seen.beats)).toEqual(Array(8).fill(1));
    expect([btc, eth, ...more].map(stateOf)).toEqual(Array(8).fill("open"));
  });

  test("a new tab gets the last state of its market at once, without another stream", async () => {
    open("BTC");
    await browser.advance(100);
    sendMark("BTC", "7");
    sendBar("BTC", "1m", 60);
    browser.send("BTC", "trades", [{ id: 1, price: "1" }]);
    await browser.advance(5_000);
    const late = open("BTC");
    await browser.advance(0);
    expect([late.seen.marks, late.seen.bars]).toEqual([["7"], [60]]);
    expect(late.seen.states).toEqual([
      { connection: "connecting", epoch: 0 },
      { connection: "open", epoch: 0 },
    ]);
    expect(browser.sources).toHaveLength(1);
  });

  test("deliver the last state to another view in the leading tab too", async () => {
    const { client, seen } = open("BTC");
    await browser.advance(100);
    sendMark("BTC", "7");
    await browser.advance(0);
    const second: Seen = { marks: [], bars: [], beats: 0, states: [] };
    subscribe(client, second, { market: "BTC", intervals: [] });
    expect([seen.marks, second.marks]).toEqual([["7"], ["7"]]);
  });

  test("drop a market that nobody follows after a while, and not at once", async () => {
    open("BTC");
    const eth = open("ETH");
    await browser.advance(2_000);
    eth.subscribed.release();
    await live(25);
    expect(marketsOf()).toEqual(["BTC,ETH"]);
    await live(15);
    expect(marketsOf()).toEqual(["BTC"]);
  });

  test("do not remember a dropped market: a new follower waits for the server", async () => {
    open("BTC");
    const eth = open("ETH");
    await browser.advance(2_000);
    eth.subscribed.release();
    await live(10, "ETH");
    await live(30);
    browser.accepting = false;
    const again = open("ETH");
    await live(1);
    expect(again.seen.marks).toEqual([]);
  });

  test("behave the same when all are hidden: due work is done with the next event", async () => {
    const btc = open("BTC");
    const eth = open("ETH");
    await browser.advance(2_000);
    btc.tab.hidden = true;
    eth.tab.hidden = true;
    await browser.advance(500);
    eth.subscribed.release();
    await live(35);
    expect(marketsOf()).toEqual(["BTC"]);
  });

  test("drop the market of a tab that crashed after two roll calls", async () => {
    open("BTC");
    const eth = open("ETH");
    await browser.advance(2_000);
    eth.tab.crash();
    await live(160);
    expect(marketsOf()).toEqual(["BTC"]);
  });

  test("add another interval to the shared stream before the old one ends", async () => {
    const { subscribed, seen } = open("BTC");
    await browser.advance(100);
    browser.accepting = false;
    subscribed.setIntervals(["5m"]);
    await browser.advance(0);
    expect(browser.sources.at(-1)!.url).toContain("kline=1m,5m");
    sendMark("BTC", "1");
    await browser.advance(0);
    expect(seen.marks).toEqual(["1"]);
    browser.sources.at(-1)!.accept();
    await browser.advance(0);
    expect([browser.live.length, epochOf({ seen } as Page)]).toEqual([1, 0]);
  });
});

describe("a hidden page in the back/forward cache", () => {
  test("holds neither lock nor stream, and is live again when it comes back", async () => {
    const page = open("BTC");
    await browser.advance(100);
    page.tab.putAway();
    expect([browser.live.length, page.tab.channels.length]).toEqual([0, 0]);
    await browser.advance(60_000);
    expect(browser.live).toHaveLength(0);
    page.tab.comeBack();
    await browser.advance(500);
    expect([browser.live.length, stateOf(page), epochOf(page)]).toEqual([1, "open", 1]);
  });

  test("learns on return that it missed something", async () => {
    open("BTC");
    await browser.advance(100);
    const page = open("BTC");
    await live(2);
    page.tab.putAway();
    await live(5);
    page.tab.comeBack();
    await live(1);
    expect([stateOf(page), epochOf(page), page.seen.marks.at(-1)]).toEqual(["open", 1, "0"]);
  });

  test("leaves when its last view is gone, and not while another one begins", async () => {
    const { client, seen, subscribed } = open("BTC");
    await browser.advance(100);
    subscribed.release();
    await browser.advance(1_000);
    const next = subscribe(client, seen, { market: "ETH", intervals: ["1m"] });
    await browser.advance(5_000);
    expect(browser.live).toHaveLength(1);
    next.release();
    await browser.advance(5_000);
    expect(browser.live).toHaveLength(0);
  });
});

describe("waking up", () => {
  test("in any tab wakes the stream of the leading one", async () => {
    open("BTC");
    await browser.advance(100);
    const other = open("BTC");
    await browser.advance(2_000);
    browser.accepting = false;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      browser.sources.at(-1)!.refuse();
      await browser.advance(16_000);
    }
    browser.sources.at(-1)!.refuse();
    await browser.advance(1_000);
    const before = browser.sources.length;
    browser.accepting = true;
    other.tab.wake("online");
    await browser.advance(100);
    expect([browser.sources.length, stateOf(other)]).toEqual([before + 1, "open"]);
  });

  test("is noticed by late timers after a computer slept", async () => {
    const page = open("BTC");
    await browser.advance(100);
    browser.now += 20_000;
    await browser.advance(500);
    expect([browser.sources.length, epochOf(page)]).toEqual([2, 1]);
  });
});

describe("a message from another tab", () => {
  test("is dropped when it has another shape", async () => {
    open("BTC");
    await browser.advance(100);
    const page = open("BTC");
    await browser.advance(100);
    const stranger = browser.channel(browser.tab(), SHARED_NAME);
    const link = { connection: "open", losses: 0 };
    const sound = { market: "BTC", event: "mark", text: "{}", at: 1 };
    const asks = { state: true, wake: false };
    for (const message of [
      null,
      "lead",
      { kind: "lead" },
      { kind: "lead", term: Number.POSITIVE_INFINITY, seq: 1, link },
      { kind: "frame", term: 9e15, seq: 1, link, frame: { market: "BTC", event: "mark" } },
      { kind: "frame", term: 9e15, seq: 1, link: {}, frame: sound },
      { kind: "pulse", term: 9e15, seq: 1, link: { ...link, connection: "sound" } },
      { kind: "state", term: 9e15, seq: 1, link, tab: "x", frames: [{}] },
      { kind: "want", tab: "x", follows: [{ market: "BTC", intervals: ["2m"] }], ...asks },
      { kind: "want", tab: "x", follows: "BTC", ...asks },
    ]) {
      stranger.postMessage(message);
    }
    await browser.advance(3_000);
    sendMark("BTC", "3");
    await browser.advance(0);
    expect([page.seen.marks, browser.sources.length]).toEqual([["3"], 1]);
  });

  test("reaches nobody when a frame's text does not match its event", async () => {
    const page = open("BTC");
    await browser.advance(100);
    browser.send("BTC", "mark", { market: "BTC", mark_price: 3, timestamp: 1 });
    browser.send("BTC", "trades", { id: 1 });
    await browser.advance(0);
    expect(page.seen.marks).toEqual([]);
  });

  test("that was lost is noticed by its number, and the state is requested again", async () => {
    open("BTC");
    await browser.advance(100);
    const page = open("BTC");
    await live(2);
    const [{ channel }] = page.tab.channels as [FakeTab["channels"][number]];
    const listener = channel.onmessage;
    channel.onmessage = null;
    sendMark("BTC", "lost");
    await browser.advance(0);
    channel.onmessage = listener;
    browser.send("", "hb", {});
    await browser.advance(0);
    expect([page.seen.marks.at(-1), epochOf(page)]).toEqual(["lost", 1]);
  });

  test("of another build is not received, because builds have separate locks and streams", async () => {
    const page = open("BTC");
    await browser.advance(100);
    const seen: Seen = { marks: [], bars: [], beats: 0, states: [] };
    const older = new StreamClient(browser.tab().env, "svc-stream-0");
    subscribe(older, seen, { market: "ETH", intervals: [] });
    await browser.advance(5_000);
    expect([marketsOf(), stateOf(page), seen.states.at(-1)?.connection]).toEqual([
      ["BTC", "ETH"],
      "open",
      "open",
    ]);
  });
});

test("in a browser that shares nothing between tabs, each tab has its own stream", async () => {
  const pages = [open("BTC", { shared: false }), open("BTC", { shared: false })];
  await browser.advance(100);
  sendMark("BTC", "1");
  await browser.advance(0);
  expect(browser.live).toHaveLength(2);
  expect(pages.map(({ seen }) => seen.marks)).toEqual([["1"], ["1"]]);
});

test("a page that is refused locks after all leads itself", async () => {
  const tab = browser.tab();
  const refusing = { request: () => Promise.reject(new DOMException("no", "SecurityError")) };
  const shared = { locks: refusing, openChannel: tab.env.shared!.openChannel };
  const seen: Seen = { marks: [], bars: [], beats: 0, states: [] };
  subscribe(new StreamClient({ ...tab.env, shared }), seen, { market: "BTC", intervals: [] });
  await browser.advance(100);
  sendMark("BTC", "1");
  await browser.advance(0);
  expect(seen.marks).toEqual(["1"]);
});
