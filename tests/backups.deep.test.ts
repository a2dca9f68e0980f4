/** The commands of docs/backups.md, in their order, on a database and a journal that hold something. */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMPILED } from "#lib/kernel/compiled.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { verifyLedgers } from "#lib/partner/ledger/verify-ledgers.ts";
import { book, fee, makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { makeBackup } from "#services/venue/backup/make-backup.ts";
import { restoreBackup } from "#services/venue/backup/restore-backup.ts";
import { limit, startVenue, TestTrader } from "#services/venue/venue.testing.ts";

const server = await probePostgres(process.env);
const hasTools = spawnSync("pg_dump", ["--version"]).status === 0;
const isPromised = isPostgresPromised(process.env);
const isAbsent = !isPromised && (server === undefined || !hasTools);

/** More than a page of the check. */
const FEES = 1_100;

// Skipped without a Postgres server, or without its client programs.
describe.skipIf(isAbsent)("the page about backups", () => {
  let folder: string;
  let db: Database;
  const databases: OwnDatabase[] = [];
  let variables: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "backups-"));
    for (let count = 0; count < 4; count += 1) databases.push(await ownDatabase(server));
    const [app = "", restored = "", journal = "", empty = ""] = databases.map(({ url }) => url);
    const [data, restoredData] = [join(folder, "data"), join(folder, "restored")];
    variables = {
      PATH: process.env["PATH"] ?? "",
      ...COMPILED,
      BACKUP: join(folder, "backup"),
      DATABASE_URL: app,
      DATA_DIR: data,
      RESTORED_DATABASE_URL: restored,
      RESTORED_DATA_DIR: restoredData,
      VENUE_JOURNAL_URL: journal,
      EMPTY_JOURNAL_URL: empty,
    };
    await fillApp(app);
    await mkdir(join(data, "venue"), { recursive: true });
    await fillVenue(join(data, "venue"));
    // A table with rows, for the commands that read one.
    const first = join(data, "first");
    await makeBackup({ source: { folder: join(data, "venue") }, to: first, now: Date.now() });
    await restoreBackup({ from: first, target: { url: new Secret(journal) } });
  });

  afterAll(async () => {
    await closeDatabase();
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true });
  });

  async function fillApp(url: string): Promise<void> {
    db = await openDatabase({ databaseUrl: new Secret(url), dataDir: folder });
    for (const code of ["first", "second"]) {
      const partner = await makePartner(db, code);
      await makeReferral(db, partner, `wallet of ${code}`);
      const fees = Array.from({ length: FEES }, (_, index) =>
        fee(`wallet of ${code}`, 1 + index, 1_000 + index),
      );
      expect(await book(db, fees, 1_000_000)).toBe(FEES);
    }
  }

  async function fillVenue(venueFolder: string): Promise<void> {
    const venue = await startVenue({ folder: venueFolder });
    const trader = new TestTrader(venue.url, "trader");
    await venue.operator("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
    const deposit = { account: trader.address, amount: "50000", reference: "1" };
    await venue.operator("/v1/operator/deposits", deposit);
    await trader.createKey(venue.clock.now());
    const placed = await trader.place(limit("BUY", "0.01", "60000"), venue.clock.now());
    expect(placed.status).toBe(201);
    await venue.close();
  }

  function run(script: string): { status: number | null; said: string; complained: string } {
    const result = spawnSync("bash", ["--norc", "-euc", script], {
      env: { NODE_ENV: "test", ...variables },
      encoding: "utf8",
    });
    return { status: result.status, said: result.stdout, complained: result.stderr };
  }

  test("runs: what is restored has the same rows, chains and blocks", async () => {
    const page = await readFile("docs/backups.md", "utf8");
    const blocks = Array.from(page.matchAll(/```sh\n([^`]+)```/g), ([, text = ""]) => text);
    expect(blocks.length).toBeGreaterThan(4);
    const { status, said, complained } = run(blocks.join("\n"));
    expect({ status, complained }).toEqual({ status: 0, complained: "" });
    expect(said).toContain(`ledgers: all of ${2 * FEES} rows of 2 partners hold`);
    expect(said).toMatch(/migrations: (\d+) of \1\n/);
    const heads = said.match(/head: block .*/g) ?? [];
    const points = heads.filter((line) => line.startsWith("head: block 3 "));
    expect(points).toHaveLength(1);
    expect(heads.length).toBeGreaterThan(5);
    expect(new Set(heads.filter((line) => !points.includes(line))).size).toBe(1);
  });

  test("its check finds a row of a ledger that was changed", async () => {
    expect(await verifyLedgers(db)).toEqual({ partners: 2, rows: 2 * FEES });
    await db.execute(sql`alter table partner_ledger disable trigger user`);
    await db.execute(
      sql`update partner_ledger set amount = amount + percent, fee = fee + 1 where seq = 7`,
    );
    const changed = run("npm run --silent app:check");
    expect(changed).toMatchObject({ status: 1, complained: expect.stringMatching(/at row 7\n$/) });
  });
});
