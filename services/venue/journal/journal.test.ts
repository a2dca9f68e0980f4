/** The journal keeps what it acknowledged: torn tails are cut, damage in the middle is named and refused. */
import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Block } from "./block.ts";
import { Journal } from "./journal.ts";
import { blockAt, JournalReader } from "./journal-reader.ts";
import type { JournalPosition } from "./position.ts";

const SMALL = { segmentBytes: 4_096, preallocateBytes: 1_024 };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "journal-"));
});

afterEach(() => rm(folder, { recursive: true }));

const text = (value: string) => new TextEncoder().encode(value);

/** A substitute for the engine's hash after block `index`. */
const stateHashOf = (index: number) => String(index).padStart(64, "0");

async function openAll(from?: JournalPosition) {
  const blocks: Block[] = [];
  const positions: JournalPosition[] = [];
  const { journal, recovery } = await Journal.open(
    folder,
    ({ block, position }) => {
      blocks.push({ ...block, commands: block.commands.map((c) => c.slice()) });
      positions.push(position);
    },
    from === undefined ? SMALL : { ...SMALL, from },
  );
  const commands = blocks.flatMap((b) => b.commands.map((c) => new TextDecoder().decode(c)));
  return { journal, recovery, blocks, positions, commands };
}

const append = (journal: Journal, index: number, ...commands: string[]) =>
  journal.append({
    commands: commands.map(text),
    time: 1_000 + index,
    stateHash: stateHashOf(index),
  });

/** Writes `count` blocks of two commands and returns the commands. */
async function fill(count: number): Promise<string[]> {
  const { journal } = await openAll();
  const written: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const commands = [`first of ${index}`, `second of ${index}`.padEnd(120, ".")];
    await append(journal, index, ...commands);
    written.push(...commands);
  }
  await journal.close();
  return written;
}

async function change(segment: string, offset: number, edit: (bytes: Buffer) => void) {
  const file = await open(join(folder, segment), "r+");
  const bytes = Buffer.alloc(8);
  await file.read(bytes, 0, 8, offset);
  edit(bytes);
  await file.write(bytes, 0, 8, offset);
  await file.close();
}

test("appended blocks are replayed in order, over several segments", async () => {
  const written = await fill(60);
  expect((await readdir(folder)).length).toBeGreaterThan(2);
  const { journal, commands, blocks } = await openAll();
  expect(commands).toEqual(written);
  expect(blocks.map((block) => block.height)).toEqual(blocks.map((_, index) => index + 1));
  expect(blocks.map((block) => block.stateHash)).toEqual(blocks.map((_, i) => stateHashOf(i)));
  await journal.close();
});

test("a torn last block is cut off and the journal continues after the one before it", async () => {
  await fill(3);
  const first = await openAll();
  await first.journal.close();
  // The third block follows two blocks of equal length.
  const blockBytes = 248;
  const file = await open(join(folder, "00000001.journal"), "r");
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, blockBytes * 2);
  await file.close();
  expect(buffer.toString("latin1")).toBe("SVC2");
  await change("00000001.journal", blockBytes * 2 + 100, (bytes) => bytes.fill(0xff));
  const torn = await openAll();
  expect(torn.recovery.tornBytes).toBeGreaterThan(0);
  expect(torn.commands).toHaveLength(4);
  await append(torn.journal, 5, "after the cut");
  await torn.journal.close();
  const again = await openAll();
  expect(again.recovery.tornBytes).toBe(0);
  expect(again.commands.at(-1)).toBe("after the cut");
  await again.journal.close();
});

test("a flipped bit in the middle is refused with its position", async () => {
  await fill(5);
  await change("00000001.journal", 400, (bytes) => {
    bytes[0] = bytes[0]! ^ 1;
  });
  await expect(openAll()).rejects.toThrow(/00000001\.journal, byte 248: the block is damaged/);
});

