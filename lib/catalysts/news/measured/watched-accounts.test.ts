/** News from changes of watched accounts. */

import { expect, test } from "vitest";
import { SOURCE } from "#lib/catalysts/testing/stored-news.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { readWatchedAccounts } from "./watched-accounts.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const BRIDGE = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
const OTHER = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const USDC = 1_000_000n;
const CHAIN = { ...SOURCE, name: "chain", authority: 1, url: "https://app.example" };

/** Reads balances in whole USDC, minutes apart; null: the account cannot be read. */
class Reads {
  #cursor: string | null = null;

  /** @param behind how many minutes the node's answer is old */
  async at(minutes: number, bridge: number | null, other: number | null = 0, behind = 0) {
    const held = new Map([
      [BRIDGE, bridge],
      [OTHER, other],
    ]);
    const watch = {
      source: CHAIN,
      accounts: [BRIDGE, OTHER].map((account, index) => ({
        label: ["the bridge", "Other"][index] ?? "",
        account,
        asset: "USDC" as const,
        least: 1_000n * USDC,
      })),
      network: "mainnet-beta",
      sandboxUrl: undefined,
      readBalance: async (account: string) => {
        const whole = held.get(account) ?? null;
        if (whole === null) throw new Error("no answer");
        return { amount: BigInt(whole) * USDC, slot: 1_000 + Math.round((minutes - behind) * 150) };
      },
    };
    const answer = await readWatchedAccounts(watch, this.#cursor, NOON + minutes * MINUTE_MS);
    this.#cursor = answer.cursor;
    return answer;
  }

  async headlineAt(minutes: number, bridge: number, other = 0) {
    return (await this.at(minutes, bridge, other)).items.map(({ item }) => item.headline);
  }
}

test("a large change is news of its token, with the address of the account", async () => {
  const reads = new Reads();
  expect((await reads.at(0, 5_000_000)).items).toEqual([]);
  const { items } = await reads.at(2, 3_765_432);
  expect(items).toMatchObject([
    {
      item: {
        url: `https://explorer.solana.com/address/${BRIDGE}?since=1000`,
        headline: "1,234,568 USDC left the bridge",
        summary: `The account ${BRIDGE} changed by so much within 2 min, as final blocks of the chain show.`,
        publishedAt: NOON + 2 * MINUTE_MS,
      },
      reading: {
        role: "recap",
        type: null,
        assets: [{ asset: "USDC", weight: 1 }],
        details: { onchain: 1 },
      },
    },
  ]);
  expect(await reads.headlineAt(3, 3_765_432, 1_000)).toEqual(["1,000 USDC reached Other"]);
  expect(await reads.headlineAt(4, 3_765_432, 1_000)).toEqual([]);
});

test("small changes count together for ten minutes", async () => {
  const reads = new Reads();
  expect(await reads.headlineAt(0, 5_000)).toEqual([]);
  expect(await reads.headlineAt(5, 4_400)).toEqual([]);
  const { items } = await reads.at(9, 3_900);
  expect(items).toMatchObject([
    { item: { headline: "1,100 USDC left the bridge" }, reading: { details: { onchain: 0.521 } } },
  ]);
  expect(await reads.headlineAt(18, 3_300)).toEqual([]);
  expect(await reads.headlineAt(19, 3_300)).toEqual([]);
  expect(await reads.headlineAt(20, 2_800)).toEqual([]);
});

test("a read that is repeated gives the same item", async () => {
  const [one, two] = [new Reads(), new Reads()];
  const idOf = async (reads: Reads, minutes: number) => {
    await reads.at(0, 5_000);
    return (await reads.at(minutes, 1_000)).items[0]?.item.id;
  };
  expect(await idOf(one, 2)).toBe(await idOf(two, 3));
});

test("an answer of a node that is behind is ignored", async () => {
  const reads = new Reads();
  await reads.at(0, 5_000);
  expect(await reads.headlineAt(2, 1_000)).toEqual(["4,000 USDC left the bridge"]);
  expect((await reads.at(3, 5_000, 0, 2)).items).toEqual([]);
  expect((await reads.at(20, 5_000, 0, 19)).items).toEqual([]);
  expect(await reads.headlineAt(21, 1_000)).toEqual([]);
});

test("an account that cannot be read does not affect the others, and its change is seen later", async () => {
  const reads = new Reads();
  await reads.at(0, 5_000, 5_000);
  const { items, error } = await reads.at(1, null, 1_000);
  expect(items.map(({ item }) => item.headline)).toEqual(["4,000 USDC left Other"]);
  expect(error).toBe("1 of 2 accounts cannot be read");
  expect(await reads.headlineAt(30, 1_000, 1_000)).toEqual(["4,000 USDC left the bridge"]);
  await expect(reads.at(31, null, null)).rejects.toThrow("unreachable");
});
