/**
 * The follower reaches the engine's state or reports where it differs. Each row that it writes is in the history
 * exactly once, wherever the follower is killed.
 */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apply } from "#services/venue/engine/apply.ts";
import { decodeCommand } from "#services/venue/engine/command-codec.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import type {
  EngineEvents,
  FillEvent,
  FundingEvent,
  TradeRow,
} from "#services/venue/engine/events.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import type { Order } from "#services/venue/engine/market-state.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import { HistoryReader } from "#services/venue/history/history-reader.ts";
import { historyPath } from "#services/venue/history/history-schema.ts";
import { deleteHistory, historyRows } from "#services/venue/history/rows.testing.ts";
import { JournalReader } from "#services/venue/journal/journal-reader.ts";
import { Sequencer } from "#services/venue/sequencer/sequencer.ts";
import {
  loadSnapshot,
  snapshotFolder,
  snapshotsOf,
} from "#services/venue/snapshot/snapshot-files.ts";
import { Follower } from "./follower.ts";
import { RandomHistory } from "./history.testing.ts";
import { followInThread } from "./thread.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "follower-"));
});

afterEach(() => {
  vi.restoreAllMocks();
  return rm(folder, { recursive: true });
});

async function openSequencer(history: RandomHistory, journal = {}): Promise<Sequencer> {
  return Sequencer.open({
    folder,
    clock: history.clock,
    events: NO_EVENTS,
    journal,
    onFailure: (error) => {
      throw error;
    },
  });
}

async function journalOf(seed: number, commands: number): Promise<Sequencer> {
  const history = new RandomHistory(seed);
  const sequencer = await openSequencer(history);
  await history.run(sequencer, commands);
  await sequencer.close();
  return sequencer;
}

async function historyInOneGo(height: number): Promise<Record<string, unknown[]>> {
  const follower = Follower.open({ folder });
  follower.durable(height);
  await follower.catchUp();
  follower.close();
  return historyRows(folder);
}

async function wipeFollower(): Promise<void> {
  deleteHistory(folder);
  await rm(snapshotFolder(folder), { recursive: true, force: true });
}

test("a follower of a growing journal, over several segments, reaches the engine's state", async () => {
  const history = new RandomHistory(21);
  const sequencer = await openSequencer(history, { segmentBytes: 50_000, preallocateBytes: 8_192 });
  const follower = Follower.open({ folder });
  sequencer.onDurable = (height) => follower.durable(height);
  for (let round = 0; round < 12; round += 1) {
    await history.run(sequencer, 120);
    if (round % 3 !== 1) await follower.catchUp();
  }
  await follower.catchUp();
  expect(follower.height).toBe(sequencer.latestBlock.height);
  expect(stateHash(follower.state)).toBe(stateHash(sequencer.state));
  follower.close();
  await sequencer.close();
});

test("the follower reads no block before the block is reported durable", async () => {
  const sequencer = await journalOf(22, 200);
  const follower = Follower.open({ folder });
  await follower.catchUp();
  expect(follower.height).toBe(0);
  follower.durable(7);
  await follower.catchUp();
  expect(follower.height).toBe(7);
  expect(sequencer.latestBlock.height).toBeGreaterThan(7);
  follower.close();
});

test("rows that nobody waits for are committed later, and at once when somebody does", async () => {
  vi.spyOn(performance, "now").mockReturnValue(5_000);
  const { latestBlock } = await journalOf(27, 200);
  const follower = Follower.open({ folder });
  const passTo = (height: number, isWanted: boolean) => {
    follower.durable(height);
    while (!follower.work(1, isWanted));
    return follower.committed;
  };
  expect(passTo(5, true)).toBe(5);
  expect(passTo(9, false)).toBe(5);
  expect(passTo(9, true)).toBe(9);
  expect(passTo(12, false)).toBe(9);
  vi.spyOn(performance, "now").mockReturnValue(6_001);
  expect(passTo(13, false)).toBe(13);
  follower.close();
  expect((await historyInOneGo(latestBlock.height))["fills"]!.length).toBeGreaterThan(0);
});

