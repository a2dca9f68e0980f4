/** An invalid mark does not delay the others: the venue lists it with its reason, and moves the rest. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, startVenue, type TestVenue } from "#services/venue/venue.testing.ts";

let venue: TestVenue;
let price = 60_000;

beforeAll(async () => {
  venue = await startVenue();
});

afterAll(() => venue.close());

const send = (marks: Record<string, unknown>) => venue.operator("/v1/operator/marks", { marks });
const markOf = (symbol: string) => venue.venue.state.markets.get(symbol)?.markTicks;

test.each([
  ["of an unlisted market", { GONEUSDC: "5" }, "unknown"],
  ["between two ticks", { ETHUSDC: "3000.0000001" }, "tick"],
  ["of zero", { ETHUSDC: "0" }, "tick"],
  ["larger than the venue can count", { SOLUSDC: "100000000000000000" }, "too_large"],
  [
    "that the oracle itself doubts",
    { ETHUSDC: { price: "3000", confidence: "500" } },
    "confidence",
  ],
])("a mark %s is ignored with its reason, and the others move", async (_, bad, reason) => {
  const [market] = Object.keys(bad);
  const before = markOf("BTCUSDC");
  price += 1;
  const { status, body } = await send({ ...bad, BTCUSDC: String(price) });
  expect([status, body]).toEqual([200, { applied: ["BTCUSDC"], ignored: [{ market, reason }] }]);
  expect(markOf("BTCUSDC")).not.toBe(before);
});

test("marks that are all invalid are all listed, and nothing is journaled", async () => {
  const head = () => call(`${venue.url}/v1/blocks/latest`);
  const before = (await head()).body;
  const { status, body } = await send({ GONEUSDC: "5", SOLUSDC: "0" });
  expect([status, body]).toEqual([
    200,
    {
      applied: [],
      ignored: [
        { market: "GONEUSDC", reason: "unknown" },
        { market: "SOLUSDC", reason: "tick" },
      ],
    },
  ]);
  expect((await head()).body["height"]).toBe(before["height"]);
});
