/** Fills the venue's store of ended orders, so that a soak of two hours sees it as it is after days. */
import { setTimeout as sleep } from "node:timers/promises";
import { fundAccount } from "#scripts/dev/clients/app-trader.ts";
import { CLOSED_ORDERS_KEPT } from "#services/venue/engine/resting-orders.ts";
import { limit, TestTrader } from "#services/venue/venue.testing.ts";
import type { SoakUrls } from "./traders.ts";

/** The venue takes 200 orders a second of each key. */
const TRADERS = 8;
const BATCH = 50;
const BATCH_EVERY_MS = 300;
const FUNDS = "1000";
/** Immediate-or-cancel far below the simulated market: each order ends at once, without a fill. */
const ORDER = { ...limit("BUY", "0.0002", "50100"), time_in_force: "IOC" as const };

/** @throws Error with the venue's answer when an order is refused */
export async function fillVenue({ venue, sandbox }: SoakUrls): Promise<void> {
  const batches = Math.ceil(CLOSED_ORDERS_KEPT / TRADERS / BATCH);
  const traders = Array.from({ length: TRADERS }, (_, index) => new TestTrader(venue, `${index}`));
  await Promise.all(
    traders.map(async (trader) => {
      await fundAccount(sandbox, trader.address, FUNDS);
      await trader.createKey(Date.now());
      for (let sent = 0; sent < batches; sent += 1) {
        const pause = sleep(BATCH_EVERY_MS);
        await placeAll(trader);
        await pause;
      }
    }),
  );
}

async function placeAll(trader: TestTrader): Promise<void> {
  const orders = Array.from({ length: BATCH }, () => ORDER);
  const { status, body } = await trader.placeBatch(orders, Date.now());
  const text = JSON.stringify(body);
  if (status >= 300 || text.includes('"status":"error"')) {
    throw new Error(`a batch was refused: ${status} ${text.slice(0, 400)}`);
  }
}