test("a follower that is killed at random points, with and without snapshots, writes each history row once", async () => {
  for (const seed of [23, 24, 25]) {
    const { latestBlock } = await journalOf(seed, 900);
    const whole = await historyInOneGo(latestBlock.height);
    expect(whole["fills"]!.length).toBeGreaterThan(30);
    await wipeFollower();
    const random = new RandomHistory(seed * 7);
    for (let height = 0; height < latestBlock.height; ) {
      const follower = Follower.open({ folder, snapshotCommands: 50 + random.below(300) });
      height = follower.height + random.below(40);
      follower.durable(Math.min(height, latestBlock.height));
      await follower.catchUp();
      if (random.below(3) === 0) follower.snapshot();
      // Some more blocks whose rows are in a transaction that never ends.
      killInTransaction(follower, random.below(20), latestBlock.height);
    }
    expect(historyRows(folder)).toEqual(whole);
    await wipeFollower();
    await rm(join(folder, "00000001.journal"));
  }
});

/** Applies some more blocks and then dies without a commit. */
function killInTransaction(follower: Follower, blocks: number, last: number): void {
  for (let block = 0; block < blocks && follower.height < last; block += 1) follower.step();
  follower.close();
}

test("a deleted history is written again, although snapshots are ahead of it", async () => {
  const { latestBlock } = await journalOf(26, 600);
  const whole = await historyInOneGo(latestBlock.height);
  const follower = Follower.open({ folder });
  follower.durable(latestBlock.height);
  await follower.catchUp();
  follower.snapshot();
  follower.close();
  expect(snapshotsOf(folder)).toHaveLength(1);
  deleteHistory(folder);
  expect(await historyInOneGo(latestBlock.height)).toEqual(whole);
});

test("a history of another journal, and a damaged one, are written again", async () => {
  const first = await journalOf(27, 300);
  await historyInOneGo(first.latestBlock.height);
  await rm(join(folder, "00000001.journal"));
  const second = await journalOf(28, 300);
  const rows = await historyInOneGo(second.latestBlock.height);
  await wipeFollower();
  expect(await historyInOneGo(second.latestBlock.height)).toEqual(rows);
  const file = await open(historyPath(folder), "r+");
  await file.write(Buffer.alloc(4_096, 7), 0, 4_096, 0);
  await file.close();
  expect(await historyInOneGo(second.latestBlock.height)).toEqual(rows);
});

test("the history has the engine's events, page by page", async () => {
  const { latestBlock } = await journalOf(29, 1_500);
  await historyInOneGo(latestBlock.height);
  const recorded = recordEvents(folder);
  const reader = new HistoryReader(folder);
  const fees = recorded.fills.filter((fill) => fill.fee > 0n);
  expect(reader.fees({ afterSeq: 0, limit: 1_000 }).map((fee) => fee.seq)).toEqual(
    fees.slice(0, 1_000).map((fill) => fill.id),
  );
  const [first, second] = reader.fees({ afterSeq: 0, limit: 2 });
  expect(reader.fees({ afterSeq: first!.seq, limit: 1 })).toEqual([second]);

  const account = recorded.fills[0]!.account;
  const own = recorded.fills.filter((fill) => fill.account === account).toReversed();
  expect(allPages((before) => reader.fills({ account, before, limit: 7 }))).toEqual(
    own.map((fill) => fill.id),
  );
  const market = own[0]!.market.listing.symbol;
  const inMarket = own.filter((fill) => fill.market.listing.symbol === market);
  expect(reader.fills({ account, market, limit: 1_000 }).map((fill) => fill.id)).toEqual(
    inMarket.map((fill) => fill.id),
  );

  const closed = recorded.closed.filter((order) => order.account.pubkey === account);
  const ids = closed.map((order) => order.id).toSorted((a, b) => b - a);
  expect(
    allPages((before) =>
      reader.closedOrders({ account, before, limit: 9 }).map((order) => ({ id: Number(order.id) })),
    ),
  ).toEqual(ids);
  const record = reader.closedOrder(account, ids[0]!)!;
  const order = closed.find(({ id }) => id === ids[0])!;
  expect([record.account, record.digest, record.status, record.cancel_reason]).toEqual([
    account,
    order.digest,
    "CLOSED",
    order.cancelReason,
  ]);

  const paid = recorded.funding.filter((payment) => payment.account === account);
  expect(reader.funding({ account, limit: 1_000 })).toHaveLength(paid.length);

  const trades = recorded.trades
    .filter(({ symbol }) => symbol === "BTCUSDC")
    .map(({ trade }) => trade);
  const middle = trades[Math.floor(trades.length / 2)]!;
  const from = trades.filter((trade) => trade.time >= middle.time).map((trade) => trade.id);
  const page = { market: "BTCUSDC", limit: 1_000 };
  expect(reader.trades({ ...page, startAt: middle.time }).map(({ id }) => id)).toEqual(from);
  expect(reader.trades({ ...page, after: middle.id })[0]?.id).toBe(
    trades.find((trade) => trade.id > middle.id)?.id,
  );
  expect(reader.trades({ ...page, startAt: Number.MAX_SAFE_INTEGER })).toEqual([]);
  reader.close();
});

