import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  findPostgresPrograms,
  PostgresPair,
} from "#services/venue/testing/failover/postgres-pair.ts";
import { askJournal, clockFault, faultsOfServer } from "./ask-journal.ts";

const SAFE = { version: 150_020, isSynced: true, standbyNames: "second", standbys: 1, now: 0 };

test.each([
  ["a synchronous standby that is there", SAFE, []],
  ["one that this user may not see", { ...SAFE, standbys: null }, []],
  ["none that is there", { ...SAFE, standbys: 0 }, ["JOURNAL_NOT_REPLICATED"]],
  ["none in the settings", { ...SAFE, standbyNames: "" }, ["JOURNAL_NOT_REPLICATED"]],
  ["writes that are not synced", { ...SAFE, isSynced: false }, ["JOURNAL_NOT_SYNCED"]],
  ["Postgres 13", { ...SAFE, version: 130_009 }, ["JOURNAL_SERVER_OLD"]],
])("a server with %s", (_name, server, codes) => {
  expect(faultsOfServer(server)).toEqual(codes);
});

test.each([
  [4_001, ["CLOCK_OFF"]],
  [4_000, []],
  [2_500, []],
  [1_000, []],
  [999, ["CLOCK_OFF"]],
])("a server that says %d, asked from 2000 to 3000", (now, codes) => {
  expect(clockFault(now, { sentAt: 2_000, answeredAt: 3_000 })).toEqual(codes);
});

test("a server out of reach is not asked", async () => {
  expect(await askJournal("postgres://127.0.0.1:1/venue")).toEqual(["JOURNAL_NOT_ASKED"]);
});

const programs = findPostgresPrograms();
test.skipIf(programs === undefined)("a pair of servers answers for itself", async () => {
  if (programs === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "deploy-journal-"));
  const pair = await PostgresPair.start(programs, folder);
  try {
    expect(await askJournal(pair.firstUrl)).toEqual([]);
    // The second one has no follower.
    expect(await askJournal(pair.secondUrl)).toEqual(["JOURNAL_NOT_REPLICATED"]);
  } finally {
    pair.stop();
    rmSync(folder, { recursive: true });
  }
});
