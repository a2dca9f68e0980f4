/** A backup of a running venue is whole, its damage is found and named, and what is restored is a venue that goes on. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { isPostgresPromised, ownDatabase, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { segmentPath } from "#services/venue/journal/position.ts";
import { refuseUnfinished } from "#services/venue/journal/unfinished-restore.ts";
import { snapshotsOf } from "#services/venue/snapshot/snapshot-files.ts";
import { readTable } from "#services/venue/testing/failover/check-logs.ts";
import { blocksOf } from "#services/venue/testing/simulation/disk-faults.ts";
import { Random } from "#services/venue/testing/simulation/random.ts";
import { call, startVenue } from "#services/venue/venue.testing.ts";
import { contentsOf, Load, runTool, spawnVenue } from "./load.testing.ts";
import { fileBlocks, makeBackup } from "./make-backup.ts";
import { type Manifest, manifestText, readManifest } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { SegmentWriter } from "./segment-writer.ts";
import { verifyFiles } from "./verify-files.ts";

const KILLS = Number(process.env["VENUE_SIGKILL_ROUNDS"] ?? 1);
const FLIPS = Number(process.env["VENUE_BACKUP_FLIPS"] ?? 60);

const server = await probePostgres(process.env);
const isAbsent = server === undefined && !isPostgresPromised(process.env);

let folder: string;
let live: string;
let backup: string;
let manifest: Manifest;
let acknowledged: Map<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backup-"));
  live = join(folder, "live");
  backup = join(folder, "backup");
  const first = await spawnVenue(live);
  const early = await Load.start(first.url);
  await early.further(20);
  await early.stop();
  // An orderly end leaves a snapshot.
  expect(await first.stop()).toBe(0);
  const venue = await spawnVenue(live);
  const load = await Load.start(venue.url);
  await load.further(60);
  acknowledged = new Map([...early.acknowledged(), ...load.acknowledged()]);
  const made = await runTool("backup", ["--data", live, "--to", backup]);
  expect(made).toMatchObject({ code: 0, complained: "" });
  // The venue answers on.
  await load.further(20);
  await load.stop();
  expect(await venue.stop()).toBe(0);
  manifest = readManifest(backup);
});

afterAll(() => rm(folder, { recursive: true }));

const venueOf = (name: string) => join(folder, name, "venue");

async function restored(name: string, ...more: string[]): Promise<string> {
  const result = await runTool("restore", [
    "--from",
    backup,
    "--data",
    join(folder, name),
    ...more,
  ]);
  expect(result).toMatchObject({ code: 0, complained: "" });
  return result.said;
}

test("a backup has a snapshot, every order that was acknowledged before it began, and the venue's own blocks", async () => {
  const copied = contentsOf(backup);
  expect(acknowledged.size).toBeGreaterThanOrEqual(80);
  for (const [digest, id] of acknowledged) expect(copied.orders.get(digest)).toBe(id);
  expect(copied.hashes).toEqual(contentsOf(venueOf("live")).hashes.slice(0, manifest.height));
  expect(copied.hashes.at(-1)).toBe(manifest.block_hash);
  expect(manifest.snapshot?.height).toBeGreaterThan(0);
  expect(manifest.snapshot?.height).toBeLessThan(manifest.height);
  expect(existsSync(`${backup}.unfinished`)).toBe(false);
});

test("a restored venue has the hash of its height, starts at the snapshot, serves and goes on", async () => {
  const said = await restored("whole");
  expect(said).toContain(`head: block ${manifest.height} ${manifest.block_hash}`);
  expect(said).toContain(`state hash: ${manifest.state_hash}`);
  expect(snapshotsOf(venueOf("whole")).map(({ height }) => height)).toEqual([
    manifest.snapshot?.height,
  ]);
  const venue = await spawnVenue(join(folder, "whole"));
  const latest = (await call(`${venue.url}/v1/blocks/latest`)).body;
  expect(Number(latest["height"])).toBeGreaterThanOrEqual(manifest.height);
  const load = await Load.start(venue.url);
  await load.further(20);
  await load.stop();
  expect(await venue.stop()).toBe(0);
  const { hashes, orders } = contentsOf(venueOf("whole"));
  expect(hashes.slice(0, manifest.height)).toEqual(contentsOf(backup).hashes);
  for (const [digest, id] of [...acknowledged, ...load.acknowledged()]) {
    expect(orders.get(digest)).toBe(id);
  }
  expect(existsSync(join(venueOf("whole"), "history.db"))).toBe(true);
});

test("a restore goes to a height, and leaves out a snapshot above it", async () => {
  const below = (manifest.snapshot?.height ?? 0) - 1;
  await restored(`height ${below}`, "--height", String(below));
  for (const height of [1, below, manifest.height - 1]) {
    const name = `height ${height}`;
    if (height !== below)
      await restoreBackup({ from: backup, target: { folder: venueOf(name) }, height });
    expect(blocksOf(venueOf(name)).at(-1)).toEqual(blocksOf(backup)[height - 1]);
    expect(snapshotsOf(venueOf(name))).toHaveLength(height > below ? 1 : 0);
  }
  const venue = await startVenue({ folder: venueOf(`height ${below}`) });
  await venue.close();
  const to = join(folder, "nowhere");
  const above = String(manifest.height + 1);
  const refused = await runTool("restore", ["--from", backup, "--data", to, "--height", above]);
  expect(refused).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/^RESTORE_HEIGHT_UNKNOWN/),
  });
  const none = restoreBackup({ from: backup, target: { folder: venueOf("nowhere") }, height: 0 });
  await expect(none).rejects.toThrow(/^RESTORE_HEIGHT_UNKNOWN/);
  expect(existsSync(to)).toBe(false);
});

test("neither a backup nor a restore touches what is there", async () => {
  const target = { folder: venueOf("live") };
  const again = makeBackup({ source: target, to: backup, now: 0 });
  await expect(again).rejects.toThrow(/^BACKUP_TARGET_NOT_EMPTY/);
  const before = readdirSync(target.folder);
  const over = restoreBackup({ from: backup, target });
  await expect(over).rejects.toThrow(/^RESTORE_TARGET_NOT_EMPTY/);
  expect(readdirSync(target.folder)).toEqual(before);
  const none = restoreBackup({ from: live, target: undefined });
  await expect(none).rejects.toThrow(/^BACKUP_INCOMPLETE/);
  await restoreBackup({ from: backup, target: undefined });
  for (const args of [["--from", backup], ["--from", backup, "--check", "--table"], ["--check"]]) {
    expect((await runTool("restore", args)).complained).toMatch(/^usage: /);
  }
  expect((await runTool("backup", ["--data", live])).complained).toMatch(/^usage: /);
});

/** What the damage is called, by file and byte. */
function nameOf(file: string, byte: number): string {
  if (file === "manifest.json") return file;
  if (file.endsWith(".snapshot"))
    return `${file}: the snapshot of block ${manifest.snapshot?.height}`;
  const [number] = file.split(".");
  const at = blocksOf(backup).find(({ segment, end }) => segment === Number(number) && end > byte);
  return `${file}: block ${at?.height} at byte ${at?.start} `;
}

