import { beforeEach, describe, expect, test } from "vitest";
import { ACCOUNT_STREAM_EVENTS } from "#lib/protocol/wire/account-stream.ts";
import { ACCOUNT_EVENTS, accountMarket } from "./account-follow.ts";
import {
  browser,
  epochOf,
  live,
  open,
  type Page,
  sendMark,
  startBrowser,
  stateOf,
} from "./pages.testing.ts";
import type { StreamClient, Subscribed } from "./stream-client.ts";
import { readMessage, SHARED_NAME } from "./tab-messages.ts";

const ANN = accountMarket("ann");
const BOB = accountMarket("bob");

type Followed = {
  subscribed: Subscribed;
  /** Each event as its name and what identifies it, and each change of the epoch. */
  seen: string[];
};

function follow(client: StreamClient, market = ANN): Followed {
  const seen: string[] = [];
  let epoch = 0;
  const subscribed = client.subscribe({
    market,
    intervals: [],
    onEvent: ({ name }) => seen.push(name),
    onAccountEvent: (name, text) => seen.push(nameOf(name, JSON.parse(text))),
    onState: (state) => {
      if (state.epoch !== epoch) seen.push(`epoch ${state.epoch}`);
      epoch = state.epoch;
    },
  });
  return { subscribed, seen };
}

function nameOf(name: string, data: Record<string, unknown>): string {
  const { id, market, live: isLive, balance } = data;
  const detail = [id, market, isLive, balance].find((one) => one !== undefined);
  return detail === undefined ? name : `${name} ${JSON.stringify(detail).replaceAll('"', "")}`;
}

const account = (balance: string) => ["account", { account: "ann", balance }] as const;
const order = (id: string, status = "OPEN") =>
  ["order", { id, account: "ann", market: "BTC", status }] as const;
const position = (market: string, size: string) =>
  ["position", { account: "ann", market, size }] as const;
const fill = (id: number) => ["fill", { id, account: "ann", market: "BTC" }] as const;
const reset = ["reset", { account: "ann", reset: true }] as const;
const margin = ["margin", { account: "ann", level: "SAFE" }] as const;

async function send(...events: readonly (readonly [(typeof ACCOUNT_EVENTS)[number], object])[]) {
  for (const [name, data] of events) browser.send(ANN, name, data);
  await browser.advance(0);
}

const whole = () => send(reset, account("5"), position("BTC", "1"), order("7"), margin);
const WHOLE = ["reset", "account 5", "position BTC", "order 7", "margin"];
const urls = () => browser.live.map(({ url }) => url.split("?")[1]);

beforeEach(startBrowser);

test("the names are those of the contract, and that of the app's own stream", () => {
  expect([...ACCOUNT_EVENTS].toSorted()).toEqual(
    [...Object.keys(ACCOUNT_STREAM_EVENTS), "followed"].toSorted(),
  );
});

