/** A write has one result, whatever happens to its answer, its tab and its browser. */
import { beforeEach, describe, expect, test } from "vitest";
import { START, VirtualClock } from "#components/data/virtual-clock.testing.ts";
import { placeOrderDraft } from "#components/trading/signing/requests.ts";
import type { WriteTarget } from "./write-types.ts";
import {
  ALICE,
  asAnswer,
  BOB,
  FakeBrowser,
  FakeVenue,
  LIMIT_ORDER,
  PLACE,
  sign,
  type Tab,
} from "./writes.testing.ts";

let clock: VirtualClock;
let venue: FakeVenue;
let browser: FakeBrowser;
let tab: Tab;

beforeEach(() => {
  clock = new VirtualClock();
  venue = new FakeVenue(clock);
  browser = new FakeBrowser(clock, venue);
  tab = browser.open();
});

const signedOrder = () => sign(placeOrderDraft(LIMIT_ORDER), { timestamp: clock.now() });
const states = (of = tab) => of.store.writes().map(({ state }) => state);
const announced = (...tabs: Tab[]) =>
  tabs.flatMap(({ settlements }) => settlements.filter(({ announce }) => announce));

async function place(): Promise<string> {
  const signed = await signedOrder();
  void tab.store.send(signed, PLACE);
  return signed.digest;
}

