/**
 * Purchases on Postgres, looked up by a replica that is killed at any moment. Acknowledged
 * purchases are delivered, and each payment delivers one purchase. This process takes the
 * callbacks, and is not killed. ONRAMP_SIGKILL_ROUNDS sets the number of kills.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { type CallbackChange, OnrampService } from "./onramp-service.testing.ts";

const PROCESS = fileURLToPath(new URL("../../lib/swaps/testing/swap-process.ts", import.meta.url));
const ROUNDS = Number(process.env["ONRAMP_SIGKILL_ROUNDS"] ?? 1);
const server = await probePostgres(process.env);
const isSkipped = !hasVm || (server === undefined && !isPostgresPromised(process.env));

describe.skipIf(isSkipped)("purchases on Postgres", () => {
  let own: OwnDatabase;
  let service: OnrampService;
  let replica: ChildProcess | undefined;

  beforeAll(async () => {
    own = await borrowDatabase(server);
    service = await OnrampService.open({}, own.url);
  });
  afterAll(async () => {
    await kill();
    await service.close();
    await own.drop();
  });

  const completed = (signature: string, mark = ""): CallbackChange => ({
    status: "completed",
    cryptoTransactionId: signature,
    quoteCurrencyAmount: "96.5",
    mark,
  });
  const stateOf = async (purchase: Purchase) => (await service.row(purchase)).status;

  test(`after ${ROUNDS} kills every acknowledged purchase is delivered`, async () => {
    const purchases: Purchase[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await start();
      for (let count = 0; count < 3; count += 1) {
        const buyer = await service.buyer();
        const purchase = await service.start(buyer);
        const signature = await service.pay(
          { recipient: buyer.wallet.address, amount: "97" },
          true,
        );
        expect(await service.callBack(purchase, completed(signature))).toBe("204");
        purchases.push(purchase);
      }
      await sleep((round * 437) % 1_300);
      await kill();
    }
    await start();
    const open = async () =>
      (await Promise.all(purchases.map(stateOf))).filter((state) => state !== "delivered");
    await expect.poll(open, { interval: 500 }).toEqual([]);
    const rows = await Promise.all(purchases.map((purchase) => service.row(purchase)));
    expect(new Set(rows.map(({ signature }) => signature)).size).toBe(purchases.length);
    expect(new Set(rows.map(({ units }) => units))).toEqual(new Set([97_000_000n]));
    await kill();
  });

  async function start(): Promise<void> {
    const child = spawn(process.execPath, ["--conditions=react-server", PROCESS, own.url], {
      stdio: ["pipe", "pipe", "inherit"],
      env: process.env,
    });
    replica = child;
    const ready = Promise.withResolvers<void>();
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === "ready") ready.resolve();
    });
    child.once("exit", (code) => ready.reject(new Error(`the replica ended with ${code}`)));
    await ready.promise;
  }

  async function kill(): Promise<void> {
    if (replica === undefined || replica.exitCode !== null || replica.signalCode !== null) return;
    const ended = once(replica, "exit");
    replica.kill("SIGKILL");
    await ended;
    replica = undefined;
  }
});
