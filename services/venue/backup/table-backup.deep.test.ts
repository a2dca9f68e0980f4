/** A journal moves from files into the table and back by a backup and a restore; each height keeps its hash. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { readTable } from "#services/venue/testing/failover/check-logs.ts";
import { VenueNode } from "#services/venue/testing/failover/nodes.ts";
import { startVenue } from "#services/venue/venue.testing.ts";
import { contentsOf, Load, runTool, spawnVenue } from "./load.testing.ts";
import { makeBackup } from "./make-backup.ts";
import { readManifest } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";

const KILLS = Number(process.env["VENUE_SIGKILL_ROUNDS"] ?? 1);
const WAIT = { interval: 50 };

const server = await probePostgres(process.env);
const isAbsent = server === undefined && !isPostgresPromised(process.env);

describe.skipIf(isAbsent)("a backup of files and of the table", () => {
  let database: OwnDatabase;
  let folder: string;
  let files: string;
  const acknowledged = new Map<string, string>();
  const nodes: VenueNode[] = [];

  const keep = (load: Load) => {
    for (const [digest, id] of load.acknowledged()) acknowledged.set(digest, id);
  };

  beforeAll(async () => {
    database = await ownDatabase(server);
    folder = await mkdtemp(join(tmpdir(), "table-backup-"));
    files = join(folder, "files");
    const venue = await spawnVenue(join(folder, "live"));
    const load = await Load.start(venue.url);
    await load.further(40);
    keep(load);
    const made = await runTool("backup", ["--data", join(folder, "live"), "--to", files]);
    expect(made).toMatchObject({ code: 0, complained: "" });
    await load.stop();
    expect(await venue.stop()).toBe(0);
  });

  afterAll(async () => {
    for (const node of nodes) await node.kill();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const restore = (from: string) => runTool("restore", ["--from", from, "--table"], database.url);

  async function primary(name: string): Promise<VenueNode> {
    const node = await VenueNode.create(join(folder, name), database.url);
    nodes.push(node);
    await node.start();
    await vi.waitFor(async () => expect(await node.isPrimary()).toBe(true), WAIT);
    return node;
  }

  test("a restore that is killed leaves no row", async () => {
    const script = join(import.meta.dirname, "killed.testing.ts");
    const nothing = join(folder, "nothing");
    for (const blocks of ["20", "0", String(Number.MAX_SAFE_INTEGER)].slice(0, KILLS)) {
      const args = [script, blocks, "table", files, database.url];
      expect(spawnSync(process.execPath, args).signal).toBe("SIGKILL");
      const source = { url: new Secret(database.url) };
      await expect(makeBackup({ source, to: nothing, now: 0 })).rejects.toThrow(
        /^BACKUP_OF_NOTHING/,
      );
    }
    expect(await runTool("backup", ["--table", "--to", nothing], database.url)).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/^BACKUP_OF_NOTHING/),
    });
    expect(existsSync(nothing)).toBe(false);
  });

  test("files move into the table, a venue goes on with it, and its backup under load moves back into files", async () => {
    const { height, state_hash } = readManifest(files);
    const moved = await restore(files);
    expect(moved).toMatchObject({ code: 0, complained: "" });
    expect(moved.said).toContain(`state hash: ${state_hash}`);
    const rows = await readTable(database.url);
    expect(rows.map(({ hash }) => hash)).toEqual(contentsOf(files).hashes);
    expect(new Set(rows.map(({ epoch }) => epoch))).toEqual(new Set([0]));
    const target = { url: new Secret(database.url) };
    await expect(restoreBackup({ from: files, target })).rejects.toThrow(
      /^RESTORE_TARGET_NOT_EMPTY/,
    );

    const node = await primary("node");
    const load = await Load.start(node.url);
    await load.further(40);
    keep(load);
    const to = join(folder, "table");
    const made = await runTool("backup", ["--table", "--to", to], database.url);
    expect(made).toMatchObject({ code: 0, complained: "" });
    await load.further(10);
    await load.stop();
    const copy = await runTool("backup", ["--data", join(folder, "node"), "--to", `${to} copy`]);
    expect(copy.complained).toMatch(/^BACKUP_OF_COPY/);
    await node.kill();

    const back = join(folder, "back");
    expect(await runTool("restore", ["--from", to, "--data", back])).toMatchObject({ code: 0 });
    const table = (await readTable(database.url)).map(({ hash }) => hash);
    const { hashes, orders } = contentsOf(join(back, "venue"));
    expect(hashes).toEqual(table.slice(0, readManifest(to).height));
    expect(hashes.length).toBeGreaterThan(height);
    for (const [digest, id] of acknowledged) expect(orders.get(digest)).toBe(id);
    const venue = await startVenue({ folder: join(back, "venue") });
    await venue.close();
    expect(await runTool("audit", ["--data", back])).toMatchObject({ code: 0 });
  });

  test("a backup of a table with an epoch moves into another table, in which a venue takes over", async () => {
    const first = database;
    database = await ownDatabase(server);
    await first.drop();
    const from = join(folder, "table");
    expect(await restore(from)).toMatchObject({ code: 0, complained: "" });
    const before = await readTable(database.url);
    expect(before.at(-1)?.epoch).toBe(1);
    const node = await primary("other node");
    const load = await Load.start(node.url);
    await load.further(5);
    await load.stop();
    await node.kill();
    expect((await readTable(database.url)).at(-1)?.epoch).toBe(2);
    expect(await runTool("audit", ["--table"], database.url)).toMatchObject({ code: 0 });
  });
});
