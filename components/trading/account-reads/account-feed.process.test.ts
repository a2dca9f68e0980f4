import { createRequire } from "node:module";
import { environmentManager, onlineManager } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { heldMarkets } from "#components/data/held-markets.ts";
import { feedAccount } from "./account-feed.ts";
import type { SessionParts } from "./account-store.ts";
import { endReads, isTriedAgain, readOf, refreshAccount } from "./account-store.ts";

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
let stop: (() => void) | undefined;

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const refused = (code: string) => json({ error: code, message: "No." }, 401);

beforeEach(() => {
  requested = [];
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
  stop = feedAccount("alice", session);
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
