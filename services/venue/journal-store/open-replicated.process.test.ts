/** Venues in this process on one table: who serves, what a folder is, and what a start refuses. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "#lib/platform/db/postgres.testing.ts";
import { Secret } from "#lib/platform/env.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import { JournalFigures } from "#services/venue/journal-metrics.ts";
import { PrimaryBeat } from "#services/venue/link/primary-beat.ts";
import { type OpenVenue, openVenue } from "#services/venue/open-venue.ts";
import { snapshotsOf } from "#services/venue/snapshot/snapshot-files.ts";
import { walkJournal } from "#services/venue/tools/walk-journal.ts";
import { walkTable } from "#services/venue/tools/walk-table.ts";
import { OPERATOR_KEY } from "#services/venue/venue.testing.ts";
import { JournalConnection } from "./connection.ts";
import {
  createTable,
  decodeRow,
  epochCommand,
  insertBlock,
  isHandover,
  rowsAfter,
  type TableBlock,
} from "./journal-table.ts";
import { type PostgresProxy, startPostgresProxy } from "./postgres-proxy.testing.ts";

/** The tool on the table. */
function run(tool: "audit" | "replay", environment: Record<string, string>, ...more: string[]) {
  const script = `services/venue/tools/${tool}.ts`;
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, [script, "--table", ...more], { encoding: "utf8", env });
}

const server = await probePostgres(process.env);
const isAbsent = server === undefined && !isPostgresPromised(process.env);

/** A venue that follows, or serves. */
type Member = {
  opening: Promise<OpenVenue>;
  failures: unknown[];
  warnings: string[];
  beat: PrimaryBeat;
  figures: JournalFigures;
  /** What it last knew of the primary; `undefined` before. */
  primary: string | undefined;
  stands: boolean;
};

