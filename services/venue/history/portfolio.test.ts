/** What accounts were worth is derived from the journal, exactly, once for each hour, and the same wherever the follower is killed. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { accountFigures } from "#services/venue/engine/account-margin.ts";
import { apply } from "#services/venue/engine/apply.ts";
import { commandTime, decodeCommand } from "#services/venue/engine/command-codec.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { hasPosition } from "#services/venue/engine/shortfall.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { Follower } from "#services/venue/follower/follower.ts";
import { RandomHistory } from "#services/venue/follower/history.testing.ts";
import { JournalReader } from "#services/venue/journal/journal-reader.ts";
import { Sequencer } from "#services/venue/sequencer/sequencer.ts";
import { snapshotFolder } from "#services/venue/snapshot/snapshot-files.ts";
import { historyPath } from "./history-schema.ts";
import { HOURLY_DAYS, HOURS_A_DAY } from "./portfolio-hours.ts";
import { figuresFrom } from "./portfolio-rows.ts";
import { deleteHistory, historyRows } from "./rows.testing.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portfolio-"));
});

afterEach(() => rm(folder, { recursive: true }));

/** A journal whose clock jumps by up to `mostHours` between rounds; answers its height. */
async function journalOf(seed: number, rounds: number, mostHours: number): Promise<number> {
  const history = new RandomHistory(seed);
  const sequencer = await Sequencer.open({
    folder,
    clock: history.clock,
    events: NO_EVENTS,
    journal: {},
    onFailure: (error) => {
      throw error;
    },
  });
  for (let round = 0; round < rounds; round += 1) {
    await history.run(sequencer, 60);
    history.clock.time += history.below(mostHours * HOUR_MS);
  }
  await history.run(sequencer, 5);
  await sequencer.close();
  return sequencer.latestBlock.height;
}

async function follow(height: number): Promise<void> {
  const follower = Follower.open({ folder });
  follower.durable(height);
  await follower.catchUp();
  follower.close();
}

type Row = { pubkey: string; hour: number; equity: string; deposits: string; figures: string };

function rowsOf(): Row[] {
  const database = new DatabaseSync(historyPath(folder), { readOnly: true });
  const rows = database
    .prepare("SELECT pubkey, p.* FROM portfolio p JOIN accounts a ON a.number = p.account")
    .all();
  database.close();
  return rows as Row[];
}

/** Calls `atEnd` with the state of a separate engine at the end of each hour in which a block was made. */
function everyHour(atEnd: (hour: number, state: VenueState) => void): VenueState {
  const state = emptyState();
  const reader = new JournalReader(folder);
  for (let read = reader.next(); read !== undefined; read = reader.next()) {
    const next = Math.floor(commandTime(read.block.commands[0]!) / HOUR_MS);
    const hour = Math.floor(state.time / HOUR_MS);
    if (state.seq > 0 && next > hour) atEnd(hour, state);
    for (const bytes of read.block.commands) {
      const { command, time } = decodeCommand(bytes);
      apply(state, command, time, NO_EVENTS);
    }
  }
  reader.close();
  return state;
}

test("the figures of an hour are the account's value in the engine, and its parts sum to it", async () => {
  await follow(await journalOf(41, 40, 3));
  const rows = new Map(rowsOf().map((row) => [`${row.pubkey} ${row.hour}`, row]));
  let compared = 0;
  everyHour((hour, state) => {
    for (const account of state.accounts.values()) {
      const row = rows.get(`${account.pubkey} ${hour}`);
      if (row === undefined) {
        expect(hasPosition(account)).toBe(false);
        continue;
      }
      const { accountValue, unrealizedPnl } = accountFigures(account);
      const { insurance, markets } = figuresFrom(row.figures);
      expect(BigInt(row.equity)).toBe(accountValue);
      const parts = markets.map((of) => of.realizedPnl + of.unrealizedPnl + of.funding - of.fees);
      expect(parts.reduce((sum, part) => sum + part, BigInt(row.deposits) + insurance)).toBe(
        accountValue,
      );
      expect(markets.reduce((sum, of) => sum + of.unrealizedPnl, 0n)).toBe(unrealizedPnl);
      compared += 1;
    }
  });
  expect(compared).toBe(rows.size);
  expect(compared).toBeGreaterThan(100);
});

test("rows are the same when the follower is killed at random points, with and without snapshots", async () => {
  const height = await journalOf(42, 20, 4);
  await follow(height);
  const whole = historyRows(folder);
  expect(whole["portfolio"]!.length).toBeGreaterThan(50);
  deleteHistory(folder);
  await rm(snapshotFolder(folder), { recursive: true, force: true });
  const random = new RandomHistory(7);
  for (let reached = 0; reached < height; ) {
    const follower = Follower.open({ folder, snapshotCommands: 50 + random.below(300) });
    reached = Math.min(height, follower.height + random.below(40));
    follower.durable(reached);
    await follower.catchUp();
    if (random.below(3) === 0) follower.snapshot();
    follower.close();
  }
  expect(historyRows(folder)).toEqual(whole);
});

test("an account without a position has a row only for hours in which something was reported of it", async () => {
  await follow(await journalOf(43, 30, 2));
  const insurance = rowsOf().filter(({ pubkey }) => pubkey === "insurance");
  const hours = new Set(rowsOf().map(({ hour }) => hour));
  expect(insurance.length).toBeLessThan(hours.size);
});

test("a history of an older version is written again from the journal, with the hours before", async () => {
  const height = await journalOf(44, 10, 3);
  await follow(height);
  const whole = historyRows(folder);
  const database = new DatabaseSync(historyPath(folder));
  database.exec("DROP TABLE portfolio; DROP TABLE portfolio_sums; PRAGMA user_version = 3");
  database.close();
  await follow(height);
  expect(historyRows(folder)).toEqual(whole);
  expect(whole["portfolio"]!.length).toBeGreaterThan(0);
});

test(`days that are older than ${HOURLY_DAYS} days keep the last row of each account`, async () => {
  await follow(await journalOf(45, 120, 30));
  const rows = rowsOf();
  const lastDay = Math.max(...rows.map(({ hour }) => Math.floor(hour / HOURS_A_DAY)));
  const isOld = ({ hour }: Row) => Math.floor(hour / HOURS_A_DAY) < lastDay - HOURLY_DAYS;
  const daysOf = (some: Row[]) =>
    new Set(some.map(({ pubkey, hour }) => `${pubkey} ${Math.floor(hour / HOURS_A_DAY)}`)).size;
  const old = rows.filter(isOld);
  const recent = rows.filter((row) => !isOld(row));
  expect(old.length).toBeGreaterThan(50);
  expect(daysOf(old)).toBe(old.length);
  expect(daysOf(recent)).toBeLessThan(recent.length);
});
