/** The journal keeps what it acknowledged: torn tails are cut, damage in the middle is named and refused. */
import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Block } from "./block.ts";
import { Journal } from "./journal.ts";

const SMALL = { segmentBytes: 4_096, preallocateBytes: 1_024 };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "journal-"));
});

afterEach(() => rm(folder, { recursive: true }));

const text = (value: string) => new TextEncoder().encode(value);

async function openAll() {
  const blocks: Block[] = [];
  const { journal, recovery } = await Journal.open(
    folder,
    (block) => blocks.push({ ...block, commands: block.commands.map((c) => c.slice()) }),
    SMALL,
  );
  const commands = blocks.flatMap((b) => b.commands.map((c) => new TextDecoder().decode(c)));
  return { journal, recovery, blocks, commands };
}

/** Writes `count` blocks of two commands and returns the commands. */
async function fill(count: number): Promise<string[]> {
  const { journal } = await openAll();
  const written: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const commands = [`first of ${index}`, `second of ${index}`.padEnd(120, ".")];
    await journal.append(commands.map(text), index * 2 + 1, 1_000 + index);
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

test("what was appended is replayed in order, over several segments", async () => {
  const written = await fill(60);
  expect((await readdir(folder)).length).toBeGreaterThan(2);
  const { journal, commands, blocks } = await openAll();
  expect(commands).toEqual(written);
  expect(blocks.map((block) => block.height)).toEqual(blocks.map((_, index) => index + 1));
  await journal.close();
});

test("a torn last block is cut off and the journal goes on behind the one before it", async () => {
  await fill(3);
  const first = await openAll();
  await first.journal.close();
  // The third block begins behind two blocks of equal length.
  const blockBytes = 216;
  const file = await open(join(folder, "00000001.journal"), "r");
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, blockBytes * 2);
  await file.close();
  expect(buffer.toString("latin1")).toBe("SVCB");
  await change("00000001.journal", blockBytes * 2 + 100, (bytes) => bytes.fill(0xff));
  const torn = await openAll();
  expect(torn.recovery.tornBytes).toBeGreaterThan(0);
  expect(torn.commands).toHaveLength(4);
  await torn.journal.append([text("after the cut")], 5, 2_000);
  await torn.journal.close();
  const again = await openAll();
  expect(again.recovery.tornBytes).toBe(0);
  expect(again.commands.at(-1)).toBe("after the cut");
  await again.journal.close();
});

test("a flipped bit in the middle is refused with its position", async () => {
  await fill(5);
  await change("00000001.journal", 300, (bytes) => {
    bytes[0] = bytes[0]! ^ 1;
  });
  await expect(openAll()).rejects.toThrow(/00000001\.journal: the block at byte 216 is damaged/);
});

test("a damaged end of an earlier segment is refused, for others follow it", async () => {
  await fill(60);
  await change("00000001.journal", 3_700, (bytes) => bytes.fill(0xff));
  await expect(openAll()).rejects.toThrow(/damaged|does not follow/);
});

test("a missing segment is refused", async () => {
  await fill(60);
  await rm(join(folder, "00000002.journal"));
  await expect(openAll()).rejects.toThrow(/segment 2 is missing/);
});
