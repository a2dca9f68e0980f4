/**
 * A replica that is killed at any moment loses no event and no delivery: its attempts are repeated when their leases end.
 * `WEBHOOK_SIGKILL_ROUNDS=50 npx vitest run lib/webhooks/engine/killed-replica.rounds.test.ts` kills more often.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { eq, like, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, useDatabase } from "#lib/platform/db/client.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/platform/db/postgres.testing.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEvents,
} from "#lib/platform/db/schema/webhooks.ts";
import { Secret } from "#lib/platform/env.ts";
import { waitAfter } from "#lib/webhooks/core/schedule.ts";
import { addOwner, addWebhook, openReceiver, type Receiver } from "./engine.testing.ts";
import { repairLanes } from "./repair.ts";

const PROCESS = fileURLToPath(new URL("../testing/engine-process.ts", import.meta.url));
const ROUNDS = Number(process.env["WEBHOOK_SIGKILL_ROUNDS"] ?? 1);
const DIVISOR = 1_000;
const WEBHOOKS = 3;

const server = await probePostgres(process.env);

describe.skipIf(server === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  let own: OwnDatabase;
  let db: Database;
  let receiver: Receiver;
  let running: ChildProcess[] = [];
  beforeAll(async () => {
    own = await borrowDatabase(server);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await Promise.all(running.map(kill));
    await receiver.close();
    useDatabase(undefined);
    await db.$client.end();
    await own.drop();
  });

  async function startReplica(...causing: string[]): Promise<ChildProcess> {
    const terms = [own.url, DIVISOR.toString(), ...causing];
    const started = spawn(process.execPath, ["--conditions=react-server", PROCESS, ...terms], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.push(started);
    await once(started.stdout, "data");
    return started;
  }

  async function kill(replica: ChildProcess): Promise<void> {
    running = running.filter((one) => one !== replica);
    const ended = once(replica, "exit");
    replica.kill("SIGKILL");
    await ended;
  }

  /** In one statement: an event may be fanned out meanwhile. */
  async function unfinished(): Promise<number> {
    const { rows } = await db.execute(sql`
      select ${WEBHOOKS}::integer * (select count(*) from ${webhookEvents})
        - (select count(*) from ${webhookDeliveries} where state = 'delivered') as left`);
    return Number(rows[0]?.["left"]);
  }

  const deliveries = () => db.select().from(webhookDeliveries);
  const attemptsOf = (deliveryId: string) =>
    db.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, deliveryId));

  // The last attempts wait for the end of their leases, half a minute.
  const timeout = 240_000 + ROUNDS * 10_000;

  test(`after ${ROUNDS} kills every committed event has arrived, in its attempts, none early`, {
    timeout,
  }, async () => {
    const userId = await addOwner(db);
    for (let webhook = 0; webhook < WEBHOOKS; webhook += 1) {
      await addWebhook(db, { userId, url: `${receiver.url}/${webhook}` });
    }
    const failures = new Map<string, number>();
    receiver.answer = ({ headers }) => {
      const id = headers["x-svc-delivery-id"] ?? "";
      const left = failures.get(id) ?? Number.parseInt(id.at(-1) ?? "0", 16) % 4;
      failures.set(id, left - 1);
      return left > 0 ? 500 : 200;
    };
    await startReplica();
    for (let round = 0; round < ROUNDS; round += 1) {
      const victim = await startReplica(userId, round.toString());
      // A busy machine may take longer for the first causes than for the rest of the round.
      const causesOfRound = like(users.id, `usr\\_${round}\\_%`);
      await expect
        .poll(() => db.$count(users, causesOfRound), { timeout, interval: 10 })
        .toBeGreaterThan(1);
      await sleep((round * 37) % 500);
      await kill(victim);
    }
    // By the time that it runs, the server has ended what the last victim had begun.
    await startReplica();
    await expect.poll(unfinished, { timeout, interval: 1_000 }).toBe(0);

    // Every committed cause has its event, and every undone one has none.
    const causes = await db.select().from(users).where(like(users.id, "usr\\_%\\_%"));
    const events = await db.select().from(webhookEvents);
    expect(causes.length).toBeGreaterThan(ROUNDS);
    expect(causes.every(({ id }) => Number(id.split("_")[2]) % 4 !== 3)).toBe(true);
    const told = events.map(({ data }) => (JSON.parse(data) as { cause: string }).cause);
    expect(told.toSorted()).toEqual(causes.map(({ id }) => id).toSorted());

    const made = await deliveries();
    const lostRuns = await db.$count(webhookAttempts, eq(webhookAttempts.failure, "lost"));
    process.stdout.write(
      `${events.length} events, ${made.length} deliveries, ${lostRuns} lost runs\n`,
    );
    expect(made).toHaveLength(WEBHOOKS * events.length);
    for (const { id } of made) await expectAttempts(id);
    expect(await repairLanes(db)).toBe(0);
  });

  /** Attempts run in turn and none is early; only a lost run may have reached the receiver without a result. */
  async function expectAttempts(id: string): Promise<void> {
    const runs = (await attemptsOf(id)).toSorted((a, b) => a.number - b.number);
    const lost = runs.filter(({ failure }) => failure === "lost");
    const kept = runs.filter(({ failure }) => failure !== "lost");
    expect(kept.map(({ number }) => number)).toEqual(kept.map((_, place) => place + 1));
    expect(kept.at(-1)).toMatchObject({ failure: null, status: 200 });
    for (const { number, startedAt, dueAt } of runs) {
      expect(startedAt).toBeGreaterThanOrEqual(dueAt);
      const before = kept[number - 2];
      if (before === undefined) continue;
      const wait = waitAfter(number - 1, { divisor: DIVISOR });
      expect(dueAt).toBe(before.endedAt + wait);
    }
    const received = receiver.received.filter(({ headers }) => headers["x-svc-delivery-id"] === id);
    expect(received.length).toBeGreaterThanOrEqual(kept.length);
    expect(received.length).toBeLessThanOrEqual(kept.length + lost.length);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  }
});
