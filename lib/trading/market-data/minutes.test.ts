/** The minutes of the running app: stored beside the bars while markets are followed, and continued after a restart. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { readMinutes } from "./candles/minute-store.ts";
import { AHEAD, START, TestHub } from "./market-hub.testing.ts";

/** The minute of the start, on the venue's clock. */
const FIRST = START - (START % MINUTE_MS);

let hub: TestHub;
beforeEach(async () => {
  hub = await TestHub.open(["BTCUSDC"]);
});
afterEach(() => hub.close());

const minutes = () =>
  readMinutes(hub.db, "BTCUSDC", { from: 0, to: hub.timers.now() + AHEAD, limit: 100 });
const trade = (size: string) => {
  const side = "SELL";
  const facts = { price: "100", size, at: hub.venue.serverTime(), side } as const;
  hub.venue.trade("BTCUSDC", { ...facts, trade_type: "LIQUIDATION" });
};

/** Moves time to this distance from the start of the first minute, the last two seconds in small steps. */
async function goTo(ms: number): Promise<void> {
  const left = FIRST + ms - hub.venue.serverTime();
  if (left > 2_000) await hub.timers.advance(left - 2_000);
  await hub.live(2_000);
}

test("a minute is stored once it has ended, and those of a downtime when the app is back", async () => {
  await hub.start();
  await hub.ready();
  Object.assign(hub.venue.market("BTCUSDC"), { openInterest: "5", fundingRate: "0.0001" });
  trade("1");
  await goTo(MINUTE_MS);
  expect(await minutes()).toEqual([]);
  await goTo(MINUTE_MS + 8_000);
  const first = {
    market: "BTCUSDC",
    start: FIRST,
    openInterest: "5",
    fundingRate: "0.0001",
    volume: "100",
    liquidatedLong: "100",
    liquidatedShort: "0",
  };
  await expect.poll(minutes).toEqual([first]);
  trade("2");
  await hub.data.stop();
  await hub.timers.advance(2 * MINUTE_MS);
  await hub.restart(() => trade("3"));
  await hub.ready();
  await goTo(4 * MINUTE_MS + 8_000);
  const missed = { ...first, openInterest: null, fundingRate: null };
  await expect
    .poll(minutes)
    .toEqual([
      first,
      { ...missed, start: FIRST + MINUTE_MS, volume: "200", liquidatedLong: "200" },
      { ...missed, start: FIRST + 2 * MINUTE_MS, volume: "0", liquidatedLong: "0" },
      { ...first, start: FIRST + 3 * MINUTE_MS, volume: "300", liquidatedLong: "300" },
    ]);
});
