/** The loops survive failures, limit their log lines, and stop on request. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { makePartner, makeReferral, type TestPartner } from "#lib/partner/partner.testing.ts";
import { readSummary } from "#lib/partner/reads/read-summary.ts";
import { partnerAccounts, partnerFeeds, partnerLedger } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import type { FeeFeed, FeePage, VenueFee } from "#lib/trading/venue-client/fee-feed.ts";
import { startVenueLoops } from "./venue-loops.ts";

const NOW = Date.UTC(2026, 0, 1);
const EVERY_MS = 2_000;
const URL = "http://venue.invalid";

let db: Database;
let partner: TestPartner;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  partner = await makePartner(db, "ada");
  await makeReferral(db, partner, "trader");
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  await db.delete(partnerFeeds);
  await db.delete(partnerAccounts);
});

const venueFee = (seq: number): VenueFee => ({
  seq,
  account: "trader",
  market: "BTCUSDC",
  tradeId: seq,
  orderId: "1",
  gross: formatDecimal(10n, 3),
  charged: formatDecimal(9n, 3),
  liquidity: "TAKER",
  source: "perp",
  createdAt: NOW,
});

type LogCall = [details: { err?: unknown; account?: string }, text: string];

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

function start(parts: Partial<FeeFeed>) {
  const timers = new ManualTimers(NOW);
  const reads = vi.fn<FeeFeed["readFees"]>(parts.readFees ?? (async () => page()));
  const sets = vi.fn<FeeFeed["setFeeDiscount"]>(parts.setFeeDiscount ?? (async () => {}));
  const close = vi.fn<() => void>();
  const [error, warn] = [vi.fn<(...call: LogCall) => void>(), vi.fn<(...call: LogCall) => void>()];
  const feed = { readFees: reads, setFeeDiscount: sets, close };
  const end = startVenueLoops(
    { feed, venueUrl: URL, isSimulated: true },
    { timers, log: { error, warn } as never },
  );
  stop = end;
  /** Waits until both loops have run this often. */
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      await timers.round(EVERY_MS);
      expect(timers.pending()).toEqual([EVERY_MS, EVERY_MS]);
    }
  };
  return { timers, reads, sets, close, error, warn, rounds, end };
}

const page = (...fees: VenueFee[]): FeePage => ({ fees, next: null });

/** The lines of a metric, in order: the registry has them as they came, and either loop may be first. */
async function measured(name: string): Promise<string[]> {
  const text = await metrics().registry.getSingleMetricAsString(name);
  return text
    .split("\n")
    .filter((line) => !line.startsWith("#") && line !== "")
    .toSorted();
}

test("every two seconds fees come in and discounts go out, and the metrics count both", async () => {
  const [before] = await measured("svc_partner_fees_booked_total");
  const { reads, sets, rounds, end } = start({ readFees: async () => page(venueFee(1)) });
  await rounds(1);
  expect(reads).toHaveBeenCalledExactlyOnceWith(0, expect.anything());
  // The wallet came under its referral with its first fee.
  await rounds(1);
  expect(sets).toHaveBeenCalledExactlyOnceWith("trader", 100_000, expect.anything());
  // The market is simulated, so its fees are no money.
  const rows = await db.select({ simulated: partnerLedger.simulated }).from(partnerLedger);
  expect(rows).toEqual([{ simulated: true }]);
  const call = { ctx: { actor: partner.actor, now: Date.now() }, input: { query: {} } };
  expect((await readSummary(call)).simulated).toBe(true);
  const count = (line = "") => Number(line.split(" ")[1]);
  const [after] = await measured("svc_partner_fees_booked_total");
  expect(count(after) - count(before)).toBe(1);
  const seconds = NOW / 1_000 + 4;
  expect(await measured("svc_poll_last_success_seconds")).toEqual([
    `svc_poll_last_success_seconds{poll="partner_discounts",market=""} ${seconds}`,
    `svc_poll_last_success_seconds{poll="partner_fees",market=""} ${seconds}`,
  ]);
  await end();
  expect(await measured("svc_poll_last_success_seconds")).toEqual([]);
});

test("an unreachable venue is logged once a minute, and work resumes by itself when it is back", async () => {
  let isAway = true;
  const { warn, error, rounds, reads } = start({
    readFees: async () => {
      if (isAway) throw new UpstreamError("unreachable", "nobody there");
      return page();
    },
  });
  await rounds(30);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.lastCall?.[0].err).toMatchObject({ failure: "unreachable" });
  await rounds(1);
  expect([warn.mock.calls.length, error.mock.calls.length]).toEqual([2, 0]);
  isAway = false;
  await rounds(1);
  expect(reads).toHaveBeenCalledTimes(32);
  expect(await measured("svc_poll_last_success_seconds")).toContain(
    `svc_poll_last_success_seconds{poll="partner_fees",market=""} ${NOW / 1_000 + 64}`,
  );
});

test("another feed is logged as an error at once and then once a minute, and nothing of it is booked", async () => {
  let fees = [venueFee(1)];
  const { error, warn, rounds } = start({ readFees: async () => page(...fees) });
  await rounds(1);
  fees = [{ ...venueFee(1), charged: formatDecimal(8n, 3) }, venueFee(2)];
  await rounds(30);
  expect(error).toHaveBeenCalledTimes(1);
  expect(error.mock.lastCall?.[0].err).toMatchObject({ name: "AnotherFeedError" });
  await rounds(1);
  expect([error.mock.calls.length, warn.mock.calls.length]).toEqual([2, 0]);
  expect(await db.select().from(partnerFeeds)).toMatchObject([{ afterSeq: 1 }]);
});

test("a feed that ends before the last booked fee is logged, and work resumes when it is whole again", async () => {
  let fees = [venueFee(1), venueFee(2)];
  const { error, warn, rounds } = start({ readFees: async () => page(...fees) });
  await rounds(1);
  fees = [];
  await rounds(2);
  expect([error.mock.calls.length, warn.mock.calls.length]).toEqual([0, 1]);
  expect(warn.mock.lastCall?.[0].err).toMatchObject({ name: "ShortFeedError" });
  fees = [venueFee(2), venueFee(3)];
  await rounds(1);
  expect(await db.select().from(partnerFeeds)).toMatchObject([{ afterSeq: 3 }]);
});

test("a wallet that the venue refuses is logged by its address, once in ten minutes", async () => {
  const refusal = new UpstreamError("status", "it answered 400", { status: 400 });
  const { warn, rounds } = start({
    readFees: async () => page(venueFee(1)),
    setFeeDiscount: () => Promise.reject(refusal),
  });
  await rounds(20);
  expect(warn.mock.calls.map(([details]) => details)).toEqual([
    { account: "trader", err: refusal },
  ]);
});

test("stopping aborts requests to the venue without a log line, and closes the feed", async () => {
  const { timers, warn, close, end, reads } = start({
    readFees: (_after, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new UpstreamError("aborted", "given up")));
      }),
  });
  await timers.advance(EVERY_MS);
  await vi.waitFor(() => expect(reads).toHaveBeenCalled());
  await end();
  expect([warn.mock.calls, close.mock.calls.length, timers.pending()]).toEqual([[], 1, []]);
});
