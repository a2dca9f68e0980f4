/**
 * A relay that is killed at any moment ends each deposit once. RELAY_SIGKILL_ROUNDS sets the number
 * of kills.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstOutput } from "#lib/kernel/child-output.testing.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { RelayJournal } from "#services/sandbox/relay/relay-journal.ts";
import { CrossWorld, RELAY_SEED, type SignedCross } from "./cross-world.testing.ts";
import type { Swapper } from "./swap-world.testing.ts";

const PROCESS = fileURLToPath(
  new URL("../../services/sandbox/testing/relay-process.ts", import.meta.url),
);
const ROUNDS = Number(process.env["RELAY_SIGKILL_ROUNDS"] ?? 1);
const DEPOSITS_A_ROUND = 3;
const SMALL = 10_000_000n;
/** More than the relay holds. */
const LARGE = 50_000_000_000n;
const PATIENCE_MS = 1_000;

describe.skipIf(!hasVm)("the relay", () => {
  let world: CrossWorld;
  let wallet: Swapper;
  let relay: ChildProcess | undefined;

  beforeAll(async () => {
    world = await CrossWorld.open();
    wallet = await world.source.wallet({ USDC: 10n ** 13n });
  });
  afterAll(async () => {
    await kill();
    await world.close();
  });

  async function start(): Promise<void> {
    const urls = [world.source.chain.url, world.destination.chain.url];
    const args = [PROCESS, ...urls, world.journalPath, RELAY_SEED, String(PATIENCE_MS)];
    relay = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    await firstOutput(relay);
  }

  async function kill(): Promise<void> {
    if (relay === undefined) return;
    const ended = once(relay, "exit");
    relay.kill("SIGKILL");
    await ended;
    relay = undefined;
  }

  test(`killed ${ROUNDS} times pays every deposit once or pays it back once`, async () => {
    const before = {
      there: await world.destination.held(wallet.address, "USDC"),
      here: await world.source.held(wallet.address, "USDC"),
    };
    const deposits: (SignedCross & { amount: bigint })[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await start();
      for (let index = 0; index < DEPOSITS_A_ROUND; index += 1) {
        const amount = index === 1 ? LARGE : SMALL + BigInt(deposits.length);
        const signed = await world.quote(wallet, ["USDC", "USDC"], amount);
        await world.source.send(signed.bytes);
        deposits.push({ ...signed, amount });
      }
      if (round % 3 === 2) await world.destination.setFaults({ drops: 2 });
      // Finality takes five slots, so the kills hit deposits before, during and after their
      // payment.
      await sleep(150 + ((round * 137) % 500));
      await kill();
      await world.destination.setFaults({ drops: 0 });
      if (round % 4 === 3) await world.destination.rollBack(2);
    }
    await start();
    const ends = () => {
      // A copy, because opening repairs a last line that the running relay is still writing.
      const copy = `${world.journalPath}.copy`;
      copyFileSync(world.journalPath, copy);
      const journal = new RelayJournal(copy);
      const found = deposits.map(({ signature }) => journal.end(signature)?.kind);
      journal.close();
      return found;
    };
    await expect
      .poll(() => ends().filter((kind) => kind === undefined).length, {
        interval: 200,
      })
      .toBe(0);
    // By then every transaction that was sent would have landed.
    await sleep(1_000);
    await kill();
    const kinds = ends();
    const paid = deposits.filter((_, index) => kinds[index] === "payment");
    const sum = paid.reduce((total, { amount }) => total + (amount * 999n) / 1_000n, 0n);
    expect((await world.destination.held(wallet.address, "USDC")) - before.there).toBe(sum);
    const gone = paid.reduce((total, { amount }) => total + amount, 0n);
    const fees = deposits.reduce((total, { amount }) => total + amount / 1_000n, 0n);
    expect(before.here - (await world.source.held(wallet.address, "USDC"))).toBe(gone + fees);
    expect(new Set(kinds)).toEqual(new Set(["payment", "refund"]));
  });
});
