/**
 * One writer: everything that it acknowledges is in the journal under the hash of exactly its own effects, or it
 * stops.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { encodeCommand } from "#services/venue/engine/command-codec.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import { RandomHistory } from "#services/venue/follower/history.testing.ts";
import { Journal } from "#services/venue/journal/journal.ts";
import { JournalReader } from "#services/venue/journal/journal-reader.ts";
import { type BlockInfo, Sequencer } from "./sequencer.ts";

let folder: string;
let failures: unknown[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sequencer-"));
  failures = [];
});

afterEach(() => rm(folder, { recursive: true }));

const openAt = (clock: { now: () => number }) =>
  Sequencer.open({ folder, clock, events: NO_EVENTS, onFailure: (e) => failures.push(e) });

const TICK = () => encodeCommand({ type: "tick" });
/** 64 KiB of marks for a market that does not exist. */
const LARGE = () => {
  const mark = { market: "NOSUCHMARKET", ticks: 1, confidencePpm: 0 };
  return encodeCommand({ type: "set_marks", marks: Array.from({ length: 2_400 }, () => mark) });
};

test("commands that run while a block is written belong to the next block", async () => {
  const history = new RandomHistory(41);
  const sequencer = await openAt(history.clock);
  const blocks: BlockInfo[] = [];
  sequencer.onCommit = (block) => blocks.push(block);
  sequencer.execute(encodeCommand(history.next(sequencer.state)));
  await new Promise((resolve) => setImmediate(resolve));
  // The first block is on its way to the disk at this point.
  for (let index = 0; index < 5; index += 1) {
    sequencer.execute(encodeCommand(history.next(sequencer.state)));
  }
  await sequencer.settled();
  expect(blocks.map((block) => block.commands)).toEqual([1, 5]);
  expect(sequencer.latestBlock).toEqual(blocks[1]);
  const hash = stateHash(sequencer.state);
  await sequencer.close();
  const again = await openAt(history.clock);
  expect(stateHash(again.state)).toBe(hash);
  expect(again.latestBlock).toEqual({ ...blocks[1], settle_ms: 0, interval_ms: null });
  await again.close();
});

test("a block that would be too large is split, each part with the hash of its own commands", async () => {
  const sequencer = await openAt({ now: () => 1_000 });
  const blocks: BlockInfo[] = [];
  sequencer.onCommit = (block) => blocks.push(block);
  for (let index = 0; index < 150; index += 1) sequencer.execute(LARGE());
  await sequencer.settled();
  expect(blocks.length).toBeGreaterThan(1);
  expect(blocks.reduce((sum, block) => sum + block.commands, 0)).toBe(150);
  expect(new Set(blocks.map((block) => block.state_hash)).size).toBe(blocks.length);
  await sequencer.close();
  const again = await openAt({ now: () => 1_000 });
  expect(again.state.seq).toBe(150);
  await again.close();
});

test("time never runs backwards, whatever the clock does", async () => {
  let now = 5_000;
  const sequencer = await openAt({ now: () => now });
  sequencer.execute(TICK());
  now = 3_000;
  sequencer.execute(TICK());
  expect(sequencer.state.time).toBe(5_000);
  await sequencer.close();
  const again = await openAt({ now: () => now });
  expect([again.state.seq, again.state.time]).toEqual([2, 5_000]);
  await again.close();
});

test("a command at which the engine fails is never journaled, and nothing is accepted after it", async () => {
  const sequencer = await openAt({ now: () => 1_000 });
  await sequencer.submit({ type: "tick" });
  sequencer.execute(TICK());
  const waiting = sequencer.settled();
  // A defect that no command can cause.
  Object.defineProperty(sequencer.state, "markets", { get: () => undefined });
  const [listing] = LISTINGS;
  const list = encodeCommand({ type: "list_market", market: listing! });
  expect(() => sequencer.execute(list)).toThrow(TypeError);
  await expect(waiting).rejects.toThrow(TypeError);
  expect(() => sequencer.execute(TICK())).toThrow(TypeError);
  expect(failures).toHaveLength(1);
  await expect(sequencer.close()).rejects.toThrow(TypeError);
  const again = await openAt({ now: () => 1_000 });
  expect(again.state.seq).toBe(1);
  await again.close();
});

test("bytes that are not a command are refused and change nothing", async () => {
  const sequencer = await openAt({ now: () => 1_000 });
  const before = stateHash(sequencer.state);
  expect(() => sequencer.execute(new Uint8Array(20).fill(250))).toThrow(/no command type/);
  expect(stateHash(sequencer.state)).toBe(before);
  await sequencer.submit({ type: "tick" });
  expect(failures).toEqual([]);
  await sequencer.close();
});

test("a disk that refuses a block rejects the waiting commands, and stops the venue once", async () => {
  const sequencer = await openAt({ now: () => 1_000 });
  await sequencer.submit({ type: "tick" });
  const append = vi.spyOn(Journal.prototype, "append");
  append.mockRejectedValue(new Error("no space left"));
  await expect(sequencer.submit({ type: "tick" })).rejects.toThrow("no space left");
  await expect(sequencer.submit({ type: "tick" })).rejects.toThrow("no space left");
  expect(failures).toHaveLength(1);
  await expect(sequencer.close()).rejects.toThrow("no space left");
  append.mockRestore();
  const reader = new JournalReader(folder);
  expect(reader.next()?.block.height).toBe(1);
  expect(reader.next()).toBeUndefined();
  reader.close();
});
