import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConstants, type ScalingConstants } from "#scripts/bench/shared/scaling-constants.ts";
import { ADDRESS_LIMIT } from "#services/venue/config.ts";
import { DOCUMENT_FILE, withTables } from "./document.ts";
import {
  clientsPerCore,
  coreSharePerClient,
  readsPerSecond,
  replicasWithinBudget,
  scalingTables,
  wireBytes,
} from "./tables.ts";

const ROUND: ScalingConstants = {
  streams: {
    measuredAt: "2026-01-01",
    cpu: "a machine of round numbers",
    clients: 5_000,
    eventsPerSecond: 10,
    writesPerSecond: 5,
    bytesPerSecond: 10_000,
    bookShare: 0.5,
    cpuMillisecondsPerThousandEvents: 10,
    latencyP99Milliseconds: 50,
    idleCoreShare: 0.02,
    kilobytesPerConnection: 40,
  },
  venue: { measuredAt: "2026-01-01", cpuMicrosecondsPerRead: 100, bytesPerRead: 1_000 },
};

test("docs/scaling.md has the tables that the script computes from the recorded constants", () => {
  const document = readFileSync(DOCUMENT_FILE, "utf8");
  expect(withTables(document, scalingTables(readConstants()))).toBe(document);
});

test("a client costs its events times their price, and a core fits as many clients as its share allows", () => {
  expect(coreSharePerClient(ROUND)).toBeCloseTo(0.0001);
  expect(clientsPerCore(ROUND)).toBe(6_000);
  expect(wireBytes(ROUND)).toBe(10_000 + 5 * 74);
});

test("a replica reads stats and blocks once for all markets, the tape of each, and the book of each followed one", () => {
  expect(readsPerSecond({ listed: 0, followed: 0 })).toBe(3);
  expect(readsPerSecond({ listed: 4, followed: 0 })).toBe(7);
  expect(readsPerSecond({ listed: 4, followed: 2 })).toBeCloseTo(7 + 2 * (1 / 0.35 + 1 / 0.6));
});

test("from four followed markets on, a replica that the venue does not know exceeds the limit of its address", () => {
  const aMinute = (markets: number) => readsPerSecond({ listed: markets, followed: markets }) * 60;
  expect(aMinute(3)).toBeLessThan(ADDRESS_LIMIT);
  expect(aMinute(4)).toBeGreaterThan(ADDRESS_LIMIT);
  expect(readFileSync(DOCUMENT_FILE, "utf8")).toContain("gets 429 from four followed markets on");
});

test("the replicas within the budget use at most a tenth of the venue's core for their reads", () => {
  const markets = { listed: 3, followed: 3 };
  const replicas = replicasWithinBudget(ROUND, markets);
  const share = (many: number) => many * readsPerSecond(markets) * 100e-6;
  expect(share(replicas)).toBeLessThanOrEqual(0.1);
  expect(share(replicas + 1)).toBeGreaterThan(0.1);
});

test("a document without a place for a table is refused", () => {
  expect(() => withTables("# Scaling", [{ name: "venue", text: "" }])).toThrow("venue");
});
