/** The bytes that clients and the pool program share. */
import { base58 } from "@scure/base";
import { describe, expect, test } from "vitest";
import {
  ALL_OF_SOURCE,
  decodePool,
  encodePool,
  encodeSwap,
  POOL_BYTES,
  POOL_ERROR,
  POOL_OFFSET,
  type Pool,
  PPM,
  poolSeeds,
  SWAP_ACCOUNTS,
  swapInstruction,
} from "./pool.ts";

const key = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte));
const POOL: Pool = {
  feePpm: 3_000n,
  mintA: key(1),
  mintB: key(2),
  vaultA: key(3),
  vaultB: key(4),
  bump: 254,
};

describe("a pool's account", () => {
  test("has each field where its offset says", () => {
    const data = encodePool(POOL);
    expect(data).toHaveLength(POOL_BYTES);
    expect(new TextDecoder().decode(data.slice(0, POOL_OFFSET.feePpm))).toBe("svcpool1");
    expect(new DataView(data.buffer).getBigUint64(POOL_OFFSET.feePpm, true)).toBe(3_000n);
    for (const field of ["mintA", "mintB", "vaultA", "vaultB"] as const) {
      const at = POOL_OFFSET[field];
      expect(base58.encode(data.slice(at, at + 32)), field).toBe(POOL[field]);
    }
    expect(data[POOL_OFFSET.bump]).toBe(254);
  });

  test("reads back as it was written", () => {
    expect(decodePool(encodePool(POOL))).toEqual(POOL);
    expect(decodePool(encodePool({ ...POOL, feePpm: PPM - 1n }))?.feePpm).toBe(PPM - 1n);
  });

  test.each([
    ["a byte more", (data: Uint8Array) => Uint8Array.from([...data, 0])],
    ["a byte less", (data: Uint8Array) => data.slice(1)],
    ["another tag", (data: Uint8Array) => data.fill(0x32, 7, 8)],
    ["a fee of all", (data: Uint8Array) => data.fill(0xff, 8, 16)],
    ["only zeros", (data: Uint8Array) => data.fill(0)],
  ])("is not read from bytes with %s", (_, change) => {
    expect(decodePool(change(encodePool(POOL)))).toBeUndefined();
  });

  test.each([PPM, -1n])("is not written with a fee of %s ppm", (feePpm) => {
    expect(() => encodePool({ ...POOL, feePpm })).toThrow(RangeError);
  });

  test("has seeds of its tag and its mints in their order", () => {
    const seeds = poolSeeds(POOL.mintA, POOL.mintB).map((seed) =>
      Buffer.from(seed).toString("hex"),
    );
    expect(seeds).toEqual(["737663706f6f6c31", "01".repeat(32), "02".repeat(32)]);
    expect(() => poolSeeds(POOL.mintA, base58.encode(new Uint8Array(31)))).toThrow(RangeError);
  });
});

describe("a swap", () => {
  test("is two u64, little-endian", () => {
    const data = encodeSwap({ amountIn: 258n, minOut: ALL_OF_SOURCE });
    expect(Buffer.from(data).toString("hex")).toBe(`0201000000000000${"ff".repeat(8)}`);
  });

  test.each([-1n, 2n ** 64n])("is not written with %s", (amount) => {
    expect(() => encodeSwap({ amountIn: amount, minOut: 0n })).toThrow(RangeError);
    expect(() => encodeSwap({ amountIn: 1n, minOut: amount })).toThrow(RangeError);
  });

  test("lists its accounts in the program's order, and the user signs", () => {
    const accounts = {
      tokenProgram: "t",
      destination: "d",
      vaultOut: "o",
      vaultIn: "i",
      source: "s",
      pool: "p",
      user: "u",
    };
    const instruction = swapInstruction("program", accounts, { amountIn: 1n, minOut: 0n });
    expect(instruction.accounts.map(({ address }) => address).join("")).toBe("upsiodt");
    expect(instruction.accounts.map(({ role }) => role)).toEqual([2, 0, 1, 1, 1, 1, 0]);
    expect(SWAP_ACCOUNTS).toHaveLength(7);
  });
});

test("each error has a code of its own", () => {
  const codes = Object.values(POOL_ERROR);
  expect(new Set(codes).size).toBe(codes.length);
});
