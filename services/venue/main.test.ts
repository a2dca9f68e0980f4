/** The process as an operator runs it: an orderly end leaves a snapshot, and its files are for its own user only. */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { spawnVenue } from "./testing-process.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "venue-main-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("SIGTERM ends it with 0 and a snapshot; nobody else may read what it keeps", async () => {
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
}, 30_000);
