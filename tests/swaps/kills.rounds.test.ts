/**
 * Replicas that are killed at any moment. No acknowledged swap is lost, none lands twice, and the
 * result equals that of a fresh intake. SWAP_SIGKILL_ROUNDS sets the number of kills.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { asc, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { pointEntries, swaps } from "#lib/swaps/schema/swaps.ts";
import type { SwapCommand } from "#lib/swaps/testing/swap-process.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { SwapService } from "./swap-service.testing.ts";
import type { Swapper } from "./swap-world.testing.ts";

const PROCESS = fileURLToPath(new URL("../../lib/swaps/testing/swap-process.ts", import.meta.url));
const ROUNDS = Number(process.env["SWAP_SIGKILL_ROUNDS"] ?? 1);
const SWAPS_A_ROUND = 4;
const AMOUNT = 3_000_000n;
const PAID = AMOUNT + AMOUNT / 1_000n;

const server = await probePostgres(process.env);
const isSkipped = !hasVm || (server === undefined && !isPostgresPromised(process.env));

const POLL = { interval: 10 };

describe.skipIf(isSkipped)("swaps on Postgres", () => {
  let own: OwnDatabase;
  let service: SwapService;
  let wallet: Swapper;
  let actor: WalletActor;
  let replica: ChildProcess | undefined;
  const answers: string[] = [];

  beforeAll(async () => {
    own = await borrowDatabase(server);
    service = await SwapService.open({ testHooks: true }, own.url);
    wallet = await service.world.wallet({ USDC: 1_000_000n * 1_000_000n });
    actor = await service.user(wallet);
  });
  afterAll(async () => {
    await kill();
    await service.close();
    await own.drop();
  });

  async function start(): Promise<void> {
    replica = spawn(process.execPath, ["--conditions=react-server", PROCESS, own.url], {
      stdio: ["pipe", "pipe", "inherit"],
      env: process.env,
    });
    const { stdout } = replica;
    if (stdout === null) throw new Error("the replica has no output");
    const ready = Promise.withResolvers<void>();
    createInterface({ input: stdout }).on("line", (line) => {
      if (line === "ready") ready.resolve();
      else answers.push(line);
    });
    replica.once("exit", (code) => ready.reject(new Error(`the replica ended with ${code}`)));
    await ready.promise;
  }

  async function kill(): Promise<void> {
    if (replica === undefined) return;
    const ended = once(replica, "exit");
    replica.kill("SIGKILL");
    await ended;
    replica = undefined;
  }

  /** Signatures of swaps; a refusal is shorter. */
  const acknowledged = () => new Set(answers.filter((line) => line.length > 60));
  const unended = () => service.db.select().from(swaps).where(isNull(swaps.endedAt));

  test(`after ${ROUNDS} kills every acknowledged swap has ended, each landed at most once, and a fresh intake gives the same`, async () => {
    const before = await service.world.held(wallet.address, "USDC");
    for (let round = 0; round < ROUNDS; round += 1) {
      await start();
      if (round % 3 === 1) await service.world.setFaults({ drops: 2, lag: round % 5 });
      for (let index = 0; index < SWAPS_A_ROUND; index += 1) {
        const given = await service.world.quote(wallet, ["USDC", "SOL"], AMOUNT);
        const command: SwapCommand = { actor, plan: given.plan, transaction: given.transaction };
        // Sent twice, as from two tabs.
        replica?.stdin?.write(`${JSON.stringify(command)}\n${JSON.stringify(command)}\n`);
        await sleep((round * 37 + index * 13) % 60);
      }
      // A loaded machine may answer nothing before the kill, so every other round waits: in the end,
      // more swaps than rounds are acknowledged.
      if (round % 2 === 0)
        await expect.poll(() => acknowledged().size, POLL).toBeGreaterThan(round + 2);
      await sleep((round * 61) % 400);
      await kill();
      if (round % 4 === 2) await service.world.rollBack(2);
      await service.world.setFaults({ drops: 0, lag: 0 });
    }
    await start();
    await expect.poll(unended, { interval: 200 }).toEqual([]);
    await kill();

    const rows = await service.rows();
    const landed = rows.filter(({ status }) => status === "finalized");
    process.stdout.write(
      `${ROUNDS} kills: ${acknowledged().size} acknowledged, ${rows.length} kept, ${landed.length} landed\n`,
    );
    expect(acknowledged().size).toBeGreaterThan(ROUNDS);
    const stored = new Set(rows.map(({ signature }) => signature));
    for (const signature of acknowledged()) expect(stored.has(signature)).toBe(true);
    const spent = before - (await service.world.held(wallet.address, "USDC"));
    expect(spent).toBe(PAID * BigInt(landed.length));

    const first = await derived();
    await service.db.execute(sql`truncate swaps, point_entries, swap_intake, webhook_events`);
    const intake = await service.intake();
    await expect
      .poll(async () => {
        await intake.run(Date.now());
        return (await derived()).rows.length;
      })
      .toBe(first.rows.length);
    expect(await derived()).toEqual(first);
  });

  async function derived() {
    const rows = await service.db
      .select({
        signature: swaps.signature,
        slot: swaps.slot,
        unitsIn: swaps.unitsIn,
        unitsOut: swaps.unitsOut,
        usd: swaps.usd,
        reversed: swaps.reversed,
        userId: swaps.userId,
      })
      .from(swaps)
      .where(eq(swaps.status, "finalized"))
      .orderBy(asc(swaps.slot), asc(swaps.signature));
    const entries = await service.db.select().from(pointEntries).orderBy(asc(pointEntries.seq));
    return { rows, balance: entries.at(-1)?.balance };
  }
});
