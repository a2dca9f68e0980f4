/** Unfinished requests of one address end after a time, and no other client waits meanwhile. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { limit, startVenue, TestTrader, type TestVenue } from "#services/venue/venue.testing.ts";
import { openOf, UnfinishedHeads } from "./unfinished-heads.testing.ts";

let venue: TestVenue;
let heads: UnfinishedHeads;

afterEach(async () => {
  heads.close();
  await venue.close();
});

// Other systems have one loopback address unless an administrator adds more.
describe.skipIf(process.platform !== "linux")("connections", () => {
  test("of one address with 1,600 unfinished heads are cut to its limit and gone after 10 s, while others trade", async () => {
    venue = await startVenue({ gateways: 2, connections: 3_500, clock: "system" });
    heads = new UnfinishedHeads(venue.url);
    const trader = new TestTrader(venue.url, "trader");
    await trader.createKey(Date.now());
    const deposit = { account: trader.address, amount: "1000", reference: "first" };
    await venue.operator("/v1/operator/deposits", deposit);
    const unfinished = await heads.open(1_600, "127.0.0.77");
    await vi.waitFor(() => expect(openOf(unfinished)).toBe(1_000));
    expect(await heads.askFrom("127.0.0.77")).toBeUndefined();
    while (openOf(unfinished) > 0) {
      await venue.operator("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
      const placed = await trader.place(limit("BUY", "0.001", "60000"), Date.now());
      expect([placed.status, placed.body["error"]]).toEqual([201, undefined]);
    }
    expect(await heads.askFrom("127.0.0.77")).toBe(200);
    const metrics = await (await fetch(`${venue.url}/metrics`)).text();
    expect(Number(/venue_connections_refused_total (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(600);
  });
});
