/** `GET /v1/stats`: sums over all markets that a restart does not change. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  CUSTODY_KEY,
  limit,
  market,
  startVenue,
  transactionOf,
} from "#services/venue/venue.testing.ts";
import { openVenueFixture } from "./venue-fixture.testing.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "totals-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Two trades of 0.5 at 64,000, eight days before a third of 0.1 at 64,000; then the mark moves to 65,000. */
async function trade() {
  const fixture = await openVenueFixture({ folder });
  const { alice, bob, now, venue } = fixture;
  await alice.place(limit("SELL", "3", "64000"), now());
  await bob.place(market("BUY", "0.5"), now());
  await bob.place(market("BUY", "0.5"), now());
  venue.clock.advance(8 * 86_400_000);
  await fixture.setMark("64000");
  await bob.place(market("BUY", "0.1"), now());
  await venue.operator("/v1/operator/insurance", { amount: "500", reference: "fund" });
  await fixture.setMark("65000");
  return fixture;
}

test("the totals count trades by age, open interest at the mark, and deposits", async () => {
  const fixture = await trade();
  expect((await fixture.get("/v1/stats")).body).toEqual({
    value_locked: "200500",
    volume_24h: "6400",
    volume_7d: "6400",
    volume_all: "70400",
    trades_24h: 1,
    trades_7d: 1,
    trades_all: 3,
    open_interest: "71500",
    markets: 3,
    as_of: fixture.venue.clock.now(),
  });
  await fixture.close();
});

test("the value locked is less what was withdrawn, once its payment is final", async () => {
  const fixture = await openVenueFixture({ folder, custodyKey: CUSTODY_KEY });
  const { alice, now, venue } = fixture;
  const locked = async () => (await fixture.get("/v1/stats")).body["value_locked"];
  const { transfer } = (await alice.withdraw("300.5", now())).body as { transfer: { id: string } };
  expect(await locked()).toBe("200000");
  const signature = transactionOf("payment");
  const path = `/v1/custody/withdrawals/${transfer.id}`;
  await venue.custody(`${path}/sent`, { signature, last_valid_block_height: 9 });
  const metrics = await (await fetch(`${venue.url}/metrics`)).text();
  expect(metrics).toContain("venue_reserved_withdrawals_usdc 300.5");
  expect(await locked()).toBe("200000");
  await venue.custody(`${path}/settled`, { tx_hash: signature });
  expect(await locked()).toBe("199699.5");
  await fixture.close();
});

test.each([true, false])(
  "the totals are the same after a restart, with a snapshot: %s",
  async (snapshot) => {
    const fixture = await trade();
    const { body } = await fixture.get("/v1/stats");
    if (snapshot) await fixture.venue.venue.close({ snapshot });
    else await fixture.close();
    const again = await startVenue({ folder });
    const { body: after } = await again.operator("/v1/stats");
    expect(after).toEqual({ ...body, as_of: again.clock.now() });
    await again.close();
  },
);