function allPages(read: (before: number | undefined) => { id: number }[]): number[] {
  const ids: number[] = [];
  for (;;) {
    const page = read(ids.at(-1));
    if (page.length === 0) return ids;
    ids.push(...page.map(({ id }) => id));
  }
}

/** The events that a separate engine emits for the same journal. */
function recordEvents(venueFolder: string) {
  const recorded = {
    fills: [] as FillEvent[],
    funding: [] as FundingEvent[],
    closed: [] as Order[],
    trades: [] as { symbol: string; trade: TradeRow }[],
  };
  const events: EngineEvents = {
    ...NO_EVENTS,
    fill: (fill) => recorded.fills.push(fill),
    funding: (payment) => recorded.funding.push(payment),
    closed: (order) => recorded.closed.push(order),
    trade: (market, trade) => recorded.trades.push({ symbol: market.listing.symbol, trade }),
  };
  const state = emptyState();
  const reader = new JournalReader(venueFolder);
  for (let read = reader.next(); read !== undefined; read = reader.next()) {
    for (const bytes of read.block.commands) {
      const { command, time } = decodeCommand(bytes);
      apply(state, command, time, events);
    }
  }
  reader.close();
  return recorded;
}

test("the history is empty before the follower has made the file", () => {
  const reader = new HistoryReader(folder);
  expect(reader.fees({ afterSeq: 0, limit: 10 })).toEqual([]);
  expect(reader.trades({ market: "BTCUSDC", limit: 10 })).toEqual([]);
});

test("a follower in its thread follows a running venue, reports its failure, and leaves a snapshot on request", async () => {
  const history = new RandomHistory(30);
  const sequencer = await openSequencer(history);
  const failures: unknown[] = [];
  const options = { folder, onFailure: (e: unknown) => failures.push(e), onWarning: () => {} };
  const thread = followInThread(options);
  sequencer.onDurable = thread.durable;
  await history.run(sequencer, 600);
  await thread.reached(sequencer.latestBlock.height);
  expect(thread.lag()).toBe(0);
  await history.run(sequencer, 100);
  await thread.stop({ snapshot: true });
  const { snapshot } = loadSnapshot(folder);
  expect(snapshot?.position.height).toBe(sequencer.latestBlock.height);
  expect(stateHash(snapshot!.state)).toBe(stateHash(sequencer.state));
  expect(failures).toEqual([]);

  const again = followInThread(options);
  again.durable(sequencer.latestBlock.height + 1);
  await expect(again.reached(sequencer.latestBlock.height + 1)).rejects.toThrow(
    /not in the journal/,
  );
  expect(failures).toHaveLength(1);
  await again.stop({ snapshot: false });
  await sequencer.close();
});

test("a replay that differs is reported with height, file and byte", async () => {
  const history = new RandomHistory(31);
  const sequencer = await openSequencer(history);
  await history.run(sequencer, 50);
  // A change without a command: the engine that follows cannot know of it.
  sequencer.state.effects.hashNumber(42);
  await history.run(sequencer, 5);
  const { height } = sequencer.latestBlock;
  await sequencer.close();
  const follower = Follower.open({ folder });
  follower.durable(height);
  await expect(follower.catchUp()).rejects.toThrow(
    /Block \d+ \(.*00000001\.journal, byte \d+\) replays to the state hash/,
  );
  follower.close();
  await expect(openSequencer(history)).rejects.toThrow(/Block \d+ .* byte \d+/);
});
