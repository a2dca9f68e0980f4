import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { filesOf, partOf } from "./deep-files.ts";

test.each([
  ["tests/custody/kills.rounds.test.ts", "kills"],
  ["tests/swaps/relay-kills.rounds.test.ts", "kills"],
  ["lib/webhooks/engine/killed-replica.rounds.test.ts", "kills"],
  ["services/venue/postgres-failover.deep.test.ts", "kills"],
  ["lib/partner/testing/model.rounds.test.ts", "models"],
  ["tests/swaps/agreement.rounds.test.ts", "models"],
  ["tests/swaps/relay.deep.test.ts", "replicas"],
  ["lib/webhooks/engine/engine.rounds.test.ts", "replicas"],
  ["services/sandbox/prices/price-model.rounds.test.ts", "replicas"],
  ["lib/kills/reader.test.ts", undefined],
  ["tests/custody/kills.test.ts", undefined],
  ["lib/partner/testing/model.test.ts", undefined],
])("%s belongs to the part %s", (path, part) => {
  expect(partOf(path)).toBe(part);
});

test("the files of a part are there, and are its own", () => {
  const files = filesOf("kills", process.cwd());
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect([existsSync(file), partOf(file)]).toEqual([true, "kills"]);
});
