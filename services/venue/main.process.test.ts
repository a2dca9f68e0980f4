/** The process as an operator runs it: an orderly end leaves a snapshot, and only its own user can read its files. */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { spawnVenue } from "./process.testing.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "venue-main-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("SIGTERM ends it with 0 and a snapshot, and no other user can read its files", async () => {
  const venue = await spawnVenue(folder);
  expect((await fetch(`${venue.url}/readyz`)).status).toBe(200);
  expect(await venue.stop()).toBe(0);
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => name.endsWith(".snapshot"))).toHaveLength(1);
  expect(names.some((name) => name.endsWith("history.db"))).toBe(true);
  for (const name of names) {
    const { mode } = await stat(join(folder, name));
    expect([name, mode & 0o077]).toEqual([name, 0]);
  }
});

test("a host of VENUE_READER_ADDRESSES reads beyond VENUE_ADDRESS_LIMIT, whichever gateway answers", async () => {
  const limited = { VENUE_ADDRESS_LIMIT: "10" };
  const readers = { ...limited, VENUE_READER_ADDRESSES: "192.0.2.0/24, 127.0.0.1" };
  const statuses = async (settings: Record<string, string>) => {
    const venue = await spawnVenue(folder, settings);
    const reads = Array.from({ length: 40 }, () => fetch(`${venue.url}/v1/time`));
    const found = (await Promise.all(reads)).map(({ status }) => status);
    await venue.stop();
    return new Set(found);
  };
  expect(await statuses(readers)).toEqual(new Set([200]));
  expect(await statuses(limited)).toEqual(new Set([200, 429]));
});
