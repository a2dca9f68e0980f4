/** The watch finds what a look at every account after every mark finds, and tells of each bound once. */
import { expect, test } from "vitest";
import { chanceOf } from "#lib/kernel/random.testing.ts";
import type { MarginLevel } from "#lib/protocol/wire/account-stream.ts";
import { pubkeyOf } from "#services/venue/engine/commands.testing.ts";
import { BTC, TestEngine } from "#services/venue/engine/engine.testing.ts";
import { choose } from "#services/venue/engine/isolated.testing.ts";
import { INSURANCE } from "#services/venue/engine/market-state.ts";
import { maintenanceShare, marginLevel } from "./margin-state.ts";
import { MarginWatch } from "./margin-watch.ts";

/** Applies what `step` does as one block, a second after the last one. */
function watched(engine: TestEngine, levels = new Map<string, MarginLevel>()) {
  const watch = new MarginWatch(engine.state, levels);
  return (step: () => void) => {
    const fills = engine.fills.length;
    engine.wait(1_000);
    step();
    const moved = new Set(engine.fills.slice(fills).map(({ account }) => account));
    const reached = watch.afterBlock({ moved, isRepriced: true });
    return reached.map(([account, level]) => [account.pubkey, level] as const);
  };
}

test("each bound is told of once, until the share has been below 0.4", () => {
  const engine = new TestEngine();
  engine.deposit("bob", "10000").deposit("eve", "110");
  const block = watched(engine);
  const eve = pubkeyOf("eve");
  block(() => {
    engine.sell("bob", "10", "100");
    engine.buy("eve", "10", "100");
  });
  const reachedAt = (price: string) => block(() => engine.mark(price));
  // Worth 109.55 - 10 × (100 - p), maintenance p ÷ 2: half at p = 98.94…, four fifths at p = 94.98….
  expect(reachedAt("99")).toEqual([]);
  expect(reachedAt("98.9")).toEqual([[eve, "WARNING"]]);
  expect(reachedAt("99.5")).toEqual([]);
  expect(reachedAt("98.9")).toEqual([]);
  expect(reachedAt("94.9")).toEqual([[eve, "DANGER"]]);
  expect(reachedAt("97")).toEqual([]);
  expect(reachedAt("94.9")).toEqual([]);
  // 0.4 at p = 101.6….
  expect(reachedAt("102")).toEqual([]);
  expect(reachedAt("94.9")).toEqual([[eve, "DANGER"]]);
});

test("what was told before a restart is not told again", () => {
  const engine = new TestEngine();
  engine.deposit("bob", "10000").deposit("eve", "110");
  const levels = new Map<string, MarginLevel>();
  const first = watched(engine, levels);
  first(() => {
    engine.sell("bob", "10", "100");
    engine.buy("eve", "10", "100");
  });
  expect(first(() => engine.mark("98.9"))).toHaveLength(1);
  const second = watched(engine, levels);
  expect(second(() => engine.mark("98.8"))).toEqual([]);
  expect(second(() => engine.mark("94.9"))).toEqual([[pubkeyOf("eve"), "DANGER"]]);
});

test("an isolated position is told of at four fifths only, until its share has been below 0.65", () => {
  const engine = new TestEngine();
  engine.deposit("bob", "10000").deposit("eve", "1000");
  const block = watched(engine);
  const eve = pubkeyOf("eve");
  block(() => {
    choose(engine, 10, { name: "eve" });
    engine.sell("bob", "10", "100");
    engine.buy("eve", "10", "100");
  });
  const reachedAt = (price: string) => block(() => engine.mark(price));
  // Worth 100 - 10 × (100 - p), maintenance p ÷ 2: four fifths at p = 96, 0.65 at p = 97.5.
  expect(reachedAt("98.9")).toEqual([]);
  expect(reachedAt("96.1")).toEqual([]);
  expect(reachedAt("95.9")).toEqual([[eve, "DANGER"]]);
  expect(reachedAt("97")).toEqual([]);
  expect(reachedAt("95.9")).toEqual([]);
  expect(reachedAt("98")).toEqual([]);
  expect(reachedAt("95.9")).toEqual([[eve, "DANGER"]]);
});

test("500 marks of two markets over 60 accounts find what looking at every account finds", () => {
  const chance = chanceOf(7);
  const engine = new TestEngine();
  engine.deposit("maker", "100000000").deposit("insurance", "1000000");
  const names = Array.from({ length: 60 }, (_, index) => `trader-${index}`);
  const found = new Map<string, MarginLevel>();
  const expected = new Map<string, MarginLevel>();
  const block = watched(engine, found);
  const prices = { SOL: 100, BTC: 50_000 };
  const openAll = () => {
    for (const [index, name] of names.entries()) {
      engine.deposit(name, String(100 + chance.below(100)));
      if (index % 3 === 0) choose(engine, 10, { name });
      const size = String(1 + chance.below(9));
      engine.sell("maker", size, "100");
      engine.buy(name, size, "100");
      engine.buy("maker", "0.001", "50000", { market: BTC });
      engine.sell(name, "0.001", "50000", { market: BTC });
    }
  };
  let told = 0;
  for (let round = 0; round < 500; round += 1) {
    const reached = block(() => {
      if (round === 0) openAll();
      prices.SOL *= 1 + (chance.next() - 0.5) * 0.03;
      prices.BTC *= 1 + (chance.next() - 0.5) * 0.02;
      engine.mark(prices.SOL.toFixed(3));
      engine.mark(prices.BTC.toFixed(1), BTC);
    });
    const wanted: string[] = [];
    for (const account of engine.state.accounts.values()) {
      const { pubkey } = account;
      if (pubkey === INSURANCE) continue;
      const before = expected.get(pubkey) ?? "SAFE";
      const level = marginLevel(maintenanceShare(account, before), before);
      const ranks = ["SAFE", "WARNING", "DANGER", "LIQUIDATING"];
      if (level !== "LIQUIDATING" && ranks.indexOf(level) > ranks.indexOf(before))
        wanted.push(`${pubkey} ${level}`);
      if (level === "SAFE") expected.delete(pubkey);
      else expected.set(pubkey, level);
    }
    expect(reached.map((one) => one.join(" ")).toSorted()).toEqual(wanted.toSorted());
    expect(found).toEqual(expected);
    told += reached.length;
  }
  expect(told).toBeGreaterThan(20);
});
