/** The book finds exactly what judging every alert would find, and looks at few. */
import { expect, test } from "vitest";
import { chanceOf } from "#lib/kernel/random.testing.ts";
import { AlertBook, type BookAlert } from "./alert-book.ts";
import { judgeAlert, type MarkBar } from "./alert-rule.ts";

const PRICE = 1_000_000n;

function randomAlert(id: string, number: (most: number) => number): BookAlert {
  return {
    id,
    price: PRICE + BigInt(number(20_000)) - 10_000n,
    direction: number(2) === 0 ? "above" : "below",
    isArmed: number(3) > 0,
    since: number(4) * 1_000,
    firings: 0,
  };
}

function randomBar(number: (most: number) => number): MarkBar {
  const marks = [1, 2, 3].map(() => PRICE + BigInt(number(24_000)) - 12_000n);
  const [low = 0n, close = 0n, high = 0n] = marks.toSorted((a, b) => (a < b ? -1 : 1));
  const start = number(4) * 1_000;
  return { market: "BTCUSDC", start, end: start + 1_000, low, high, close };
}

test.each([1, 2, 3])("random books and bars, seed %i", (seed) => {
  const chance = chanceOf(seed);
  const number = (most: number) => chance.below(most);
  const book = new AlertBook();
  const alerts = new Map<string, BookAlert>();
  for (let step = 0; step < 600; step += 1) {
    const id = `pal_${number(80)}`;
    if (number(4) === 0) {
      book.remove(id);
      alerts.delete(id);
    } else {
      const alert = randomAlert(id, number);
      book.put(alert);
      alerts.set(id, alert);
    }
    expect(book.size).toBe(alerts.size);
    const bar = randomBar(number);
    const expected = [...alerts.values()].filter((one) => judgeAlert(one, bar) !== undefined);
    const found = book.judge(bar, 1_000).map(({ alert }) => alert.id);
    expect(found.toSorted()).toEqual(expected.map((one) => one.id).toSorted());
  }
});

test("a bar that reaches no price looks at one alert of each kind, among ten thousand", () => {
  const book = new AlertBook();
  let looked = 0;
  for (let index = 0; index < 10_000; index += 1) {
    const isAbove = index % 2 === 0;
    const away = isAbove ? 10n + BigInt(index) : -10n - BigInt(index);
    const price = PRICE + away;
    const alert = {
      id: `pal_${index}`,
      direction: isAbove ? "above" : "below",
      firings: 0,
    } as const;
    const seen = {
      ...alert,
      isArmed: true,
      since: 0,
      get price() {
        looked += 1;
        return price;
      },
    };
    book.put(seen);
  }
  looked = 0;
  const near = { low: PRICE - 1n, high: PRICE + 1n, close: PRICE };
  expect(book.judge({ market: "BTCUSDC", start: 0, end: 1_000, ...near }, 10)).toEqual([]);
  expect(looked).toBeLessThanOrEqual(4);
});

test("no more than the limit is found at once", () => {
  const book = new AlertBook();
  for (const id of ["a", "b", "c"]) {
    book.put({ id, price: PRICE, direction: "above", isArmed: true, since: 0, firings: 0 });
  }
  const bar = { market: "BTCUSDC", start: 0, end: 1_000, low: PRICE, high: PRICE, close: PRICE };
  expect(book.judge(bar, 2)).toHaveLength(2);
});
