/** A signed write takes effect at most once, within its time, whatever the network does with it. */
import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, orderFields, TestEngine } from "./engine.testing.ts";

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "10000").deposit("bob", "10000");
});

function order(time = venue.time) {
  return venue.by("ann").place(orderFields("BUY", "1", "99"), null, time);
}

describe("the same bytes again", () => {
  test("name the first answer and change nothing", () => {
    const command = order();
    const first = venue.submit(command);
    const before = venue.content();
    expect(venue.submit(command)).toEqual({ kind: "duplicate", original: first });
    expect(venue.content()).toBe(before);
  });

  test("also when the first answer was a refusal that would not be one now", () => {
    const command = venue.by("eve").place(orderFields("BUY", "1", "99"), null, venue.time);
    expect(codeOf(venue.submit(command))).toBe("INSUFFICIENT_MARGIN");
    venue.deposit("eve", "1000");
    expect(venue.submit(command)).toMatchObject({
      kind: "duplicate",
      original: { kind: "refused", refusal: { code: "INSUFFICIENT_MARGIN" } },
    });
  });

  test("as long as their timestamp is in the window; then the timestamp refuses them", () => {
    // The latest moment: signed 5 s ahead of the venue's clock.
    const command = order(venue.time + 5_000);
    venue.submit(command);
    venue.wait(35_000);
    expect(codeOf(venue.submit(command))).toBe("duplicate");
    venue.wait(1);
    expect(codeOf(venue.submit(command))).toBe("TIMESTAMP_OUT_OF_WINDOW");
    expect(venue.state.digests.size).toBe(0);
  });
});

test.each([
  [-30_000, "order"],
  [-30_001, "TIMESTAMP_OUT_OF_WINDOW"],
  [5_000, "order"],
  [5_001, "TIMESTAMP_OUT_OF_WINDOW"],
])("a timestamp %i ms from the venue's clock: %s", (distance, code) => {
  expect(codeOf(venue.submit(order(venue.time + distance)))).toBe(code);
});

test("a deposit's reference takes effect once", () => {
  const command = {
    type: "deposit",
    id: "1",
    account: venue.account("ann").pubkey,
    amount: 5n,
    reference: "r",
    source: "test",
  } as const;
  expect(venue.submit(command)).toMatchObject({ kind: "transfer", repeated: false });
  const before = venue.content();
  expect(venue.submit({ ...command, id: "2" })).toMatchObject({
    kind: "transfer",
    repeated: true,
    transfer: { id: "1", amount: 5n },
  });
  const other = venue.submit({ ...command, id: "2", amount: 7n });
  expect(codeOf(other)).toBe("DUPLICATED_REFERENCE");
  expect(venue.content()).toBe(before);
});

test("the venue's clock does not run backwards", () => {
  venue.wait(-10_000);
  venue.submit({ type: "tick" });
  expect(venue.state.time).toBe(venue.time + 10_000);
});