test("a damaged end of an earlier segment is refused, because others follow it", async () => {
  await fill(60);
  await change("00000001.journal", 3_700, (bytes) => bytes.fill(0xff));
  await expect(openAll()).rejects.toThrow(/damaged|does not follow/);
});

test("a missing segment is refused", async () => {
  await fill(60);
  await rm(join(folder, "00000002.journal"));
  await expect(openAll()).rejects.toThrow(/segment 2 is missing/);
});

test("reading can begin after any block, and verifies that the block is the right one", async () => {
  const written = await fill(60);
  const all = await openAll();
  await all.journal.close();
  for (const [index, position] of all.positions.entries()) {
    const rest = await openAll(position);
    await rest.journal.close();
    expect(rest.commands).toEqual(written.slice((index + 1) * 2));
    expect(blockAt(folder, position)?.height).toBe(index + 1);
    expect(blockAt(folder, { ...position, hash: "f".repeat(64) })).toBeUndefined();
  }
});

test("a concurrent reader gets each block once, across segments", async () => {
  const { journal } = await openAll();
  const reader = new JournalReader(folder);
  const heights: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    await append(journal, index, `one ${index}`, "x".repeat(index * 40));
    if (index % 3 === 2) continue;
    for (let read = reader.next(); read !== undefined; read = reader.next()) {
      heights.push(read.block.height);
    }
  }
  expect(heights).toEqual(heights.map((_, index) => index + 1));
  expect(heights.length).toBeGreaterThan(56);
  reader.close();
  await journal.close();
});

test("a block larger than the reading window is read whole", async () => {
  const { journal } = await openAll();
  const large = "z".repeat(3 * 1024 * 1024);
  await append(journal, 0, "small", large);
  await append(journal, 1, "behind it");
  await journal.close();
  const again = await openAll();
  await again.journal.close();
  expect(again.commands).toEqual(["small", large, "behind it"]);
});

test("a reader at the end of the journal reads what is written next, whatever its size", async () => {
  const { journal } = await Journal.open(folder, () => {}, { preallocateBytes: 4_000_000 });
  const reader = new JournalReader(folder);
  const sizes = [10, 10, 40_000, 10, 1_500_000, 10, 32_500, 32_500, 10];
  for (const [index, size] of sizes.entries()) {
    await append(journal, index, "x".repeat(size), "behind it");
    // Each third stays unread until the next ones are there.
    if (index % 3 === 1) continue;
    for (let next = reader.next(); next !== undefined; next = reader.next()) {
      const lengths = next.block.commands.map(({ length }) => length);
      expect(lengths).toEqual([sizes[next.block.height - 1], 9]);
    }
    expect(reader.position.height).toBe(index + 1);
  }
  reader.close();
  await journal.close();
});

test("a journal of the pre-release format is refused with an instruction", async () => {
  await fill(2);
  await change("00000001.journal", 0, (bytes) => bytes.write("SVCB"));
  await expect(openAll()).rejects.toThrow(/journal in .* pre-release version .*npm run reset/);
});

test("a block that was replaced by another valid one breaks the chain", async () => {
  await fill(3);
  const other = await mkdtemp(join(tmpdir(), "journal-other-"));
  const { journal } = await Journal.open(other, () => {}, SMALL);
  for (const index of [0, 1, 2]) {
    const commands = [`first of ${index}`, `SECOND of ${index}`.padEnd(120, ".")];
    await append(journal, index, ...commands);
  }
  await journal.close();
  const bytes = Buffer.alloc(248);
  const source = await open(join(other, "00000001.journal"), "r");
  await source.read(bytes, 0, 248, 248);
  await source.close();
  const target = await open(join(folder, "00000001.journal"), "r+");
  await target.write(bytes, 0, 248, 248);
  await target.close();
  await rm(other, { recursive: true });
  await expect(openAll()).rejects.toThrow(/byte 248: the block does not follow/);
});