async function complaint(): Promise<string> {
  try {
    await verifyFiles(backup, readManifest(backup));
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}

test(`each of ${FLIPS} flipped bits is found, and its file and block are named`, async () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const random = new Random(seed);
  const { snapshot, segments } = manifest;
  const files = ["manifest.json", snapshot?.file ?? "", ...segments.map(({ file }) => file)];
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const file = files[flip % files.length] ?? "";
    const path = join(backup, file);
    const whole = readFileSync(path);
    const byte = random.below(whole.length);
    const expected = nameOf(file, byte);
    const damaged = Buffer.from(whole);
    damaged[byte] = (damaged[byte] ?? 0) ^ (1 << random.below(8));
    writeFileSync(path, damaged);
    const found = await complaint();
    writeFileSync(path, whole);
    const code = found.startsWith("BACKUP_UNREADABLE") ? "BACKUP_UNREADABLE" : "BACKUP_DAMAGED";
    expect(
      found.startsWith(code) && found.includes(expected),
      `seed ${seed}: ${file}, byte ${byte}: ${found}`,
    ).toBe(true);
  }
  expect(await complaint()).toBe("");
});

test("a file that is cut, longer or missing is named, and nothing is restored", async () => {
  for (const { file } of manifest.segments) {
    const path = join(backup, file);
    const whole = readFileSync(path);
    for (const bytes of [whole.subarray(0, -8), Buffer.concat([whole, Buffer.alloc(8)])]) {
      writeFileSync(path, bytes);
      expect(await complaint()).toContain(`${file}: it has ${bytes.length} bytes`);
    }
    rmSync(path);
    expect(await complaint()).toContain(`${file}: the file is missing`);
    const target = { folder: venueOf("never") };
    await expect(restoreBackup({ from: backup, target })).rejects.toThrow(/^BACKUP_DAMAGED/);
    expect(existsSync(venueOf("never"))).toBe(false);
    writeFileSync(path, whole);
  }
  expect(await complaint()).toBe("");
});

test("a manifest that was written for a changed block does not help: the replay refuses it", async () => {
  const forged = join(folder, "forged");
  cpSync(backup, forged, { recursive: true });
  // Another end than the journal's, with a checksum that holds.
  writeFileSync(
    join(forged, "manifest.json"),
    manifestText({ ...manifest, state_hash: "0".repeat(64) }),
  );
  const target = { folder: venueOf("from forged") };
  await expect(restoreBackup({ from: forged, target })).rejects.toThrow(
    /^BACKUP_DAMAGED.*is not the manifest's/,
  );
  expect(() => refuseUnfinished(target.folder)).toThrow(/RESTORE_UNFINISHED/);
});

/** In the middle, before the first block and after the last one. */
const killPoints = () =>
  [Math.floor(manifest.height / 2), 0, Number.MAX_SAFE_INTEGER].slice(0, KILLS);

