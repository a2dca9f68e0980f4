/** A snapshot and the rest of the journal equal the whole journal; a snapshot that does not verify is never used. */
import { hash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { RandomHistory } from "#services/venue/follower/history.testing.ts";
import { JournalReader } from "#services/venue/journal/journal-reader.ts";
import { JOURNAL_START, type JournalPosition } from "#services/venue/journal/position.ts";
import { Histories } from "#services/venue/projection/market-history.ts";
import { replayBlock } from "#services/venue/sequencer/replay-block.ts";
import { Sequencer } from "#services/venue/sequencer/sequencer.ts";
import { decodeSnapshot, encodeSnapshot } from "./snapshot-codec.ts";
import { loadSnapshot, snapshotsOf, writeSnapshot } from "./snapshot-files.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "snapshot-"));
});

afterEach(() => rm(folder, { recursive: true }));

async function journalOf(seed: number, commands: number): Promise<RandomHistory> {
  const history = new RandomHistory(seed);
  const sequencer = await Sequencer.open({
    folder,
    clock: history.clock,
    events: new Histories().events,
    onFailure: () => {},
  });
  await history.run(sequencer, commands);
  await sequencer.close();
  return history;
}

type At = { state: VenueState; histories: Histories; position: JournalPosition };

/** Replays from `from` up to the block at `height`. */
function replay(from: At, height: number): At {
  const reader = new JournalReader(folder, from.position);
  while (reader.position.height < height) {
    const read = reader.next();
    if (read === undefined) break;
    replayBlock({ folder, state: from.state, events: from.histories.events }, read);
  }
  reader.close();
  return { ...from, position: reader.position };
}

const fromStart = (): At => ({
  state: emptyState(),
  histories: new Histories(),
  position: JOURNAL_START,
});

const END = Number.MAX_SAFE_INTEGER;

test.each([1, 2, 3, 4, 5, 6])(
  "snapshot and rest of the journal equal the whole, seed %i",
  async (seed) => {
    const history = await journalOf(seed, 2_500);
    const whole = replay(fromStart(), END);
    expect(whole.state.nextTradeId).toBeGreaterThan(100);
    for (let round = 0; round < 5; round += 1) {
      const half = replay(fromStart(), 1 + history.below(whole.position.height - 1));
      const loaded = decodeSnapshot(encodeSnapshot(half));
      checkInvariants(loaded.state);
      const rest = replay(loaded, END);
      expect(rest.state.effects.head).toBe(whole.state.effects.head);
      expect(stateHash(rest.state)).toBe(stateHash(whole.state));
      for (const market of whole.state.markets.values()) {
        expect(rest.histories.of(market).rows()).toEqual(whole.histories.of(market).rows());
      }
    }
  },
);

test("the newest two snapshots are kept, and none with a missing or changed byte is used", async () => {
  await journalOf(7, 400);
  const { position } = replay(fromStart(), END);
  for (const height of [10, 20, 30]) writeSnapshot(folder, replay(fromStart(), height));
  expect(snapshotsOf(folder).map((file) => file.height)).toEqual([30, 20]);
  expect(loadSnapshot(folder).snapshot?.position.height).toBe(30);
  expect(loadSnapshot(folder, 29).snapshot?.position.height).toBe(20);

  const newest = snapshotsOf(folder)[0]!.path;
  const bytes = await readFile(newest);
  for (const change of [
    (damaged: Buffer) => damaged.writeUInt8(damaged.readUInt8(3_000) ^ 1, 3_000),
    (damaged: Buffer) => damaged.writeUInt32LE(99, 4),
  ]) {
    const damaged = Buffer.from(bytes);
    change(damaged);
    await writeFile(newest, damaged);
    const { snapshot, warnings } = loadSnapshot(folder);
    expect(snapshot?.position.height).toBe(20);
    expect(warnings).toHaveLength(1);
  }
  await writeFile(newest, bytes.subarray(0, bytes.length - 1));
  expect(loadSnapshot(folder).snapshot?.position.height).toBe(20);
  expect(position.height).toBeGreaterThan(30);
});

test("a snapshot that restores to another state than it declares is refused", async () => {
  await journalOf(8, 300);
  const bytes = encodeSnapshot(replay(fromStart(), 20));
  const content = deserialize(bytes.subarray(40)) as { state: { counters: { fees: bigint } } };
  content.state.counters.fees += 1n;
  const body = serialize(content);
  const header = Buffer.from(bytes.subarray(0, 40));
  header.write(hash("sha256", body, "hex"), 8, "hex");
  expect(() => decodeSnapshot(Buffer.concat([header, body]))).toThrow(/another state/);
});

test("a snapshot of another journal is ignored", async () => {
  await journalOf(9, 300);
  writeSnapshot(folder, replay(fromStart(), 20));
  for (const name of ["00000001.journal"]) await rm(join(folder, name));
  await journalOf(10, 300);
  const { snapshot, warnings } = loadSnapshot(folder);
  expect(snapshot).toBeUndefined();
  expect(warnings[0]).toMatch(/last block is not in the journal/);
});
