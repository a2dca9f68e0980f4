import { beforeEach, describe, expect, test } from "vitest";
import {
  browser,
  epochOf,
  live,
  marketsOf,
  open,
  sendMark,
  startBrowser,
  stateOf,
} from "./pages.testing.ts";
import { SHARED_NAME } from "./tab-messages.ts";

beforeEach(startBrowser);

describe("when the leading tab", () => {
  test("is closed, another one takes over at once, and every tab learns that it may have missed something", async () => {
    const first = open("BTC");
    await browser.advance(100);
    const others = [open("BTC"), open("ETH")];
    await browser.advance(2_000);
    first.tab.putAway();
    first.tab.crash();
    await browser.advance(500);
    expect(marketsOf()).toEqual(["BTC,ETH"]);
    expect(others.map(epochOf)).toEqual([1, 1]);
    sendMark("BTC", "5");
    await browser.advance(0);
    expect(others[0]!.seen.marks).toEqual(["5"]);
  });

  test("crashes, the browser passes its lock on", async () => {
    const first = open("BTC");
    await browser.advance(100);
    const other = open("BTC");
    await browser.advance(100);
    first.tab.crash();
    await browser.advance(500);
    expect([browser.live.length, stateOf(other)]).toEqual([1, "open"]);
  });

  test("hangs, another one takes the lock within 3 s, and the old one follows when it continues", async () => {
    const first = open("BTC");
    await browser.advance(100);
    const others = [open("BTC"), open("BTC")];
    await live(3);
    const before = browser.sources.length;
    first.tab.hang();
    await browser.advance(3_000);
    expect(browser.sources.length).toBe(before + 1);
    expect(others.map(epochOf)).toEqual([1, 1]);
    sendMark("BTC", "new");
    await browser.advance(0);
    expect(others.map(({ seen }) => seen.marks.at(-1))).toEqual(["new", "new"]);

    first.tab.goOn();
    await browser.advance(1_000);
    expect(browser.live).toHaveLength(1);
    await live(2);
    expect(first.seen.marks.at(-1)).toBe("1");
    expect([epochOf(first), stateOf(first)]).toEqual([1, "open"]);
  });

  test("was replaced, its messages are ignored", async () => {
    const first = open("BTC");
    await browser.advance(100);
    const other = open("BTC");
    await live(2);
    first.tab.hang();
    sendMark("BTC", "old");
    await browser.advance(3_000);
    sendMark("BTC", "new");
    await browser.advance(0);
    first.tab.goOn();
    await browser.advance(0);
    expect(other.seen.marks.at(-1)).toBe("new");
  });

  test("is replaced by a silent one, its stream ends with the loss of the lock", async () => {
    const page = open("BTC");
    await browser.advance(100);
    const locks = browser.locksOf(browser.tab());
    void locks.request(SHARED_NAME, { steal: true }, () => new Promise(() => undefined));
    await browser.advance(100);
    expect([browser.live.length, page.seen.states.length]).toEqual([0, 2]);
  });

  test("is replaced by one that sends first, its stream ends at the first message", async () => {
    open("BTC");
    await browser.advance(100);
    const link = { connection: "open", losses: 0 };
    const stranger = browser.channel(browser.tab(), SHARED_NAME);
    const before = browser.sources[0]!;
    stranger.postMessage({ kind: "lead", term: browser.now * 2, seq: 1, link });
    await browser.advance(0);
    expect(before.readyState).toBe(2);
  });

  test("has just been put away when it gets the lock, it passes the lock on", async () => {
    const first = open("BTC");
    first.tab.putAway();
    const second = open("BTC");
    await browser.advance(500);
    expect([browser.live.length, stateOf(second)]).toEqual([1, "open"]);
  });

  test("is quiet, it answers and keeps the lock", async () => {
    open("BTC");
    await browser.advance(100);
    open("BTC");
    browser.send("BTC", "hb", {});
    await browser.advance(30_000);
    expect(browser.sources).toHaveLength(1);
  });

  test("is hidden and its timers sleep, it still leads, driven by incoming messages", async () => {
    const first = open("BTC");
    await browser.advance(100);
    first.tab.hidden = true;
    const other = open("BTC");
    await browser.advance(2_000);
    browser.accepting = false;
    browser.live[0]!.refuse();
    await browser.advance(2_500);
    expect(browser.sources).toHaveLength(2);
    browser.sources[1]!.accept();
    await browser.advance(0);
    expect([stateOf(other), epochOf(other)]).toEqual(["open", 1]);
    expect(browser.sources).toHaveLength(2);
  });

  test("is well, a tab that hung itself does not take its lock", async () => {
    open("BTC");
    await browser.advance(100);
    const other = open("BTC");
    await live(2);
    other.tab.hang();
    await live(20);
    other.tab.goOn();
    await live(3);
    expect(browser.sources).toHaveLength(1);
  });
});
