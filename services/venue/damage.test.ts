/**
 * Damage that a quick start does not read is still found: the follower finds it before the snapshot, and history and
 * snapshots reveal it at the journal's end. A venue that refuses to start has changed nothing.
 */
import { hash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { NO_EVENTS } from "./engine/events.ts";
import { LATEST_RULES } from "./engine/rules.ts";
import { Follower } from "./follower/follower.ts";
import { RandomHistory } from "./follower/history.testing.ts";
import type { VerifiedChain } from "./follower/thread-messages.ts";
import { deleteHistory, historyRows } from "./history/rows.testing.ts";
import { ChainCheck } from "./journal/chain-check.ts";
import { segmentPath } from "./journal/position.ts";
import { type OpenVenue, openVenue, type VenueOptions } from "./process/open-venue.ts";
import { Sequencer } from "./sequencer/sequencer.ts";
import { snapshotFolder } from "./snapshot/snapshot-files.ts";
import { blocksOf } from "./testing/simulation/disk-faults.ts";
import { OPERATOR_KEY } from "./venue.testing.ts";

const JOURNAL = { segmentBytes: 30_000, preallocateBytes: 8_192 };
const clock = { now: () => 1_900_000_000_000 };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "damage-"));
});

afterEach(() => rm(folder, { recursive: true }));

async function writeJournal(seed: number, commands: number): Promise<void> {
  const history = new RandomHistory(seed);
  const onFailure = (error: unknown) => {
    throw error;
  };
  const parts = { folder, clock: history.clock, events: NO_EVENTS, onFailure };
  const sequencer = await Sequencer.open({ ...parts, journal: JOURNAL });
  await sequencer.submit({ type: "rules", version: LATEST_RULES });
  await history.run(sequencer, commands);
  await sequencer.close();
}

/** Leaves the history, and a snapshot on request. */
async function follow({ snapshot }: { snapshot: boolean }): Promise<void> {
  const follower = Follower.open({ folder });
  follower.durable(blocksOf(folder).length);
  await follower.catchUp();
  if (snapshot) follower.snapshot();
  follower.close();
}

/** Flips a bit in the middle of the block at `index`, counted from the end when negative. @returns its place. */
function damage(index: number): string {
  const { segment, start, end } = blocksOf(folder).at(index)!;
  const path = segmentPath(folder, segment);
  const bytes = readFileSync(path);
  const middle = Math.floor((start + end) / 2);
  bytes[middle] = bytes[middle]! ^ 4;
  writeFileSync(path, bytes);
  return `${path}, byte ${start}`;
}

function open(options: Partial<VenueOptions> = {}): Promise<OpenVenue> {
  const onFailure = (error: unknown) => {
    throw error;
  };
  const operatorKey = new Secret(OPERATOR_KEY);
  return openVenue({ folder, clock, operatorKey, onFailure, follower: "none", ...options });
}

describe("the part of the journal before the snapshot", () => {
  /** Opens with a follower in its thread; returns what it reports about the older part. */
  async function verdict(): Promise<VerifiedChain | Error> {
    let venue: OpenVenue | undefined;
    const said = await new Promise<VerifiedChain | Error>((resolve, reject) => {
      const onFailure = (error: unknown) => resolve(error as Error);
      open({ follower: "thread", onFailure, onVerified: resolve }).then((opened) => {
        venue = opened;
      }, reject);
    });
    expect(venue?.sequencer.recovery.blocks).toBe(0);
    await venue?.close();
    return said;
  }

  beforeEach(async () => {
    await writeJournal(51, 500);
    await follow({ snapshot: true });
  });

  test("is verified in the background, and reported as verified", async () => {
    const blocks = blocksOf(folder).length;
    expect(await verdict()).toEqual({ blocks, milliseconds: expect.any(Number) });
  });

  test.each([0, 20, -2])(
    "stops the venue with file and byte when block %i is damaged",
    async (index) => {
      const position = damage(index);
      const said = await verdict();
      expect(said).toBeInstanceOf(Error);
      expect((said as Error).message).toContain(`${position}: the block is damaged`);
    },
  );

  test("is checked in slices, up to the given block and no further", () => {
    const positions = blocksOf(folder);
    const to = positions[30]!;
    damage(31);
    const check = new ChainCheck(folder, to);
    let slices = 1;
    while (!check.work(0)) slices += 1;
    expect(slices).toBe(31);
    const other = new ChainCheck(folder, { ...to, hash: "f".repeat(64) });
    expect(() => other.work(1_000)).toThrow(/byte \d+: block 31 is not the one/);
    other.close();
  });

  test("must not end early", async () => {
    const last = blocksOf(folder).at(-1)!;
    damage(-1);
    const check = new ChainCheck(folder, last);
    expect(() => check.work(10_000)).toThrow(
      `${segmentPath(folder, last.segment)}, byte ${last.start}: the journal ends, but block ${last.height} was in it`,
    );
    check.close();
  });
});

describe("a journal that ends before its recorded end", () => {
  async function contents(): Promise<Record<string, string>> {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".journal"));
    const bytes = names.map((name) => [name, hash("sha256", readFileSync(join(folder, name)))]);
    return Object.fromEntries(bytes) as Record<string, string>;
  }

  test.each(["history.db", ".snapshot"])(
    "is refused when %s contains its damaged last block, and nothing is cut; without it the loss is accepted",
    async (witness) => {
      await writeJournal(52, 300);
      await follow({ snapshot: witness === ".snapshot" });
      if (witness === ".snapshot") deleteHistory(folder);
      const { height } = blocksOf(folder).at(-1)!;
      damage(-1);
      const before = await contents();
      await expect(open()).rejects.toThrow(
        new RegExp(
          `ends at block ${height - 1} .*${witness} contains block ${height}: acknowledged blocks are missing`,
        ),
      );
      expect(await contents()).toEqual(before);
      deleteHistory(folder);
      await rm(snapshotFolder(folder), { recursive: true, force: true });
      const venue = await open();
      expect(venue.sequencer.latestBlock.height).toBe(height - 1);
      expect(venue.sequencer.recovery.tornBytes).toBeGreaterThan(0);
      await venue.close();
    },
  );

  test("is refused when it is gone altogether, and no file is created", async () => {
    await writeJournal(53, 100);
    await follow({ snapshot: false });
    for (const name of Object.keys(await contents())) rmSync(join(folder, name));
    await expect(open()).rejects.toThrow(/ends at block 0 .*acknowledged blocks are missing/);
    expect(await contents()).toEqual({});
  });

  test("does not include a last write that was never recorded: that one is cut", async () => {
    await writeJournal(54, 300);
    const follower = Follower.open({ folder });
    const { height } = blocksOf(folder).at(-1)!;
    follower.durable(height - 1);
    await follower.catchUp();
    follower.snapshot();
    follower.close();
    damage(-1);
    const venue = await open();
    expect(venue.sequencer.latestBlock.height).toBe(height - 1);
    await venue.close();
  });

  test("does not include a history of another journal: that one is rebuilt", async () => {
    await writeJournal(55, 100);
    await follow({ snapshot: false });
    const other = historyRows(folder);
    for (const name of Object.keys(await contents())) rmSync(join(folder, name));
    await writeJournal(56, 300);
    const venue = await open({ follower: "inline" });
    await venue.followed();
    await venue.close();
    const rebuilt = historyRows(folder);
    expect(rebuilt).not.toEqual(other);
    deleteHistory(folder);
    await follow({ snapshot: false });
    expect(historyRows(folder)).toEqual(rebuilt);
  });
});
