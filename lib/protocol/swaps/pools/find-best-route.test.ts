/** Planned routes against all possible paths, computed in fractions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findBestRoute, type LivePool, outputAlong } from "./find-best-route.ts";
import { impactByPrices, outputByProduct } from "./fraction.testing.ts";

const MINTS = ["a", "b", "c", "d", "e"] as const;

function pool(mintA: string, mintB: string, reserveA: bigint, reserveB: bigint): LivePool {
  const address = `${mintA}${mintB}:${reserveA}:${reserveB}`;
  const parts = { vaultA: `${address}:a`, vaultB: `${address}:b`, bump: 255 };
  return { address, mintA, mintB, reserveA, reserveB, feePpm: 3_000n, ...parts };
}

const reserve = fc.bigInt(1n, 10n ** 12n);
const somePool = fc
  .tuple(fc.subarray([...MINTS], { minLength: 2, maxLength: 2 }), reserve, reserve)
  .map(([[a = "a", b = "b"], reserveA, reserveB]) => pool(a, b, reserveA, reserveB));

/** Every path of at most three pools that passes no token twice. */
function allPaths(pools: readonly LivePool[], from: string, to: string): LivePool[][] {
  const paths: LivePool[][] = [];
  for (const one of pools) {
    for (const two of [undefined, ...pools]) {
      for (const three of two === undefined ? [undefined] : [undefined, ...pools]) {
        const path = [one, two, three].filter((each) => each !== undefined);
        if (isPath(path, from, to)) paths.push(path);
      }
    }
  }
  return paths;
}

function isPath(path: readonly LivePool[], from: string, to: string): boolean {
  const passed = [from];
  for (const { mintA, mintB } of path) {
    const at = passed.at(-1);
    if (at !== mintA && at !== mintB) return false;
    passed.push(at === mintA ? mintB : mintA);
  }
  return passed.at(-1) === to && new Set(passed).size === passed.length;
}

function along(path: readonly LivePool[], from: string, amountIn: bigint) {
  let [mint, amount] = [from, amountIn];
  const sizes = path.map((each) => {
    const isFromA = each.mintA === mint;
    const reserves = isFromA
      ? { reserveIn: each.reserveA, reserveOut: each.reserveB }
      : { reserveIn: each.reserveB, reserveOut: each.reserveA };
    const { net, out } = outputByProduct(reserves, amount, each.feePpm);
    [mint, amount] = [isFromA ? each.mintB : each.mintA, out];
    return { reserveIn: reserves.reserveIn, net };
  });
  return { out: amount, sizes };
}

test("a planned route gives the most of all paths, with the impact that fractions give", () => {
  fc.assert(
    fc.property(
      fc.array(somePool, { minLength: 1, maxLength: 7 }),
      fc.bigInt(1n, 10n ** 11n),
      (pools, amountIn) => {
        const outputs = allPaths(pools, "a", "e").map((path) => along(path, "a", amountIn).out);
        const most = outputs.reduce((one, other) => (one > other ? one : other), 0n);
        const planned = findBestRoute(pools, { mintIn: "a", mintOut: "e", amountIn });
        expect(planned?.out ?? 0n).toBe(most);
        if (planned === undefined) return;
        const path = planned.hops.map((hop) => hop.pool);
        expect(BigInt(planned.impactBps)).toBe(impactByPrices(along(path, "a", amountIn).sizes));
        expect(outputAlong(path, "a", amountIn)).toEqual(planned);
      },
    ),
    { numRuns: 2_000 },
  );
});

describe("a route", () => {
  const direct = pool("a", "c", 1_000_000n, 1_000_000n);
  const pools = [
    pool("a", "b", 10n ** 12n, 10n ** 12n),
    pool("b", "c", 10n ** 12n, 10n ** 12n),
    direct,
  ];

  test("is direct for a small amount, and uses deeper pools for a large one", () => {
    const hopsFor = (amountIn: bigint) =>
      findBestRoute(pools, { mintIn: "a", mintOut: "c", amountIn })?.hops.length;
    expect(hopsFor(1_000n)).toBe(1);
    expect(hopsFor(500_000n)).toBe(2);
  });

  test("has at most as many hops as allowed", () => {
    const question = { mintIn: "a", mintOut: "c", amountIn: 500_000n };
    expect(findBestRoute(pools, { ...question, maxHops: 1 })?.hops).toMatchObject([
      { pool: direct },
    ]);
    expect(findBestRoute(pools.slice(0, 2), { ...question, maxHops: 1 })).toBeUndefined();
  });

  test("prefers fewer hops when both give the same", () => {
    const free = (a: string, b: string) => ({ ...pool(a, b, 10n ** 15n, 10n ** 15n), feePpm: 0n });
    const equal = [free("a", "b"), free("b", "c"), free("a", "c")];
    const planned = findBestRoute(equal, { mintIn: "a", mintOut: "c", amountIn: 100n });
    expect(planned?.hops.length).toBe(1);
  });

  test.each([
    ["without pools", [], 10n],
    ["of nothing", pools, 0n],
    ["that gives less than a unit", [pool("a", "c", 10n ** 12n, 10n)], 10n],
    ["through an empty pool", [pool("a", "c", 0n, 0n)], 10n],
  ] as const)("%s is none", (_, given, amountIn) => {
    expect(findBestRoute(given, { mintIn: "a", mintOut: "c", amountIn })).toBeUndefined();
  });

  test("does not exist from a token to itself", () => {
    expect(findBestRoute(pools, { mintIn: "a", mintOut: "a", amountIn: 10n })).toBeUndefined();
  });
});

test("pools that do not connect are not a route", () => {
  const apart = [pool("a", "b", 10n, 10n), pool("c", "d", 10n, 10n)];
  expect(outputAlong(apart, "a", 5n)).toBeUndefined();
  expect(outputAlong([], "a", 5n)).toBeUndefined();
});
