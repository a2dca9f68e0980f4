/**
 * Answers are lost, late or repeated, and tabs close, in any order: each write takes effect at most once, gets one result in
 * each open page, is announced once in the browser, and the announcement is true.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { VirtualClock } from "#components/data/virtual-clock.testing.ts";
import { placeOrderDraft } from "#components/trading/signing/requests.ts";
import type { Settlement } from "./write-types.ts";
import { FakeBrowser, FakeVenue, LIMIT_ORDER, PLACE, sign, type Tab } from "./writes.testing.ts";

const fate = fc.record(
  {
    out: fc.integer({ min: 0, max: 33_000 }),
    back: fc.integer({ min: 0, max: 7_000 }),
    lost: fc.constantFrom("request" as const, "answer" as const),
  },
  { requiredKeys: [] },
);

const step = fc.oneof(
  fc.record({
    act: fc.constant("wait" as const),
    milliseconds: fc.integer({ min: 0, max: 9_000 }),
  }),
  fc.record({ act: fc.constantFrom("close" as const, "retry" as const), tab: fc.nat(3) }),
  fc.record({ act: fc.constantFrom("open" as const, "silence" as const, "speech" as const) }),
);

const story = fc.record({
  fates: fc.array(fate, { maxLength: 6 }),
  delays: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 20 }),
  readDelay: fc.integer({ min: 0, max: 3_000 }),
  isRefused: fc.boolean(),
  hasLocks: fc.boolean(),
  steps: fc.array(step, { maxLength: 12 }),
});

test("each write ends once, with a true result", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ fates, delays, readDelay, isRefused, hasLocks, steps }) => {
      const clock = new VirtualClock();
      const venue = new FakeVenue(clock);
      const browser = new FakeBrowser(clock, venue);
      let calls = 0;
      browser.delay = () => delays[calls++ % delays.length] ?? 0;
      browser.hasLocks = hasLocks;
      venue.fates = fates;
      venue.readDelay = readDelay;
      if (isRefused) venue.refusals = [{ code: "MIN_NOTIONAL", message: "small" }];
      const opened: Tab[] = [browser.open()];
      const live = new Set(opened);
      const signed = await sign(placeOrderDraft(LIMIT_ORDER), { timestamp: clock.now() });
      void opened[0]?.store.send(signed, PLACE);
      for (const one of steps) {
        if (one.act === "wait") await clock.advance(one.milliseconds);
        if (one.act === "silence") venue.readsFail = true;
        if (one.act === "speech") venue.readsFail = false;
        if (one.act === "open") {
          const tab = browser.open();
          opened.push(tab);
          live.add(tab);
        }
        const tab = "tab" in one ? opened[one.tab] : undefined;
        if (tab && live.has(tab)) {
          if (one.act === "retry") void tab.store.retry(signed.digest);
          if (one.act === "close") {
            tab.close();
            live.delete(tab);
          }
        }
      }
      venue.readsFail = false;
      const last = browser.open();
      opened.push(last);
      live.add(last);
      await clock.advance(60_000);
      // A page that closed may have stored its intent after the last recovery.
      void last.store.recover();
      await clock.advance(60_000);
      check({ opened, live, venue, browser, isRefused });
    }),
    { numRuns: 400 },
  );
});

type Ended = {
  opened: readonly Tab[];
  live: ReadonlySet<Tab>;
  venue: FakeVenue;
  browser: FakeBrowser;
  isRefused: boolean;
};

function check({ opened, live, venue, browser, isRefused }: Ended): void {
  expect(venue.carriedOut).toBeLessThanOrEqual(1);
  for (const tab of opened) expect(tab.settlements.length).toBeLessThanOrEqual(1);
  const said = opened.flatMap(({ settlements }) => settlements.filter(({ announce }) => announce));
  expect(said.length).toBeLessThanOrEqual(1);
  // No intent and no row is left behind.
  expect(browser.stored.size).toBe(0);
  for (const tab of live) expect(tab.store.writes()).toEqual([]);
  for (const tab of opened) for (const one of tab.settlements) isTrue(one, venue, isRefused);
  const first = new Set(venue.arrived.map(({ body, headers }) => JSON.stringify([body, headers])));
  expect(first.size).toBeLessThanOrEqual(1);
}

function isTrue({ result }: Settlement, venue: FakeVenue, isRefused: boolean): void {
  if (result.state === "accepted") expect(venue.carriedOut).toBe(1);
  else expect(venue.carriedOut).toBe(0);
  if (result.state === "rejected" && isRefused) {
    expect(["MIN_NOTIONAL", "TIMESTAMP_OUT_OF_WINDOW"]).toContain(result.code);
  }
}