function killed(blocks: number, action: string, from: string, to: string): void {
  const script = join(import.meta.dirname, "killed.testing.ts");
  const { signal } = spawnSync(process.execPath, [script, String(blocks), action, from, to]);
  expect(signal).toBe("SIGKILL");
}

test("a backup that is killed leaves no folder that looks like one, and a second run makes it", async () => {
  const to = join(folder, "interrupted");
  for (const blocks of killPoints()) {
    killed(blocks, "backup", venueOf("live"), to);
    expect(existsSync(to)).toBe(false);
    const check = restoreBackup({ from: `${to}.unfinished`, target: undefined });
    await expect(check).rejects.toThrow(/^BACKUP_INCOMPLETE/);
  }
  await makeBackup({ source: { folder: venueOf("live") }, to, now: 0 });
  expect(await runTool("restore", ["--from", to, "--check"])).toMatchObject({ code: 0 });
  expect(existsSync(`${to}.unfinished`)).toBe(false);
});

test("a folder of a killed restore is refused by the venue and by the tools, and a second run restores it", async () => {
  const data = join(folder, "half");
  for (const blocks of killPoints()) {
    killed(blocks, "folder", backup, venueOf("half"));
    expect(() => refuseUnfinished(venueOf("half"))).toThrow(/^RESTORE_UNFINISHED/);
  }
  await expect(spawnVenue(data)).rejects.toThrow(/RESTORE_UNFINISHED/);
  expect((await runTool("audit", ["--data", data])).complained).toMatch(/^RESTORE_UNFINISHED/);
  const target = { folder: venueOf("half") };
  const copy = makeBackup({ source: target, to: join(folder, "copy of half"), now: 0 });
  await expect(copy).rejects.toThrow(/^RESTORE_UNFINISHED/);
  await restoreBackup({ from: backup, target });
  expect(blocksOf(target.folder)).toEqual(blocksOf(backup));
  expect(await runTool("audit", ["--data", data])).toMatchObject({ code: 0 });
});

test.skipIf(isAbsent)(
  "a killed restore into the table leaves no row, and a second run brings the backup there and back",
  async () => {
    const database = await ownDatabase(server);
    const table = { url: new Secret(database.url) };
    const nothing = makeBackup.bind(undefined, { source: table, to: join(folder, "none"), now: 0 });
    for (const blocks of killPoints()) {
      killed(blocks, "table", backup, database.url);
      await expect(nothing()).rejects.toThrow(/^BACKUP_OF_NOTHING/);
    }
    await restoreBackup({ from: backup, target: table });
    expect((await readTable(database.url)).map(({ hash }) => hash)).toEqual(
      contentsOf(backup).hashes,
    );
    const again = restoreBackup({ from: backup, target: table });
    await expect(again).rejects.toThrow(/^RESTORE_TARGET_NOT_EMPTY/);
    const to = join(folder, "from table");
    await makeBackup({ source: table, to, now: 0 });
    await database.drop();
    expect(readManifest(to).state_hash).toBe(manifest.state_hash);
    await restoreBackup({ from: to, target: { folder: venueOf("back") } });
    expect(contentsOf(venueOf("back"))).toEqual(contentsOf(backup));
  },
);

/** The backup's blocks as a journal of small segments. */
async function inSmallSegments(to: string): Promise<void> {
  await mkdir(to);
  const writer = new SegmentWriter(to, { segmentBytes: 8_000 });
  for (const { block, position } of fileBlocks(backup, manifest.height)) {
    await writer.write({ block, position: { ...position, segment: 0, start: block.height } });
  }
  await writer.finish();
}

test("blocks of a table fill one segment after another, and segments are copied as they are", async () => {
  const source = join(folder, "segments");
  await inSmallSegments(source);
  const to = join(folder, "backup of segments");
  const { segments } = await makeBackup({ source: { folder: source }, to, now: 0 });
  expect(segments.length).toBeGreaterThan(3);
  for (const { bytes } of segments) expect(bytes).toBeLessThanOrEqual(8_000);
  await restoreBackup({ from: to, target: { folder: venueOf("segments again") } });
  expect(blocksOf(venueOf("segments again"))).toEqual(blocksOf(source));
  for (const { file, last_height } of segments) {
    const path = join(to, file);
    const bytes = readFileSync(path);
    bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const check = restoreBackup({ from: to, target: undefined });
    await expect(check).rejects.toThrow(`${file}: block ${last_height} at byte`);
    bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }
});

test("a journal that is damaged is not copied: file and byte are named", async () => {
  const source = join(folder, "damaged");
  await inSmallSegments(source);
  const { start } = blocksOf(source)[1]!;
  const path = segmentPath(source, 1);
  const bytes = readFileSync(path);
  bytes[start + 50] = (bytes[start + 50] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const to = join(folder, "backup of damaged");
  await expect(makeBackup({ source: { folder: source }, to, now: 0 })).rejects.toThrow(
    `${path}, byte ${start}: the block is damaged`,
  );
  expect(existsSync(to)).toBe(false);
});