describe("an account that tabs follow", () => {
  test("shares the one stream with their markets, and its events reach only the tabs that follow it", async () => {
    const btc = open("BTC");
    await browser.advance(100);
    const [eth, guest] = [open("ETH"), open("BTC")];
    await browser.advance(2_000);
    const posted: unknown[] = [];
    const listener = browser.channel(browser.tab(), SHARED_NAME);
    listener.onmessage = ({ data }) => posted.push(data);
    const ann = follow(btc.client);
    await browser.advance(2_000);
    expect(urls()).toEqual(["market=BTC,ETH&kline=1m&account=ann"]);
    await whole();
    expect(ann.seen).toEqual(WHOLE);
    // No other tab follows it, so nothing of it leaves the tab.
    expect(JSON.stringify(posted)).not.toContain("ann");
    const other = follow(eth.client);
    const bob = follow(guest.client, BOB);
    await browser.advance(0);
    await send(account("6"), fill(1));
    sendMark("BTC", "3");
    await browser.advance(0);
    expect(ann.seen.slice(WHOLE.length)).toEqual(["account 6", "fill 1"]);
    expect(other.seen).toEqual([...WHOLE, "account 6", "fill 1"]);
    expect([bob.seen, guest.seen.marks]).toEqual([[], ["3"]]);
  });

  test("needs no market", async () => {
    const page = open("BTC");
    page.subscribed.release();
    const ann = follow(page.client);
    await browser.advance(15_000);
    await whole();
    expect([urls(), ann.seen]).toEqual([["account=ann"], WHOLE]);
  });

  test("is complete at once in a tab that joins: what is open, in the order of a stream that begins", async () => {
    follow(open("BTC").client);
    await browser.advance(100);
    await whole();
    await send(fill(2), order("8"), order("7", "CLOSED"), position("ETH", "-2"), account("9"));
    await send(position("BTC", "0"), ["transfer", { id: "t", account: "ann" }]);
    const joined = follow(open("ETH").client);
    await browser.advance(2_000);
    const state = ["reset", "account 9", "margin", "order 8", "position ETH"];
    expect(joined.seen).toEqual(state);
    // A new stream was opened for its market only.
    expect(browser.sources).toHaveLength(2);
  });

  test("is not complete in a tab that joins between the beginning of a state and its end", async () => {
    follow(open("BTC").client);
    await browser.advance(100);
    await whole();
    await send(reset, account("5"));
    const joined = follow(open("BTC").client);
    await browser.advance(0);
    expect(joined.seen).toEqual(["reset", "account 5"]);
    await send(order("8"), margin);
    expect(joined.seen).toEqual(["reset", "account 5", "order 8", "margin"]);
  });

  test("without a live stream of the venue has no state to join", async () => {
    follow(open("BTC").client);
    await browser.advance(100);
    await whole();
    await send(["followed", { account: "ann", live: false }]);
    const joined = follow(open("BTC").client);
    await browser.advance(0);
    expect(joined.seen).toEqual(["followed false"]);
    await send(["followed", { account: "ann", live: true }], reset, account("5"), margin);
    const later = follow(open("BTC").client);
    await browser.advance(0);
    expect(later.seen).toEqual(["reset", "account 5", "margin"]);
  });

  test("begins anew with each leading tab, and the epoch changes before", async () => {
    const first = open("BTC");
    const other = open("BTC");
    follow(first.client);
    const ann = follow(other.client);
    await browser.advance(2_000);
    await whole();
    first.tab.putAway();
    first.tab.crash();
    await browser.advance(500);
    await send(reset, account("6"), margin);
    const news = ann.seen.slice(WHOLE.length);
    expect(news).toEqual(["epoch 1", "reset", "account 6", "margin"]);
  });

  test("is complete again in a tab that was away, behind the change of the epoch", async () => {
    const ann = await leadAndJoin();
    ann.page.tab.putAway();
    await send(order("9"));
    ann.page.tab.comeBack();
    await browser.advance(1_000);
    const news = ann.seen.slice(ann.seen.indexOf("epoch 1"));
    expect(news.filter((name) => name !== "hb")).toEqual(["epoch 1", ...WHOLE, "order 9"]);
  });
});

async function leadAndJoin(): Promise<Followed & { page: Page }> {
  follow(open("BTC").client);
  await browser.advance(100);
  await whole();
  const page = open("BTC");
  const followed = follow(page.client);
  await browser.advance(1_000);
  return { ...followed, page };
}

describe("an account that no tab follows any more", () => {
  test("leaves the stream at once, and nothing of it arrives until then", async () => {
    const page = open("BTC");
    const ann = follow(page.client);
    await browser.advance(1_000);
    await whole();
    browser.accepting = false;
    ann.subscribed.release();
    const late = follow(page.client, BOB);
    late.subscribed.release();
    await browser.advance(1_000);
    expect(browser.sources.at(-1)!.url).toBe("/api/perps-dex/stream?market=BTC&kline=1m");
    // The old stream runs until the new one is open: the market goes on, the account does not.
    await send(account("6"));
    sendMark("BTC", "4");
    await browser.advance(0);
    expect([ann.seen, page.seen.marks]).toEqual([WHOLE, ["4"]]);
    browser.sources.at(-1)!.accept();
    await browser.advance(0);
    expect(urls()).toEqual(["market=BTC&kline=1m"]);
  });

  test("has no state for a tab that follows it again, until the stream has sent one", async () => {
    const page = open("BTC");
    follow(page.client).subscribed.release();
    const ann = follow(page.client);
    await browser.advance(1_000);
    await whole();
    ann.subscribed.release();
    const again = follow(page.client);
    expect(again.seen).toEqual([]);
    await browser.advance(2_000);
    await whole();
    expect(again.seen).toEqual(WHOLE);
  });

  test("ends its stream at once where there is no market", async () => {
    const page = open("BTC");
    const ann = follow(page.client);
    page.subscribed.release();
    await browser.advance(15_000);
    expect(urls()).toEqual(["account=ann"]);
    ann.subscribed.release();
    expect(browser.live).toHaveLength(0);
  });

  test("makes room for the next one, whose events come instead", async () => {
    const page = open("BTC");
    const ann = follow(page.client);
    await browser.advance(1_000);
    await whole();
    const bob = follow(page.client, BOB);
    ann.subscribed.release();
    await browser.advance(2_000);
    expect(urls()).toEqual(["market=BTC&kline=1m&account=bob"]);
    browser.send(BOB, "account", { account: "bob", balance: "1" });
    await browser.advance(0);
    expect([ann.seen, bob.seen]).toEqual([WHOLE, ["account 1"]]);
  });
});

