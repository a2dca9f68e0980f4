import { expect, test } from "vitest";
import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { DepositFeed } from "./deposit-feed.ts";

test("what a pass found before the node failed is read again", async () => {
  const reads: string[] = [];
  let fails = true;
  const chain = {
    finalizedHead: () => Promise.resolve({ slot: 100, height: 100 }),
    signatures: (account: string, before?: string) =>
      Promise.resolve(
        before === undefined ? [{ signature: `of ${account}`, slot: 90, err: null }] : [],
      ),
    bytes: (signature: string) => {
      reads.push(signature);
      if (fails && signature === "of second") throw new Error("the node is away");
      return Promise.resolve({ bytes: new Uint8Array(), blockTime: 0 });
    },
  } as unknown as ChainReads;
  const accounts = new Map([
    ["USDC", "first"],
    ["BTC", "second"],
  ] as const);
  const feed = new DepositFeed(chain, accounts);
  await expect(feed.next(() => false)).rejects.toThrow("the node is away");
  fails = false;
  await feed.next(() => false);
  await feed.next(() => false);
  expect(reads).toEqual(["of first", "of second", "of first", "of second"]);
});
