import { createRequire } from "node:module";
import { environmentManager, onlineManager } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { heldMarkets } from "#components/data/held-markets.ts";
import { feedAccount } from "./account-feed.ts";
import type { SessionParts } from "./account-store.ts";
import { endReads, isTriedAgain, readOf, refreshAccount } from "./account-store.ts";
import { showWrite } from "./shown-writes.ts";
import {
  accountAt,
  FakeStream,
  fillOf,
  orderAt,
  positionAt,
  RESET,
} from "./stream-events.testing.ts";
import { liveStreamOf, onAccountFact } from "./streamed.ts";

// The library's core only: its React provider needs parts that tests do not have.
vi.mock("@tanstack/react-query", () => {
  const here = createRequire(import.meta.url);
  const core: unknown = createRequire(here.resolve("@tanstack/react-query"))(
    "@tanstack/query-core",
  );
  return core as object;
});

const session = { recheckSession: vi.fn<SessionParts["recheckSession"]>(() => Promise.resolve()) };
let answers: Record<string, () => Response>;
let requested: string[];
let stream: FakeStream;
let stop: (() => void) | undefined;

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const refused = (code: string) => json({ error: code, message: "No." }, 401);

beforeEach(() => {
  requested = [];
  stream = new FakeStream();
  session.recheckSession.mockClear();
  answers = {
    "/api/venue/key": json({ key: { id: "1" } }),
    "/api/venue/accounts": json({ results: [{ account: "alice", balance: "5" }] }),
    "/api/venue/positions": json({ results: [] }),
    "/api/venue/orders": json({ results: [{ account: "alice", id: "9" }] }),
  };
  vi.stubGlobal("fetch", (url: string) => {
    const { pathname } = new URL(url, "http://page");
    requested.push(pathname);
    return Promise.resolve((answers[pathname] ?? json({}, 404))());
  });
});

afterEach(() => {
  stop?.();
  stop = undefined;
  endReads("alice");
  vi.unstubAllGlobals();
});

function follow(): void {
  stop = feedAccount("alice", session, { client: stream.client, frame: (task) => task() });
}

describe("the reader of an account", () => {
  test("reads the key, and with it the account, its positions and its orders", async () => {
    follow();
    await vi.waitFor(() => expect(readOf("alice", "orders").data).toHaveLength(1));
    await vi.waitFor(() => expect(readOf("alice", "account").data?.balance).toBe("5"));
    await vi.waitFor(() => expect(readOf("alice", "positions").data).toEqual([]));
    expect(requested[0]).toBe("/api/venue/key");
  });

  test("tells the rest of the page in which markets there is a position, and forgets it", async () => {
    const held = (market: string) => ({ account: "alice", market });
    answers["/api/venue/positions"] = json({ results: [held("SOLUSDC"), held("BTCUSDC")] });
    follow();
    await vi.waitFor(() => expect(heldMarkets.get()).toBe("BTCUSDC SOLUSDC"));
    stop?.();
    expect(heldMarkets.get()).toBe("");
  });

  test("reads the account also where there is no key, as the server may do so for the session", async () => {
    answers["/api/venue/key"] = json({ key: null });
    follow();
    await vi.waitFor(() => expect(readOf("alice", "account").data?.balance).toBe("5"));
    expect(readOf("alice", "key").data).toBeNull();
    await vi.waitFor(() => expect(readOf("alice", "positions").data).toEqual([]));
  });

  test("reads no more than the key where there is none and the server refuses, until there is one", async () => {
    answers["/api/venue/key"] = json({ key: null });
    const records = ["/api/venue/accounts", "/api/venue/positions", "/api/venue/orders"];
    const given = records.map((path) => answers[path]!);
    for (const path of records) answers[path] = refused("TRADING_NOT_ENABLED");
    follow();
    await vi.waitFor(() => expect(readOf("alice", "orders").isError).toBe(true));
    await refreshAccount();
    const before = requested.filter((path) => records.includes(path)).length;
    await refreshAccount();
    expect(requested.filter((path) => records.includes(path))).toHaveLength(before);
    for (const [index, path] of records.entries()) answers[path] = given[index]!;
    answers["/api/venue/key"] = json({ key: { id: "1" } });
    await refreshAccount();
    await vi.waitFor(() => expect(readOf("alice", "account").data?.balance).toBe("5"));
  });

  test("shows no record that names another account", async () => {
    answers["/api/venue/orders"] = json({ results: [{ account: "bob", id: "9" }] });
    follow();
    await vi.waitFor(() => expect(readOf("alice", "orders").isError).toBe(true));
    expect(readOf("alice", "orders").data).toBeUndefined();
  });

  test("has the session looked up when the server reads for another one", async () => {
    answers["/api/venue/accounts"] = refused("ACCOUNT_MISMATCH");
    follow();
    await vi.waitFor(() => expect(session.recheckSession).toHaveBeenCalled());
    expect(readOf("alice", "account").data).toBeUndefined();
  });

  test("keeps the last answer while a later read fails", async () => {
    follow();
    await vi.waitFor(() => expect(readOf("alice", "account").data?.balance).toBe("5"));
    answers["/api/venue/accounts"] = refused("VENUE_TIMEOUT");
    await refreshAccount();
    await vi.waitFor(() => expect(readOf("alice", "account").isError).toBe(true));
    expect(readOf("alice", "account").data?.balance).toBe("5");
  });

  test("reads again when asked, and no more once it is stopped", async () => {
    follow();
    await vi.waitFor(() => expect(readOf("alice", "orders").data).toHaveLength(1));
    answers["/api/venue/orders"] = json({ results: [] });
    await refreshAccount();
    await vi.waitFor(() => expect(readOf("alice", "orders").data).toEqual([]));
    stop?.();
    stop = undefined;
    endReads("alice");
    const before = requested.length;
    await refreshAccount();
    expect(requested).toHaveLength(before);
  });
});

