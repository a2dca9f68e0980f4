/** The process as an operator runs it: an orderly end leaves a snapshot, and only its own user can read its files. */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnVenue, type VenueProcess } from "./process.testing.ts";

const LIMITED = { VENUE_ADDRESS_LIMIT: "10" };

let folder: string;
let venue: VenueProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "venue-main-"));
  const readers = { VENUE_READER_ADDRESSES: "192.0.2.0/24, 127.0.0.1" };
  venue = await spawnVenue(folder, { ...LIMITED, ...readers });
});
afterAll(async () => {
  await venue.kill();
  await rm(folder, { recursive: true });
});

async function statusesOf40Reads(): Promise<Set<number>> {
  const reads = Array.from({ length: 40 }, () => fetch(`${venue.url}/v1/time`));
  return new Set((await Promise.all(reads)).map(({ status }) => status));
}

test("a host of VENUE_READER_ADDRESSES reads beyond VENUE_ADDRESS_LIMIT, whichever gateway answers", async () => {
  expect((await fetch(`${venue.url}/readyz`)).status).toBe(200);
  expect(await statusesOf40Reads()).toEqual(new Set([200]));
});

test("SIGTERM ends it with 0 and a snapshot, and no other user can read its files", async () => {
  expect(await venue.stop()).toBe(0);
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => name.endsWith(".snapshot"))).toHaveLength(1);
  expect(names.some((name) => name.endsWith("history.db"))).toBe(true);
  for (const name of names) {
    const { mode } = await stat(join(folder, name));
    expect([name, mode & 0o077]).toEqual([name, 0]);
  }
});

test("any other host reads no more than VENUE_ADDRESS_LIMIT, whichever gateway answers", async () => {
  venue = await spawnVenue(folder, LIMITED);
  expect(await statusesOf40Reads()).toEqual(new Set([200, 429]));
});
