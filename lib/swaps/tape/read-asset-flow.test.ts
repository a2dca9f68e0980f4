/** The flow of an asset: the landed swaps of the last day, bought and sold. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import { readAssetFlow } from "./read-asset-flow.ts";

const NOW = Date.UTC(2026, 4, 1, 12);

let db: Database;
let seq = 0;
beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

async function swap(change: Partial<typeof swaps.$inferInsert>): Promise<void> {
  seq += 1;
  await db.insert(swaps).values({
    signature: `signature-of-a-swap-number-${seq}`,
    network: "simulated",
    wallet: "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ",
    status: "finalized",
    assetIn: "USDC",
    assetOut: "SOL",
    unitsIn: 150_000_000n,
    unitsOut: 1_000_000_000n,
    fee: 0n,
    feeGross: 0n,
    route: ["pool:SOL-USDC"],
    seq,
    slot: seq,
    blockTime: NOW - HOUR_MS,
    usd: 150_000_000_000n,
    ...change,
  });
}

test("it sums what was bought and sold, and shows the largest swaps", async () => {
  await swap({});
  await swap({ unitsOut: 2_500_000_000n, usd: 400_000_000_000n });
  await swap({
    assetIn: "SOL",
    assetOut: "USDC",
    unitsIn: 500_000_000n,
    unitsOut: 75_000_000n,
    usd: null,
  });
  await swap({ assetOut: "BTC" });
  await swap({ blockTime: NOW - 25 * HOUR_MS });
  await swap({ status: "dropped" });
  await swap({ status: "submitted", seq: null });
  const flow = await readAssetFlow("SOL", NOW);
  expect(flow).toMatchObject({
    since: NOW - 24 * HOUR_MS,
    bought: { swaps: 2, amount: "3.5", usd: "550" },
    sold: { swaps: 1, amount: "0.5", usd: "0" },
  });
  expect(flow.largest.map(({ usd }) => usd)).toEqual(["400", "150", null]);
});
