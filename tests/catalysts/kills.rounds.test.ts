/**
 * Replicas that find moves are killed at any moment, alone and beside another one. In the end they
 * have stored what an undisturbed one stores. MOVES_SIGKILL_ROUNDS sets the number of kills.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MinuteFollower } from "#lib/catalysts/moves/follow-minutes.ts";
import { catalystCursors, catalystStates } from "#lib/catalysts/schema/catalysts.ts";
import {
  brokenMoves,
  makeCloses,
  storeBars,
  storedMoves,
  storeFacts,
} from "#lib/catalysts/testing/stored-markets.testing.ts";
import { firstOutput } from "#lib/kernel/child-output.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { type Database, openDatabase, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";

const PROCESS = fileURLToPath(
  new URL("../../lib/catalysts/testing/moves-process.ts", import.meta.url),
);
const ROUNDS = Number(process.env["MOVES_SIGKILL_ROUNDS"] ?? 1);
const START = Date.UTC(2026, 4, 1);
/** The length of the warm-up and more, before the first round. */
const PAST = 740;
const MINUTES_A_ROUND = 12;
/** Enough markets that their state takes several transactions. */
const MARKET_COUNT = 9;
/** Minutes between the moves of two markets. */
const APART = 3;
/** Enough minutes for the last market to move after the last round. */
const MINUTES = PAST + ROUNDS * MINUTES_A_ROUND + MARKET_COUNT * APART;
const MARKETS = Array.from({ length: MARKET_COUNT }, (_, index) => ({
  market: `M${index}USDC`,
  closes: makeCloses(
    index + 1,
    MINUTES,
    Array.from(
      { length: ROUNDS },
      (_round, round) => PAST + round * MINUTES_A_ROUND + index * APART,
    ),
  ),
}));

const at = (minute: number): number => START + minute * MINUTE_MS;

async function store(db: Database, from: number, until: number): Promise<void> {
  for (const { market, closes } of MARKETS) {
    await storeFacts(db, { market, from: at(from), minutes: until - from });
    await storeBars(db, { market, from: at(from), closes: closes.slice(from, until) });
  }
}

/** What a single uninterrupted replica stores. */
async function undisturbed() {
  const db = await testDatabase();
  await store(db, 0, MINUTES);
  await new MinuteFollower({ db, since: 0 }).run(at(MINUTES));
  const stored = await storedMoves(db);
  await db.$client.end();
  return stored;
}

const server = await probePostgres(process.env);

describe.skipIf(server === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  let own: OwnDatabase;
  let db: Database;
  let running: ChildProcess[] = [];
  beforeAll(async () => {
    own = await borrowDatabase(server);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  });
  afterAll(async () => {
    await Promise.all(running.map(kill));
    setDatabase(undefined);
    await db.$client.end();
    await own.drop();
  });

  async function start(): Promise<ChildProcess> {
    const started = spawn(process.execPath, ["--conditions=react-server", PROCESS, own.url], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.push(started);
    await firstOutput(started);
    return started;
  }

  async function kill(replica: ChildProcess): Promise<void> {
    running = running.filter((one) => one !== replica);
    const ended = once(replica, "exit");
    replica.kill("SIGKILL");
    await ended;
  }

  const cursor = async () => (await db.select().from(catalystCursors))[0];

  test(`after ${ROUNDS} kills the same moves and revisions are stored as without kills`, async () => {
    await store(db, 0, PAST);
    const behind: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const victim = await start();
      // Every other round has a second replica until the round ends.
      if (round % 2 === 1) await start();
      const first = PAST + round * MINUTES_A_ROUND;
      const killedAt = first + ((round * 7) % MINUTES_A_ROUND);
      for (let minute = first; minute < first + MINUTES_A_ROUND; minute += 1) {
        await store(db, minute, minute + 1);
        if (minute !== killedAt) continue;
        await sleep((round * 13) % 45);
        await kill(victim);
        behind.push((at(minute + 1) - ((await cursor())?.minute ?? START)) / MINUTE_MS);
      }
      await Promise.all(running.map(kill));
    }
    await store(db, PAST + ROUNDS * MINUTES_A_ROUND, MINUTES);
    await start();
    await expect.poll(async () => (await cursor())?.minute, { interval: 100 }).toBe(at(MINUTES));
    await Promise.all(running.map(kill));

    const stored = await storedMoves(db);
    process.stdout.write(
      `killed ${behind.join(", ")} minutes behind; ${stored.moves.length} moves, ${stored.revisions.length} revisions\n`,
    );
    expect(stored.moves.length).toBeGreaterThanOrEqual(MARKETS.length);
    expect(await brokenMoves(db)).toEqual([]);
    expect(stored).toEqual(await undisturbed());
    expect(await db.$count(catalystStates)).toBeGreaterThanOrEqual(MARKETS.length);
  });
});
