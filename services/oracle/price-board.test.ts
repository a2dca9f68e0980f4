/** The board remembers between prices which sources are in dispute. */
import { expect, test } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { PriceBoard } from "./price-board.ts";
import type { PriceSource } from "./sources/source.ts";

const UNIT = 10n ** 18n;

function source(name: string, weight: number): PriceSource {
  return { name, weight, staleAfterMs: 3_000, connected: true, start: () => {}, close: () => {} };
}

function open(...weights: number[]) {
  const timers = new ManualTimers(1_700_000_000_000);
  const sources = weights.map((weight, index) => source(`s${index}`, weight));
  const board = new PriceBoard({ sources, outlierPpm: 10_000n, clock: timers });
  const report = (index: number, dollars: bigint, market = "BTCUSDC") => {
    const prices = [{ market, price: dollars * UNIT, at: timers.now() }];
    board.take(sources[index]!, { prices, urgent: false });
  };
  /** The same prices every second, by source; `undefined` for a silent one. */
  const reportFor = async (seconds: number, ...prices: (bigint | undefined)[]) => {
    for (let second = 0; second < seconds; second += 1) {
      await timers.advance(1_000);
      for (const [index, price] of prices.entries()) {
        if (price !== undefined) report(index, price);
      }
    }
  };
  const dollars = () => {
    const decision = board.decide("BTCUSDC");
    return decision.kind === "price" ? decision.price / UNIT : decision.kind;
  };
  return { board, report, reportFor, dollars };
}

test.each([
  ["the heavy one", [undefined, 50n]],
  ["the light one", [100n, undefined]],
])("a held market is not released because %s is silent", async (_, left) => {
  const { reportFor, dollars } = open(3, 1);
  await reportFor(1, 100n, 50n);
  expect(dollars()).toBe("held");
  await reportFor(60, ...left);
  expect(dollars()).toBe("held");
  await reportFor(1, 100n, 100n);
  expect(dollars()).toBe(100n);
});

test("one of three differing sources is not trusted when only it remains", async () => {
  const { reportFor, dollars } = open(1, 1, 1);
  await reportFor(1, 100n, 100n, 50n);
  expect(dollars()).toBe(100n);
  await reportFor(10, undefined, undefined, 50n);
  expect(dollars()).toBe("held");
});

test("one of two agreeing sources continues alone, and a source that never spoke has no vote", async () => {
  const { reportFor, dollars } = open(3, 1, 9);
  await reportFor(1, 100n, 100n);
  await reportFor(4, undefined, 100n);
  await reportFor(1, undefined, 50n);
  expect(dollars()).toBe(50n);
});

test("a dispute about one market does not affect another", async () => {
  const { board, report, reportFor } = open(3, 1);
  await reportFor(1, 100n, 50n);
  report(1, 20n, "ETHUSDC");
  expect(board.decide("ETHUSDC")).toMatchObject({ kind: "price", disputed: [] });
});

test("a disputed source that agrees again is no longer disputed", async () => {
  const { reportFor, dollars } = open(1, 1);
  await reportFor(1, 100n, 50n);
  await reportFor(1, 100n, 100n);
  await reportFor(4, undefined, 100n);
  await reportFor(1, undefined, 80n);
  expect(dollars()).toBe(80n);
});
