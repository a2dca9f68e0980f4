/** Venues in this process on one table: what follows a lost lock, what a folder is, and what a start refuses. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { isPostgresPromised, ownDatabase, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import { walkJournal } from "#services/venue/journal-audit/walk-journal.ts";
import { walkTable } from "#services/venue/journal-audit/walk-table.ts";
import { openVenue } from "#services/venue/process/open-venue.ts";
import { snapshotsOf } from "#services/venue/snapshot/snapshot-files.ts";
import { OPERATOR_KEY } from "#services/venue/venue.testing.ts";
import { JournalConnection } from "./connection.ts";
import {
  createTable,
  epochCommand,
  insertBlock,
  isHandover,
  type TableBlock,
} from "./journal-table.ts";
import { startPostgresProxy } from "./postgres-proxy.testing.ts";
import { ReplicatedVenues, ticks } from "./replicated-venues.testing.ts";

/** The tool on the table. */
function run(tool: "audit" | "replay", environment: Record<string, string>, ...more: string[]) {
  const script = `scripts/operate/venue/${tool}.ts`;
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, [script, "--table", ...more], { encoding: "utf8", env });
}

const server = await probePostgres(process.env);
const isAbsent = server === undefined && !isPostgresPromised(process.env);

describe.skipIf(isAbsent)("venues on one table", () => {
  let venues: ReplicatedVenues;
  beforeEach(async () => {
    venues = await ReplicatedVenues.begin(server);
  });
  afterEach(() => venues.end());

  test("the second follows the first, and opens with its state when the first hands over", async () => {
    const first = await venues.member("a").opening;
    expect([...first.state.markets.keys()]).toEqual(LISTINGS.map(({ symbol }) => symbol));
    const second = venues.member("b");
    await ticks(first, 5);
    await vi.waitFor(() => expect(second.primary).toBe("http://a"));
    await ticks(first, 3);
    await venues.leave(first);
    const next = await second.opening;
    expect(second.figures).toMatchObject({ epoch: 2, locksLost: 0 });
    expect(next.state.seq).toBe(first.state.seq + 1);
    expect(next.state.markets.size).toBe(LISTINGS.length);
    const table = await venues.rows();
    expect(table.map(({ block }) => epochCommand(block)?.node).filter(Boolean)).toEqual([
      "http://a",
      "http://b",
    ]);
    const begun = table.findIndex(({ epoch }) => epoch === 2);
    expect(isHandover(table[begun - 1]!.block)).toBe(true);
    await ticks(next, 1);
    const hash = stateHash(next.state);
    await venues.leave(next);
    const audit = run("audit", { VENUE_JOURNAL_URL: venues.database.url });
    expect([audit.status, audit.stderr]).toEqual([0, ""]);
    expect(audit.stdout).toContain(`head: block ${(await venues.rows()).length} `);
    const replay = run("replay", { VENUE_JOURNAL_URL: venues.database.url }, "--to", "3");
    expect(replay.stdout).toContain("height: 3");
    // The copy is a whole journal, and the tools compute the same state from it; only the handover came after the hash.
    const toHeight = (await venues.rows()).length - 1;
    const walk = walkJournal({ folder: join(venues.folder, "b"), toHeight });
    expect(stateHash(walk.state)).toBe(hash);
  });

  test("a restart begins at its snapshot and lists no market again", async () => {
    const first = await venues.member("a").opening;
    await ticks(first, 20);
    await venues.leave(first);
    expect(snapshotsOf(join(venues.folder, "a"))).toHaveLength(1);
    const again = await venues.member("a").opening;
    expect(again.sequencer.recovery.blocks).toBe(0);
    expect(again.state.markets.size).toBe(LISTINGS.length);
    expect(again.state.seq).toBe(first.state.seq + 1);
    // A node without a folder reads everything from the table.
    await venues.leave(again);
    const fresh = await venues.member("c").opening;
    expect(fresh.state.seq).toBe(again.state.seq + 1);
  });

  test("a primary that gets its lock back goes on", async () => {
    const first = venues.member("a", venues.proxy.url);
    const venue = await first.opening;
    await ticks(venue, 2);
    venues.proxy.cut();
    await ticks(venue, 2);
    const lost = expect.stringContaining("the lock of the primary: ");
    await vi.waitFor(() => expect(first.warnings).toContainEqual(lost));
    await vi.waitFor(() => expect(first.beat.isFresh).toBe(true));
    expect(first.failures).toEqual([]);
    expect(first.figures).toMatchObject({ epoch: 1, locksLost: 1 });
    expect((await venues.rows()).map(({ epoch }) => epoch)).toEqual(
      (await venues.rows()).map(() => 1),
    );
  });

  test("a primary that was taken over does not keep the lock when it gets it back", async () => {
    const first = venues.member("a", venues.proxy.url);
    const old = await first.opening;
    venues.proxy.cut({ stay: true });
    await venues.leave(await venues.member("b").opening);
    venues.proxy.heal();
    await vi.waitFor(() => expect(first.failures).toHaveLength(1));
    expect(first.failures).toEqual([expect.objectContaining({ name: "FencedError" })]);
    await venues.member("c").opening;
    expect(first.beat.isFresh).toBe(false);
    expect(first.failures).toHaveLength(1);
    venues.forget(old);
  });

  test("a primary whose lock is refused stops, and a standby follows on", async () => {
    const first = venues.member("a", venues.proxy.url);
    const venue = await first.opening;
    const other = await ownDatabase(server);
    const standby = venues.member("b");
    await vi.waitFor(() => expect(standby.stands).toBe(true));
    // There is no table.
    venues.proxy.moveTo(other.url);
    venues.proxy.cut();
    await vi.waitFor(() => expect(first.failures).toHaveLength(1));
    expect(first.failures).toEqual([expect.objectContaining({ code: "42P01" })]);
    venues.forget(venue);
    await standby.opening;
    expect(standby.failures).toEqual([]);
    await venue.close();
    await other.drop();
  });

  test("a standby whose reads lead to an old server reads on at the one that it writes to", async () => {
    const [far, line] = [await ownDatabase(server), await startPostgresProxy(venues.database.url)];
    const first = venues.member("a", line.url);
    await ticks(await first.opening, 2);
    const second = venues.member("b", venues.proxy.url);
    await vi.waitFor(() => expect(second.primary).toBe("http://a"));
    // Another server has the same rows, and those of a third venue.
    await copyRows(await venues.rows(), far.url);
    const third = await venues.member("c", far.url).opening;
    venues.proxy.moveTo(far.url);
    await venues.leave(third);
    line.cut({ stay: true });
    const venue = await second.opening;
    expect(second.failures).toEqual([]);
    expect(venue.state.seq).toBe(third.state.seq + 1);
    line.heal();
    for (const one of [await first.opening, venue]) await venues.leave(one);
    await line.close();
    await far.drop();
  });

  test("a line on which many rows do not pass is read row by row", async () => {
    const first = await venues.member("a").opening;
    await ticks(first, 60);
    venues.proxy.limitAnswers(4_000);
    const second = venues.member("b", venues.proxy.url);
    await vi.waitFor(() => expect(second.stands).toBe(true));
    await venues.leave(first);
    expect((await second.opening).state.seq).toBe(first.state.seq + 1);
    const { latestBlock } = (await second.opening).sequencer;
    const walk = await walkTable(new Secret(venues.proxy.url), {});
    expect(walk.position.height).toBe(latestBlock.height);
  });

  test("a folder of another journal is refused, and a copy without its table too", async () => {
    const venue = await venues.member("a").opening;
    await ticks(venue, 2);
    await venues.leave(venue);
    const files = { clock: { now: () => Date.now() }, operatorKey: new Secret(OPERATOR_KEY) };
    const options = { ...files, onFailure: () => {}, follower: "none" as const };
    await expect(openVenue({ ...options, folder: join(venues.folder, "a") })).rejects.toThrow(
      /is a copy of a journal in Postgres: set VENUE_JOURNAL_URL/,
    );
    const own = await openVenue({ ...options, folder: join(venues.folder, "own") });
    await own.close();
    await expect(venues.member("own").opening).rejects.toThrow(
      /own contains block \d+ .* and the table venue_journal does not/,
    );
  });
});

async function copyRows(given: readonly TableBlock[], url: string): Promise<void> {
  const connection = await JournalConnection.open(new Secret(url), "writes");
  await createTable(connection);
  for (const row of given) await insertBlock(connection, row);
  await connection.close();
}