describe("a first read of the key that failed", () => {
  const failed = (status: number, headers = {}) => {
    answers["/api/venue/key"] = () =>
      Response.json({ error: "NOT_NOW", message: "No." }, { status, headers });
  };
  const asksOfKey = () => requested.filter((path) => path === "/api/venue/key").length;
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const key = () => readOf("alice", "key");

  beforeEach(() => {
    vi.useFakeTimers();
    // Without a window the library assumes a server, which does not poll.
    environmentManager.setIsServer(() => false);
  });

  afterEach(() => {
    stop?.();
    stop = undefined;
    onlineManager.setOnline(true);
    environmentManager.setIsServer(() => true);
    vi.useRealTimers();
  });

  test.each([429, 500, 503, 504])("with %i is tried again by itself", async (status) => {
    failed(status);
    follow();
    await after(1);
    expect(key()).toMatchObject({ isError: true, isPending: false });
    answers["/api/venue/key"] = json({ key: { id: "1" } });
    await after(2_000);
    expect(key()).toMatchObject({ data: { id: "1" }, isError: false });
    expect(readOf("alice", "orders").data).toHaveLength(1);
  });

  test("is tried again after 2, 4, 8 and then every 15 s, and begins anew after a success", async () => {
    failed(503);
    follow();
    await after(1_000);
    for (const wait of [2_000, 4_000, 8_000, 15_000, 15_000]) {
      const before = asksOfKey();
      await after(wait - 1_500);
      expect(asksOfKey()).toBe(before);
      await after(1_500);
      expect(asksOfKey()).toBe(before + 1);
    }
    answers["/api/venue/key"] = json({ key: null });
    await after(15_000);
    expect(key().data).toBeNull();
    failed(503);
    await refreshAccount();
    expect(key()).toMatchObject({ data: null, isError: true });
    const before = asksOfKey();
    await after(2_000);
    expect(asksOfKey()).toBe(before + 1);
  });

  test("stays said while it is tried again", async () => {
    failed(503);
    follow();
    await after(1);
    const before = asksOfKey();
    vi.stubGlobal("fetch", () => new Promise(() => requested.push("/api/venue/key")));
    await after(2_500);
    expect(asksOfKey()).toBe(before + 1);
    expect(key()).toMatchObject({ isError: true, isPending: false, error: { code: "NOT_NOW" } });
  });

  test("waits as long as a limit asks for", async () => {
    failed(429, { "retry-after": "7" });
    follow();
    await after(6_900);
    expect(asksOfKey()).toBe(1);
    await after(200);
    expect(asksOfKey()).toBe(2);
  });

  test("is tried again at once when the network is back", async () => {
    failed(503);
    follow();
    await after(15_000);
    const before = asksOfKey();
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await after(1);
    expect(asksOfKey()).toBe(before + 1);
  });

  test("is tried again at once when it is asked for", async () => {
    failed(503);
    follow();
    await after(1);
    await refreshAccount();
    expect(asksOfKey()).toBe(2);
  });

  test.each(["SIGN_IN_REQUIRED", "ACCOUNT_MISMATCH"])(
    "with %s is not tried again",
    async (code) => {
      answers["/api/venue/key"] = refused(code);
      follow();
      await after(60_000);
      expect(asksOfKey()).toBe(1);
      expect(isTriedAgain(key().error)).toBe(false);
    },
  );

  test("is over with the answer that there is none", async () => {
    answers["/api/venue/key"] = json({ key: null });
    follow();
    await after(60_000);
    expect(asksOfKey()).toBe(1);
  });
});