describe("an answered order", () => {
  test("is shown before the call returns, stored before it is sent, and settled by the venue's record", async () => {
    const signed = await signedOrder();
    const end = tab.store.send(signed, PLACE);
    expect(states()).toEqual(["sending"]);
    expect(venue.arrived).toEqual([]);
    await clock.advance(1);
    expect([...browser.stored.keys()]).toEqual([signed.digest]);
    await clock.advance(50);
    expect(await end).toMatchObject({ state: "accepted", orders: [{ digest: signed.digest }] });
    expect(browser.stored.size).toBe(0);
    expect(announced(tab)).toHaveLength(1);
    expect(tab.store.writes()).toMatchObject([{ state: "accepted", orderIds: ["1"] }]);
  });

  test("stays visible for 10 s, and no longer", async () => {
    await place();
    await clock.advance(9_000);
    expect(states()).toEqual(["accepted"]);
    await clock.advance(2_000);
    expect(states()).toEqual([]);
  });

  test("is rejected with its code", async () => {
    venue.refusals = [{ code: "INSUFFICIENT_MARGIN", message: "too little" }];
    await place();
    await clock.advance(50);
    expect(tab.store.writes()).toMatchObject([
      { state: "rejected", code: "INSUFFICIENT_MARGIN", message: "too little" },
    ]);
  });

  test("by a record of another person's order is not believed", async () => {
    const foreign = venue.addOrder({ account: BOB, digest: "ab".repeat(32) });
    venue.fates = [{ instead: asAnswer({ status: 201, body: foreign }) }];
    await place();
    await clock.advance(50);
    expect(states()).toEqual(["unknown"]);
  });

  test("sent twice by a double click is sent once", async () => {
    const signed = await signedOrder();
    const ends = [tab.store.send(signed, PLACE), tab.store.send(signed, PLACE)];
    await clock.advance(50);
    expect((await Promise.all(ends)).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
    expect(venue.arrived).toHaveLength(1);
    expect(announced(tab)).toHaveLength(1);
  });
});

describe("an order without an answer", () => {
  test("is unknown after 5 s and found by its digest: one order", async () => {
    venue.fates = [{ lost: "answer" }];
    await place();
    await clock.advance(4_900);
    expect(states()).toEqual(["sending"]);
    venue.readsFail = true;
    await clock.advance(200);
    expect(states()).toEqual(["unknown"]);
    venue.readsFail = false;
    await clock.advance(1_000);
    expect(states()).toEqual(["accepted"]);
    expect(venue.carriedOut).toBe(1);
    expect(announced(tab)).toHaveLength(1);
  });

  test.each([
    ["a 500", { status: 500, body: { error: "INTERNAL", message: "" } }],
    ["a 502 of the app", { status: 502, body: { error: "VENUE_UNREACHABLE", message: "" } }],
    ["a 504 of the app", { status: 504, body: { error: "VENUE_TIMEOUT", message: "" } }],
    ["a proxy's 503", { status: 503, body: { error: "HTTP_503", message: "" } }],
    ["a 409 that cannot be read", { status: 409, body: { error: "HTTP_409", message: "" } }],
    ["a 201 without a body", { status: 201, body: null }],
  ])("but with %s is unknown", async (_name, answer) => {
    venue.fates = [{ instead: asAnswer(answer) }];
    venue.readsFail = true;
    await place();
    await clock.advance(50);
    expect(states()).toEqual(["unknown"]);
  });

  test.each([
    ["MARKET_HALTED", 503],
    ["DRAINING", 503],
    ["NOT_PRIMARY", 503],
    ["RATE_LIMITED", 429],
    ["SIGN_IN_REQUIRED", 401],
  ])("but with %s is a refusal: nothing was carried out", async (error, status) => {
    venue.fates = [{ instead: asAnswer({ status, body: { error, message: "no" } }) }];
    await place();
    await clock.advance(50);
    expect(tab.store.writes()).toMatchObject([{ state: "rejected", code: error }]);
  });

  test("reports the code of a refusal at once, even where a look-up has to confirm it", async () => {
    const heard: string[] = [];
    const body = { error: "SIGN_IN_REQUIRED", message: "no" };
    venue.fates = [{ instead: asAnswer({ status: 401, body }) }];
    venue.readsFail = true;
    void tab.store.send(await signedOrder(), PLACE, (code) => heard.push(code));
    await clock.advance(50);
    expect([states(), heard]).toEqual([["unknown"], ["SIGN_IN_REQUIRED"]]);
  });

  test.each([
    "DRAINING",
    "RATE_LIMITED",
    "REQUEST_TIMEOUT",
    "TIMESTAMP_OUT_OF_WINDOW",
    "SIGN_IN_REQUIRED",
    "UNKNOWN_API_KEY",
    "TRADING_NOT_ENABLED",
  ])(
    "but with %s may answer a repeated send by the browser itself: the order of the first one is found",
    async (error) => {
      const status = error === "DRAINING" ? 503 : 401;
      venue.fates = [{ instead: asAnswer({ status, body: { error, message: "no" } }) }];
      const digest = await place();
      await clock.advance(3);
      venue.addOrder({ digest });
      await clock.advance(50);
      expect(states()).toEqual(["accepted"]);
    },
  );

  test("never arrived only when a read after the window, by the venue's clock, does not show it", async () => {
    venue.fates = [{ lost: "request" }];
    await place();
    await clock.advance(30_500);
    expect(states()).toEqual(["unknown"]);
    venue.readsFail = true;
    await clock.advance(60_000);
    expect(states()).toEqual(["unknown"]);
    venue.readsFail = false;
    await clock.advance(3_000);
    expect(states()).toEqual(["never-arrived"]);
    expect(announced(tab)).toMatchObject([{ result: { state: "never-arrived" } }]);
  });

  test("is not abandoned because this computer's clock runs ahead", async () => {
    venue.fates = [{ out: 20_000, lost: "answer" }];
    await place();
    await clock.advance(6_000);
    browser.skewMs = 40_000;
    await clock.advance(10_000);
    expect(states()).toEqual(["unknown"]);
    await clock.advance(20_000);
    expect(announced(tab)).toMatchObject([{ result: { state: "accepted" } }]);
  });

  test("is found however late it arrived", async () => {
    venue.fates = [{ out: 29_000, lost: "answer" }];
    await place();
    await clock.advance(40_000);
    expect(announced(tab)).toMatchObject([{ result: { state: "accepted" } }]);
  });

  test("is found behind any number of newer orders", async () => {
    venue.fates = [{ lost: "answer" }];
    await place();
    await clock.advance(100);
    for (let count = 0; count < 2_500; count += 1) venue.addOrder({ status: "CLOSED" });
    await clock.advance(6_000);
    expect(states()).toEqual(["accepted"]);
  });

  test("of another account than the signed-in one waits for its own", async () => {
    venue.fates = [{ lost: "answer" }];
    await place();
    await clock.advance(1_000);
    browser.session = BOB;
    tab.store.setAccount(BOB);
    await clock.advance(120_000);
    expect(states()).toEqual(["unknown"]);
    expect(tab.store.writes()[0]?.canRetry).toBe(false);
    browser.session = ALICE;
    tab.store.setAccount(ALICE);
    await clock.advance(1_000);
    expect(states()).toEqual(["accepted"]);
  });
});

describe("sending again", () => {
  test("sends the same bytes, and the venue answers with the order: one order", async () => {
    venue.fates = [{ lost: "answer" }];
    venue.readsFail = true;
    const digest = await place();
    await clock.advance(6_000);
    expect(tab.store.writes()).toMatchObject([{ state: "unknown", canRetry: true }]);
    void tab.store.retry(digest);
    expect(states()).toEqual(["sending"]);
    await clock.advance(50);
    expect(states()).toEqual(["accepted"]);
    expect(venue.carriedOut).toBe(1);
    const bytes = venue.arrived.map(({ method, path, body, headers }) =>
      new TextEncoder().encode(JSON.stringify([method, path, body, Object.entries(headers)])),
    );
    expect(bytes).toHaveLength(2);
    expect(Buffer.compare(bytes[0] ?? Buffer.of(), bytes[1] ?? Buffer.of())).toBe(0);
  });

  test("learns that the bytes had been refused", async () => {
    venue.fates = [{ lost: "answer" }];
    venue.refusals = [{ code: "MIN_NOTIONAL", message: "small" }];
    const digest = await place();
    await clock.advance(6_000);
    void tab.store.retry(digest);
    await clock.advance(50);
    expect(tab.store.writes()).toMatchObject([{ state: "rejected", code: "MIN_NOTIONAL" }]);
  });

  test.each([
    "RATE_LIMITED",
    "TIMESTAMP_OUT_OF_WINDOW",
    "SIGN_IN_REQUIRED",
    "DRAINING",
    "SIGNER_NOT_AUTHORIZED",
  ])("when refused by %s proves nothing about the first send", async (error) => {
    const answer = asAnswer({ status: 429, body: { error, message: "no" } });
    venue.fates = [{ lost: "answer" }, { instead: answer }];
    venue.readsFail = true;
    const digest = await place();
    await clock.advance(6_000);
    void tab.store.retry(digest);
    await clock.advance(50);
    expect(states()).toEqual(["unknown"]);
    venue.readsFail = false;
    await clock.advance(40_000);
    expect(announced(tab)).toMatchObject([{ result: { state: "accepted" } }]);
  });

  test("is offered only while the venue would accept the bytes", async () => {
    venue.fates = [{ lost: "request" }];
    venue.readsFail = true;
    const digest = await place();
    await clock.advance(28_900);
    expect(tab.store.writes()[0]?.canRetry).toBe(true);
    await clock.advance(200);
    expect(tab.store.writes()[0]?.canRetry).toBe(false);
    await tab.store.retry(digest);
    expect(venue.arrived).toEqual([]);
  });
});

describe("outside of the window", () => {
  test.each([
    ["too old", -29_500],
    ["too far ahead", 5_500],
  ])("a signature that is %s is not sent", async (_name, offset) => {
    const signed = await sign(placeOrderDraft(LIMIT_ORDER), { timestamp: START + offset });
    const end = tab.store.send(signed, PLACE);
    await clock.advance(60_000);
    expect(await end).toMatchObject({ state: "rejected", code: "TIMESTAMP_OUT_OF_WINDOW" });
    expect(venue.arrived).toEqual([]);
    expect(announced(tab)).toHaveLength(1);
  });

  test("nothing is sent when storing the order took so long that the window closed", async () => {
    browser.delay = () => 31_000;
    const signed = await signedOrder();
    const end = tab.store.send(signed, PLACE);
    await clock.advance(120_000);
    expect(await end).toMatchObject({ state: "rejected" });
    expect(venue.arrived).toEqual([]);
  });

  test("a signature for another request is not sent", async () => {
    const signed = await signedOrder();
    const target: WriteTarget = { ...PLACE, market: "ETHUSDC" };
    expect(() => tab.store.send(signed, target)).toThrow("another request");
    expect(states()).toEqual([]);
  });
});

describe("tabs", () => {
  test("that close in flight leave their write to the next page, which announces it once", async () => {
    venue.fates = [{ out: 500, lost: "answer" }];
    await place();
    await clock.advance(100);
    tab.close();
    await clock.advance(10_000);
    expect(venue.carriedOut).toBe(1);
    const [first, second] = [browser.open(), browser.open()];
    await clock.advance(100);
    expect(announced(first, second)).toMatchObject([{ result: { state: "accepted" } }]);
    expect(browser.stored.size).toBe(0);
    await clock.advance(20_000);
    expect(announced(first, second)).toHaveLength(1);
  });

  test("that are open show the write of another tab, leave it alone, and do not announce it", async () => {
    const other = browser.open();
    venue.fates = [{ back: 3_000 }];
    await place();
    await clock.advance(1_000);
    expect(states(other)).toEqual(["sending"]);
    await clock.advance(3_000);
    expect(states(other)).toEqual(["accepted"]);
    expect(announced(tab, other)).toHaveLength(1);
    expect(announced(tab)).toHaveLength(1);
    expect(other.settlements).toHaveLength(1);
  });

  test("that are open continue a write at once when its own tab closes", async () => {
    const other = browser.open();
    venue.fates = [{ lost: "answer" }];
    await place();
    await clock.advance(200);
    tab.close();
    await clock.advance(2_000);
    expect(announced(other)).toMatchObject([{ result: { state: "accepted" } }]);
  });

  test("may resend each other's bytes; one of them announces the result", async () => {
    const other = browser.open();
    venue.fates = [{ lost: "answer" }];
    venue.readsFail = true;
    const digest = await place();
    await clock.advance(6_000);
    expect(other.store.writes()).toMatchObject([{ state: "unknown", canRetry: true }]);
    void other.store.retry(digest);
    await clock.advance(50);
    expect([states(), states(other)]).toEqual([["accepted"], ["accepted"]]);
    expect(announced(tab, other)).toHaveLength(1);
    expect(venue.carriedOut).toBe(1);
  });

  test("forget writes older than an hour, which the list of orders has shown", async () => {
    venue.fates = [{ lost: "request" }];
    await place();
    await clock.advance(100);
    tab.close();
    await clock.advance(3_700_000);
    const next = browser.open();
    await clock.advance(100);
    expect(states(next)).toEqual([]);
    expect(browser.stored.size).toBe(0);
  });
});

describe("a clock that is hours off", () => {
  test.each([
    ["ahead", 2 * 3_600_000],
    ["behind", -2 * 3_600_000],
  ])(
    "%s when the next page finds an order: it is shown, found, and announced",
    async (_name, skewMs) => {
      venue.fates = [{ out: 20_000, lost: "answer" }];
      await place();
      await clock.advance(100);
      tab.close();
      browser.skewMs = skewMs;
      const next = browser.open();
      await clock.advance(3_000);
      expect(browser.stored.size).toBe(1);
      browser.measure();
      await clock.advance(100);
      expect(states(next)).toEqual(["unknown"]);
      await clock.advance(30_000);
      expect(announced(next)).toMatchObject([{ result: { state: "accepted" } }]);
    },
  );

  test("and becomes known during a look-up does not delay further look-ups", async () => {
    venue.fates = [{ out: 9_000, lost: "answer" }];
    await place();
    await clock.advance(100);
    tab.close();
    browser.skewMs = -1_800_000;
    const next = browser.open();
    await clock.advance(3_000);
    browser.measure();
    await clock.advance(14_000);
    expect(announced(next)).toMatchObject([{ result: { state: "accepted" } }]);
  });
});

describe("a browser that stores nothing for the page", () => {
  test("once the order is sent still announces its end, here and to the other tabs", async () => {
    const other = browser.open();
    venue.fates = [{ back: 1_000 }];
    await place();
    await clock.advance(500);
    browser.storageGivesUp = true;
    await clock.advance(1_000);
    expect(announced(tab)).toMatchObject([{ result: { state: "accepted" } }]);
    expect(states(other)).toEqual(["accepted"]);
  });

  test("and hangs delays no end", async () => {
    venue.fates = [{ back: 1_000 }];
    const signed = await signedOrder();
    let result: unknown;
    void tab.store.send(signed, PLACE).then((ended) => {
      result = ended;
    });
    await clock.advance(500);
    browser.delay = () => 3_600_000;
    await clock.advance(2_600);
    expect(result).toMatchObject({ state: "accepted" });
    expect(announced(tab)).toHaveLength(1);
  });

  test("still sends, and follows the write while the page lives", async () => {
    browser.storageFails = true;
    tab = browser.open();
    venue.fates = [{ lost: "answer" }];
    await place();
    await clock.advance(6_000);
    expect(announced(tab)).toMatchObject([{ result: { state: "accepted" } }]);
  });

  test("or has no locks announces every end once", async () => {
    browser.hasLocks = false;
    const tabs = [browser.open(), browser.open()];
    tab = tabs[0] as Tab;
    venue.fates = [{ lost: "answer" }];
    await place();
    await clock.advance(60_000);
    expect(announced(...tabs)).toHaveLength(1);
  });
});
