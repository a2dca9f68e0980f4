import { createRequire } from "node:module";
import { environmentManager, InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isTriedAgain, ReadFailure } from "./account-store.ts";
import { accountQueryClient, againWhileEmpty } from "./query-client.ts";
import { marketListOf } from "./use-market-list.ts";

// The library's core only: its React provider needs parts that tests do not have.
vi.mock("@tanstack/react-query", () => {
  const here = createRequire(import.meta.url);
  const core: unknown = createRequire(here.resolve("@tanstack/react-query"))(
    "@tanstack/query-core",
  );
  return core as object;
});

let requests: number;
/** How many requests fail before the first good answer. */
let failing: number;
let stop: () => void;

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function read(): Promise<{ results: string[]; next: string }> {
  requests += 1;
  if (requests <= failing) return Promise.reject(new ReadFailure("VENUE_TIMEOUT", "No answer."));
  return Promise.resolve({ results: ["row"], next: "older" });
}

beforeEach(() => {
  requests = 0;
  failing = 2;
  vi.useFakeTimers();
  // Without a window the library assumes a server, which does not poll.
  environmentManager.setIsServer(() => false);
});

afterEach(() => {
  stop();
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a read that failed", () => {
  test("is tried again without being told to, and no more once it succeeded", async () => {
    const totals = new QueryObserver(accountQueryClient(), { queryKey: ["t"], queryFn: read });
    stop = totals.subscribe(() => {});
    await after(2_000);
    expect(totals.getCurrentResult().isError).toBe(true);
    await after(4_000);
    expect(totals.getCurrentResult().data?.results).toEqual(["row"]);
    await after(60_000);
    expect(requests).toBe(3);
  });

  test("is not tried again when nobody shows it", async () => {
    const totals = new QueryObserver(accountQueryClient(), { queryKey: ["t"], queryFn: read });
    stop = totals.subscribe(() => {});
    await after(1);
    stop();
    await after(60_000);
    expect(requests).toBe(1);
  });

  test("of pages is tried again while there are none; an older page that failed reads none again", async () => {
    const pages = new InfiniteQueryObserver(accountQueryClient(), {
      queryKey: ["p"],
      queryFn: read,
      refetchInterval: againWhileEmpty,
      initialPageParam: "",
      getNextPageParam: ({ next }: { next: string }) => next,
    });
    stop = pages.subscribe(() => {});
    await after(6_000);
    expect(pages.getCurrentResult().data?.pages).toHaveLength(1);
    failing = 4;
    await pages.fetchNextPage();
    expect(pages.getCurrentResult()).toMatchObject({ isError: true });
    await after(60_000);
    expect(requests).toBe(4);
  });

  test("of the markets' rules is tried again as long as somebody listens", async () => {
    const base_asset = { symbol: "BTC", decimals: 8 };
    const terms = { price_tick: "0.1", base_lot_size: "0.001" };
    const markets = [{ symbol: "BTCUSDC", base_asset, ...terms }];
    failing = 6;
    vi.stubGlobal("fetch", () => {
      requests += 1;
      return Promise.resolve(
        requests <= failing ? Response.json({}, { status: 503 }) : Response.json(markets),
      );
    });
    const list = marketListOf(accountQueryClient());
    stop = list.subscribe(() => {});
    await after(58_000);
    expect(list.get()).toBeUndefined();
    await after(2_000);
    expect(list.get()).toEqual(markets);
    expect(requests).toBe(7);
  });

  test("is said to be tried again only where it is", () => {
    stop = () => {};
    for (const code of ["VENUE_UNREACHABLE", "NETWORK", "RATE_LIMITED", "HTTP_500"])
      expect(isTriedAgain(new ReadFailure(code, ""))).toBe(true);
    for (const code of ["SIGN_IN_REQUIRED", "ACCOUNT_MISMATCH", "UNKNOWN_API_KEY", "HTTP_401"])
      expect(isTriedAgain(new ReadFailure(code, ""))).toBe(false);
  });
});