describe("while the stream of the account is live", () => {
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const LISTS = ["/api/venue/accounts", "/api/venue/positions", "/api/venue/orders"];
  const listReads = () => requested.filter((path) => LISTS.includes(path)).length;
  const idsOf = () => readOf("alice", "orders").data?.map(({ id }) => id);
  const nine = orderAt("9", 1);

  beforeEach(() => {
    vi.useFakeTimers();
    environmentManager.setIsServer(() => false);
    vi.stubGlobal("document", { visibilityState: "visible" });
    answers["/api/venue/orders"] = json({ results: [nine] });
    answers["/api/venue/accounts"] = json({ results: [accountAt(1)] });
  });

  afterEach(() => {
    stop?.();
    stop = undefined;
    environmentManager.setIsServer(() => true);
    vi.useRealTimers();
  });

  /** The code of the stream is loaded once the key is known, in real time. */
  async function streamLoaded(): Promise<void> {
    await after(1);
    await vi.dynamicImportSettled();
  }

  async function goLive(): Promise<void> {
    follow();
    await streamLoaded();
    await after(10);
    stream.begin({ orders: [nine] });
    requested = [];
  }

  test("nothing of it is polled, but for a check", async () => {
    await goLive();
    await after(119_000);
    expect(requested).toEqual([]);
    await after(2_000);
    expect(requested.toSorted()).toEqual(LISTS.toSorted());
    await after(600_000);
    // Less than the 0.1 a second of all polls of a page.
    expect(listReads()).toBeLessThanOrEqual(6 * 3);
    expect(liveStreamOf("alice")).toBeDefined();
  });

  test("its lists are those of the stream, at once", async () => {
    await goLive();
    stream.send("order", orderAt("10", 2));
    stream.send("order", { ...nine, status: "CLOSED", seq_no: 3 });
    stream.send("position", positionAt("SOLUSDC", 3));
    stream.send("account", accountAt(3, { balance: "4" }));
    expect(idsOf()).toEqual(["10"]);
    expect(readOf("alice", "positions").data).toHaveLength(1);
    expect(readOf("alice", "account").data?.balance).toBe("4");
    expect(heldMarkets.get()).toBe("SOLUSDC");
  });

  test("an answer that was under way does not replace them", async () => {
    let answer: (response: Response) => void = () => undefined;
    follow();
    await streamLoaded();
    await after(10);
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    await after(2_000);
    stream.begin({ orders: [nine, orderAt("10", 2)] });
    answer(Response.json({ results: [] }));
    await after(100);
    expect(idsOf()).toEqual(["10", "9"]);
  });

  test("a lost stream is replaced by polls after 3 s, and they end when it is back", async () => {
    await goLive();
    stream.send("order", orderAt("10", 2));
    stream.lose();
    await after(2_500);
    expect([listReads(), idsOf()]).toEqual([0, ["10", "9"]]);
    // The order has ended meanwhile: the answer is the one from before the stream.
    await after(1_000);
    expect([listReads(), idsOf()]).toEqual([3, ["9"]]);
    await after(4_000);
    expect(listReads()).toBe(9);
    stream.begin({ orders: [nine] });
    requested = [];
    await after(20_000);
    expect(listReads()).toBe(0);
  });

  test("a short gap costs no poll, and what the stream does not repeat is read again", async () => {
    await goLive();
    stream.lose();
    await after(2_000);
    stream.begin({ orders: [nine, orderAt("11", 4)] });
    await after(5_000);
    expect([requested, idsOf()]).toEqual([["/api/venue/key"], ["11", "9"]]);
  });

  test.each([
    [
      "without the venue's stream",
      () => stream.send("followed", { account: "alice", live: false }),
    ],
    ["with a whole state that does not end", () => stream.send("reset", RESET)],
  ])("a stream %s is none", async (_, happen) => {
    await goLive();
    happen();
    expect(liveStreamOf("alice")).toBeUndefined();
    await after(3_100);
    expect(listReads()).toBe(3);
  });

  test("it follows no other account, and drops its events", async () => {
    await goLive();
    expect(stream.market).toBe("@alice");
    stream.send("order", { ...orderAt("66", 9), account: "bob" });
    expect(idsOf()).toEqual(["9"]);
    stop?.();
    stop = undefined;
    expect([stream.market, liveStreamOf("alice")]).toEqual([undefined, undefined]);
  });

  test("is read as ever where the server refuses to stream it", async () => {
    follow();
    await streamLoaded();
    await after(10);
    stream.connect();
    requested = [];
    await after(4_100);
    expect(listReads()).toBe(6);
  });

  test("it is followed from when there is a key", async () => {
    answers["/api/venue/key"] = json({ key: null });
    follow();
    await after(20_000);
    expect(stream.market).toBeUndefined();
    answers["/api/venue/key"] = json({ key: { id: "1" } });
    await refreshAccount();
    await streamLoaded();
    await after(10);
    expect(stream.market).toBe("@alice");
  });

  describe("a write", () => {
    test("is shown by the stream, without a request", async () => {
      await goLive();
      const isShown = vi.fn<() => void>();
      const shown = showWrite([{ id: "10", seq_no: 2 }]).then(isShown);
      await after(500);
      expect(isShown).not.toHaveBeenCalled();
      stream.send("order", orderAt("10", 2));
      await shown;
      expect([requested, idsOf()]).toEqual([[], ["10", "9"]]);
    });

    test("that the stream has shown before its answer is shown at once", async () => {
      await goLive();
      stream.send("order", orderAt("10", 2, { status: "CLOSED" }));
      await showWrite([{ id: "10", seq_no: 2 }]);
      await showWrite([]);
      expect(requested).toEqual([]);
    });

    test("that the stream does not show is read, and a stream that lacks it is not believed", async () => {
      await goLive();
      answers["/api/venue/orders"] = json({ results: [orderAt("10", 2), nine] });
      const shown = showWrite([{ id: "10", seq_no: 2 }]);
      await after(2_100);
      await shown;
      expect([listReads(), liveStreamOf("alice")?.isLive]).toEqual([3, true]);
      await after(5_100);
      expect(liveStreamOf("alice")).toBeUndefined();
      await after(3_100);
      expect(idsOf()).toEqual(["10", "9"]);
      // The next whole state has it, and is believed again.
      stream.begin({ orders: [nine, orderAt("10", 2)] });
      expect(liveStreamOf("alice")).toBeDefined();
    });

    test("is read where there is no stream", async () => {
      follow();
      await after(10);
      requested = [];
      await showWrite([{ id: "10", seq_no: 2 }]);
      expect(listReads()).toBe(3);
    });

    test("during the change of the stream waits for its next whole state", async () => {
      await goLive();
      stream.send("reset", RESET);
      const shown = showWrite([{ id: "10", seq_no: 2 }]);
      await after(200);
      stream.begin({ orders: [orderAt("10", 2)] });
      await shown;
      expect([listReads(), idsOf()]).toEqual([0, ["10"]]);
    });

    test("whose stream is lost is read after 2 s", async () => {
      await goLive();
      stream.lose();
      const shown = showWrite([{ id: "10", seq_no: 2 }]);
      await after(2_100);
      await shown;
      expect(listReads()).toBe(3);
    });
  });

  test("facts are announced once, and orders only when something happens to them", async () => {
    await goLive();
    const facts: string[] = [];
    const off = onAccountFact(({ name, data }) => facts.push(`${name} ${data.id}`));
    stream.send("fill", fillOf(3, "9"));
    stream.send("fill", fillOf(3, "9"));
    stream.send("fill", fillOf(4, "9"));
    stream.begin({ orders: [nine] });
    stream.send("order", orderAt("10", 5));
    stream.send("transfer", { account: "alice", id: "t1", status: "SETTLED", created_at: 1 });
    stream.send("funding", { account: "alice", id: 5, market: "BTCUSDC", created_at: 1 });
    off();
    expect(facts).toEqual(["fill 3", "fill 4", "order 10", "transfer t1", "funding 5"]);
    expect(liveStreamOf("alice")?.fills.map(({ id }) => id)).toEqual([3, 4]);
  });
});
