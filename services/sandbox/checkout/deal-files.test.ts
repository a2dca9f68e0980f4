/** What the simulated checkout has sold stays on the disk: a purchase that was paid is never forgotten. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Deal, DealFiles, MAX_DEALS } from "./deal-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deals-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const deal = (more: Partial<Deal> = {}): Deal => ({
  id: randomUUID(),
  purchase: "onr_0123456789abcdef01234567",
  wallet: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
  amount: "100",
  fee: "3.5",
  currency: "usd",
  units: "96500000",
  state: "completed",
  signature: "5".repeat(88),
  untold: [],
  createdAt: 1_000,
  ...more,
});
const write = (one: Deal) => writeFileSync(join(folder, `${one.id}.json`), JSON.stringify(one));
const fill = (count: number) => {
  for (let index = 0; index < count; index += 1) write(deal({ purchase: `onr_${index}` }));
};

test("a full folder refuses another purchase, and keeps each that was paid", () => {
  fill(MAX_DEALS);
  const deals = new DealFiles(folder);
  expect(deals.add(deal({ state: "paying" }))).toBe(false);
  expect(readdirSync(folder)).toHaveLength(MAX_DEALS);
  expect(deals.paidFor("onr_0")).toBeDefined();
});

test("only what was not paid makes room, the oldest first, and not before its callbacks were taken", () => {
  fill(MAX_DEALS - 3);
  const [unsent, old, young] = [
    deal({ state: "failed", createdAt: 1, untold: ["{}"] }),
    deal({ state: "refunded", createdAt: 2 }),
    deal({ state: "failed", createdAt: 3 }),
  ];
  for (const one of [unsent, old, young]) write(one);
  const deals = new DealFiles(folder);
  const left = () => [unsent, old, young].map(({ id }) => deals.find(id) !== undefined);
  expect(deals.add(deal())).toBe(true);
  expect(left()).toEqual([true, false, true]);
  expect(deals.add(deal())).toBe(true);
  expect(left()).toEqual([true, false, false]);
  expect(deals.add(deal())).toBe(false);
  expect(new DealFiles(folder).all()).toHaveLength(MAX_DEALS);
});

test.each([
  ["failed", false],
  ["refunded", false],
  ["paying", true],
  ["completed", true],
] as const)("a purchase with one that is %s counts as paid: %s", (state, isPaid) => {
  const one = deal({ state });
  write(one);
  expect(new DealFiles(folder).paidFor(one.purchase) !== undefined).toBe(isPaid);
});

test("what a kill while writing leaves is removed", () => {
  const one = deal();
  write(one);
  writeFileSync(join(folder, `${one.id}.json.tmp`), '{"id":');
  expect(new DealFiles(folder).all()).toEqual([one]);
  expect(readdirSync(folder)).toEqual([`${one.id}.json`]);
});

test.each([
  ["a damaged file", "00000000-0000-4000-8000-000000000000.json", '{"id":'],
  ["a file of another name", "other.json", JSON.stringify(deal())],
])("%s is kept, and nothing is sold without it", (_what, name, text) => {
  writeFileSync(join(folder, name), text);
  expect(() => new DealFiles(folder)).toThrow(name);
  expect(readdirSync(folder)).toEqual([name]);
});