describe("a stream that is refused with the account", () => {
  const hasAccount = (url: string) => url.includes("account=");
  const attempts = () => browser.sources.filter(({ url }) => hasAccount(url)).length;

  test("opens without it at once, and is tried again every 30 s", async () => {
    browser.refuses = hasAccount;
    const page = open("BTC");
    const ann = follow(page.client);
    await browser.advance(0);
    expect(urls()).toEqual(["market=BTC&kline=1m"]);
    await live(100);
    expect(attempts()).toBe(4);
    // The market never stopped.
    expect(page.seen.states.at(-1)).toEqual({ connection: "open", epoch: 0 });
    expect(page.seen.marks).toHaveLength(100);
    expect(ann.seen.filter((name) => name === "followed false")).toHaveLength(4);
    browser.refuses = () => false;
    await live(30);
    await whole();
    expect(ann.seen.slice(-5)).toEqual(WHOLE);
  });

  test("is not refused for the account while the open stream has it: that one goes on", async () => {
    const page = open("BTC");
    const ann = follow(page.client);
    await browser.advance(100);
    await whole();
    browser.refuses = (url) => url.includes("ETH");
    open("ETH");
    await live(3);
    await send(account("6"));
    expect(ann.seen).toEqual([...WHOLE, "account 6"]);
    browser.refuses = () => false;
    await live(20);
    expect(urls()).toEqual(["market=BTC,ETH&kline=1m&account=ann"]);
  });

  test("because its session is over, goes on without it: the state is dropped in every tab", async () => {
    const ann = await leadAndJoin();
    browser.refuses = hasAccount;
    browser.live[0]!.drop();
    await browser.advance(3_000);
    // As a browser does that retries and is refused.
    browser.sources.at(-1)!.refuse();
    await browser.advance(0);
    expect(urls()).toEqual(["market=BTC&kline=1m"]);
    expect(ann.seen.filter((name) => name === "followed false")).toHaveLength(1);
    const joined = follow(open("BTC").client);
    await browser.advance(0);
    expect(joined.seen).toEqual([]);
    sendMark("BTC", "4");
    await browser.advance(0);
    expect([stateOf(ann.page), epochOf(ann.page)]).toEqual(["open", 1]);
    expect(ann.page.seen.marks.at(-1)).toBe("4");
  });

  test("of a page without a market is only tried again as rarely", async () => {
    browser.refuses = hasAccount;
    const page = open("BTC");
    page.subscribed.release();
    follow(page.client);
    await browser.advance(600_000);
    expect([browser.live, attempts()]).toEqual([[], 21]);
  });

  test("is tried again when the page is visible", async () => {
    browser.refuses = hasAccount;
    const page = open("BTC");
    follow(page.client);
    await live(20);
    const before = attempts();
    browser.refuses = () => false;
    page.tab.wake("visible");
    await browser.advance(600);
    expect([attempts(), urls()]).toEqual([before + 1, ["market=BTC&kline=1m&account=ann"]]);
  });

  test("while another tab follows another account, carries that one", async () => {
    browser.refuses = (url) => url.includes("account=ann");
    const page = open("BTC");
    follow(page.client);
    const other = open("BTC");
    follow(other.client, BOB);
    await live(100);
    expect(urls()).toEqual(["market=BTC&kline=1m&account=bob"]);
  });
});

test("a message between tabs that is no event of an account or a market is not read", () => {
  const link = { connection: "open", losses: 0 };
  const message = (event: string) => ({
    kind: "frame",
    term: 1,
    seq: 1,
    link,
    frame: { market: ANN, event, text: "{}", at: 1 },
  });
  expect(readMessage(message("order"))).toEqual(message("order"));
  expect(readMessage(message("followed"))).toBeDefined();
  expect(readMessage(message("orders"))).toBeUndefined();
});
