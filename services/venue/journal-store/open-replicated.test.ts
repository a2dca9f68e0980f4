/** One of two venues in this process on one table serves. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { ReplicatedVenues, ticks } from "./replicated-venues.testing.ts";

const server = await probePostgres(process.env);
const isAbsent = server === undefined && !isPostgresPromised(process.env);

describe.skipIf(isAbsent)("venues on one table", () => {
  let venues: ReplicatedVenues;
  beforeEach(async () => {
    venues = await ReplicatedVenues.begin(server);
  });
  afterEach(() => venues.end());

  test("a primary whose lock went to another stops at its next block", async () => {
    const first = venues.member("a", venues.proxy.url);
    const old = await first.opening;
    await ticks(old, 2);
    const second = venues.member("b");
    await vi.waitFor(() => expect(second.stands).toBe(true));
    venues.proxy.cut({ stay: true });
    const next = await second.opening;
    expect(first.beat.isFresh).toBe(false);
    expect(second.beat.isFresh).toBe(true);
    await ticks(next, 1);
    venues.proxy.heal();
    await expect(old.sequencer.submit({ type: "tick" })).rejects.toThrow("not the primary");
    expect(first.failures).toEqual([expect.objectContaining({ name: "FencedError" })]);
    venues.forget(old);
  });
});