describe.skipIf(isAbsent)("venues on one table", () => {
  let database: OwnDatabase;
  let proxy: PostgresProxy;
  let folder: string;
  const opened: OpenVenue[] = [];

  beforeEach(async () => {
    database = await ownDatabase(server);
    proxy = await startPostgresProxy(database.url);
    folder = await mkdtemp(join(tmpdir(), "replicated-"));
  });

  afterEach(async () => {
    for (const venue of opened.splice(0)) await leave(venue).catch(() => {});
    await proxy.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  function member(name: string, url = database.url): Member {
    const beat = new PrimaryBeat();
    const failures: unknown[] = [];
    const warnings: string[] = [];
    const figures = new JournalFigures();
    const made: Member = {
      figures,
      failures,
      warnings,
      beat,
      primary: undefined,
      stands: false,
      opening: openVenue({
        folder: join(folder, name),
        journal: {
          url: new Secret(url),
          node: `http://${name}`,
          beat,
          figures,
          onStandby: ({ primary }) => {
            made.primary = primary;
            made.stands = true;
          },
          onWarning: (code, message) => warnings.push(`${code} ${message}`),
        },
        clock: { now: () => Date.now() },
        operatorKey: new Secret(OPERATOR_KEY),
        onFailure: (error) => failures.push(error),
        follower: "inline",
      }),
    };
    void made.opening.then(
      (venue) => opened.push(venue),
      () => {},
    );
    return made;
  }

  /** An orderly end. */
  async function leave(venue: OpenVenue): Promise<void> {
    await venue.handOver();
    await venue.close({ snapshot: true });
    opened.splice(opened.indexOf(venue), 1);
  }

  async function rows(): Promise<TableBlock[]> {
    const connection = await JournalConnection.open(new Secret(database.url), "reads");
    const all = (await rowsAfter(connection, 0, 10_000)).map(decodeRow);
    await connection.close();
    return all;
  }

  async function copyRows(given: readonly TableBlock[], url: string): Promise<void> {
    const connection = await JournalConnection.open(new Secret(url), "writes");
    await createTable(connection);
    for (const row of given) await insertBlock(connection, row);
    await connection.close();
  }

  const ticks = async (venue: OpenVenue, count: number) => {
    for (let index = 0; index < count; index += 1) await venue.sequencer.submit({ type: "tick" });
  };

  test("the second follows the first, and opens with its state when the first hands over", async () => {
    const first = await member("a").opening;
    expect([...first.state.markets.keys()]).toEqual(LISTINGS.map(({ symbol }) => symbol));
    const second = member("b");
    await ticks(first, 5);
    await vi.waitFor(() => expect(second.primary).toBe("http://a"));
    await ticks(first, 3);
    await leave(first);
    const next = await second.opening;
    expect(second.figures).toMatchObject({ epoch: 2, locksLost: 0 });
    expect(next.state.seq).toBe(first.state.seq + 1);
    expect(next.state.markets.size).toBe(LISTINGS.length);
    const table = await rows();
    expect(table.map(({ block }) => epochCommand(block)?.node).filter(Boolean)).toEqual([
      "http://a",
      "http://b",
    ]);
    const begun = table.findIndex(({ epoch }) => epoch === 2);
    expect(isHandover(table[begun - 1]!.block)).toBe(true);
    await ticks(next, 1);
    const hash = stateHash(next.state);
    await leave(next);
    const audit = run("audit", { VENUE_JOURNAL_URL: database.url });
    expect([audit.status, audit.stderr]).toEqual([0, ""]);
    expect(audit.stdout).toContain(`head: block ${(await rows()).length} `);
    const replay = run("replay", { VENUE_JOURNAL_URL: database.url }, "--to", "3");
    expect(replay.stdout).toContain("height: 3");
    // The copy is a whole journal, of which the tools make the same state; only the handover came after the hash.
    const toHeight = (await rows()).length - 1;
    const walk = walkJournal({ folder: join(folder, "b"), toHeight });
    expect(stateHash(walk.state)).toBe(hash);
  }, 60_000);

  test("a restart begins at its snapshot and lists no market again", async () => {
    const first = await member("a").opening;
    await ticks(first, 20);
    await leave(first);
    expect(snapshotsOf(join(folder, "a"))).toHaveLength(1);
    const again = await member("a").opening;
    expect(again.sequencer.recovery.blocks).toBe(0);
    expect(again.state.markets.size).toBe(LISTINGS.length);
    expect(again.state.seq).toBe(first.state.seq + 1);
    // A node without a folder reads everything from the table.
    await leave(again);
    const fresh = await member("c").opening;
    expect(fresh.state.seq).toBe(again.state.seq + 1);
  }, 60_000);

  test("a primary whose lock went to another stops at its next block", async () => {
    const first = member("a", proxy.url);
    const old = await first.opening;
    await ticks(old, 2);
    const second = member("b");
    await vi.waitFor(() => expect(second.stands).toBe(true));
    proxy.cut({ stay: true });
    const next = await second.opening;
    expect(first.beat.isFresh).toBe(false);
    expect(second.beat.isFresh).toBe(true);
    await ticks(next, 1);
    proxy.heal();
    await expect(old.sequencer.submit({ type: "tick" })).rejects.toThrow("not the primary");
    expect(first.failures).toEqual([expect.objectContaining({ name: "FencedError" })]);
    opened.splice(opened.indexOf(old), 1);
  }, 60_000);

  test("a primary that gets its lock back goes on", async () => {
    const first = member("a", proxy.url);
    const venue = await first.opening;
    await ticks(venue, 2);
    proxy.cut();
    await ticks(venue, 2);
    const lost = expect.stringContaining("the lock of the primary: ");
    await vi.waitFor(() => expect(first.warnings).toContainEqual(lost));
    await vi.waitFor(() => expect(first.beat.isFresh).toBe(true));
    expect(first.failures).toEqual([]);
    expect(first.figures).toMatchObject({ epoch: 1, locksLost: 1 });
    expect((await rows()).map(({ epoch }) => epoch)).toEqual((await rows()).map(() => 1));
  }, 60_000);

  test("a primary that was taken over does not keep the lock when it gets it back", async () => {
    const first = member("a", proxy.url);
    const old = await first.opening;
    proxy.cut({ stay: true });
    await leave(await member("b").opening);
    proxy.heal();
    await vi.waitFor(() => expect(first.failures).toHaveLength(1));
    expect(first.failures).toEqual([expect.objectContaining({ name: "FencedError" })]);
    await member("c").opening;
    expect(first.beat.isFresh).toBe(false);
    expect(first.failures).toHaveLength(1);
    opened.splice(opened.indexOf(old), 1);
  }, 60_000);

  test("a primary whose lock is refused stops, and a standby follows on", async () => {
    const first = member("a", proxy.url);
    const venue = await first.opening;
    const other = await ownDatabase(server);
    const standby = member("b");
    await vi.waitFor(() => expect(standby.stands).toBe(true));
    // There is no table.
    proxy.moveTo(other.url);
    proxy.cut();
    await vi.waitFor(() => expect(first.failures).toHaveLength(1));
    expect(first.failures).toEqual([expect.objectContaining({ code: "42P01" })]);
    opened.splice(opened.indexOf(venue), 1);
    await standby.opening;
    expect(standby.failures).toEqual([]);
    await venue.close();
    await other.drop();
  }, 60_000);

  test("a standby whose reads lead to an old server reads on at the one that it writes to", async () => {
    const [far, line] = [await ownDatabase(server), await startPostgresProxy(database.url)];
    const first = member("a", line.url);
    await ticks(await first.opening, 2);
    const second = member("b", proxy.url);
    await vi.waitFor(() => expect(second.primary).toBe("http://a"));
    // Another server has the same rows, and those of a third venue.
    await copyRows(await rows(), far.url);
    const third = await member("c", far.url).opening;
    proxy.moveTo(far.url);
    await leave(third);
    line.cut({ stay: true });
    const venue = await second.opening;
    expect(second.failures).toEqual([]);
    expect(venue.state.seq).toBe(third.state.seq + 1);
    line.heal();
    for (const one of [await first.opening, venue]) await leave(one);
    await line.close();
    await far.drop();
  }, 60_000);

  test("a line on which many rows do not pass is read row by row", async () => {
    const first = await member("a").opening;
    await ticks(first, 60);
    proxy.limitAnswers(4_000);
    const second = member("b", proxy.url);
    await vi.waitFor(() => expect(second.stands).toBe(true));
    await leave(first);
    expect((await second.opening).state.seq).toBe(first.state.seq + 1);
    const { latestBlock } = (await second.opening).sequencer;
    const walk = await walkTable(new Secret(proxy.url), {});
    expect(walk.position.height).toBe(latestBlock.height);
  }, 60_000);

  test("a folder of another journal is refused, and a copy without its table too", async () => {
    const venue = await member("a").opening;
    await ticks(venue, 2);
    await leave(venue);
    const files = { clock: { now: () => Date.now() }, operatorKey: new Secret(OPERATOR_KEY) };
    const options = { ...files, onFailure: () => {}, follower: "none" as const };
    await expect(openVenue({ ...options, folder: join(folder, "a") })).rejects.toThrow(
      /is a copy of a journal in Postgres: set VENUE_JOURNAL_URL/,
    );
    const own = await openVenue({ ...options, folder: join(folder, "own") });
    await own.close();
    await expect(member("own").opening).rejects.toThrow(
      /own contains block \d+ .* and the table venue_journal does not/,
    );
  }, 60_000);
});
