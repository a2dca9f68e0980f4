/**
 * A replica that is killed at any moment loses no event and no delivery, because its attempts are
 * repeated when their leases end. `WEBHOOK_SIGKILL_ROUNDS=50 npx vitest run
 * lib/webhooks/engine/killed-replica.rounds.test.ts` kills more often.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { eq, like, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstOutput } from "#lib/kernel/child-output.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { type Database, openDatabase, setDatabase } from "#lib/platform/db/client.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { webhookEvents } from "#lib/platform/schema/events.ts";
import { users } from "#lib/platform/schema/users.ts";
import { waitAfter } from "#lib/webhooks/core/retry-wait.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";
import { addOwner, addWebhook, openReceiver, type TestReceiver } from "./engine.testing.ts";
import { repairLanes } from "./repair.ts";

const PROCESS = fileURLToPath(new URL("../testing/engine-process.ts", import.meta.url));
const ROUNDS = Number(process.env["WEBHOOK_SIGKILL_ROUNDS"] ?? 1);
const DIVISOR = 1_000;
const WEBHOOKS = 3;

const server = await probePostgres(process.env);

describe.skipIf(server === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  let own: OwnDatabase;
  let db: Database;
  let receiver: TestReceiver;
  let running: ChildProcess[] = [];
  beforeAll(async () => {
    own = await borrowDatabase(server);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await Promise.all(running.map(kill));
    await receiver.close();
    setDatabase(undefined);
    await db.$client.end();
    await own.drop();
  });

  async function startReplica(...causing: string[]): Promise<ChildProcess> {
    const terms = [own.url, DIVISOR.toString(), ...causing];
    const started = spawn(process.execPath, ["--conditions=react-server", PROCESS, ...terms], {
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

  /** One statement, because an event may be fanned out meanwhile. */
  async function unfinished(): Promise<number> {
    const { rows } = await db.execute(sql`
      select ${WEBHOOKS}::integer * (select count(*) from ${webhookEvents})
        - (select count(*) from ${webhookDeliveries} where state = 'delivered') as left`);
    return Number(rows[0]?.["left"]);
  }

  const deliveries = () => db.select().from(webhookDeliveries);
  const attemptsOf = (deliveryId: string) =>
    db.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, deliveryId));

  test(`after ${ROUNDS} kills every committed event has arrived, in its attempts, none early`, async () => {
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
      // On a busy machine the first causes may take longer than the rest of the round.
      const causesOfRound = like(users.id, `usr\\_${round}\\_%`);
      await expect.poll(() => db.$count(users, causesOfRound), { interval: 10 }).toBeGreaterThan(1);
      await sleep((round * 37) % 500);
      await kill(victim);
    }
    // When the new replica runs, the database has ended the transactions of the killed one.
    await startReplica();
    await expect.poll(unfinished, { interval: 1_000 }).toBe(0);

    // Every committed cause has its event, and every rolled-back one has none.
    const causes = await db.select().from(users).where(like(users.id, "usr\\_%\\_%"));
    const events = await db.select().from(webhookEvents);
    expect(causes.length).toBeGreaterThan(ROUNDS);
    expect(causes.every(({ id }) => Number(id.split("_")[2]) % 4 !== 3)).toBe(true);
    const announcedCauses = events.map(({ data }) => (JSON.parse(data) as { cause: string }).cause);
    expect(announcedCauses.toSorted()).toEqual(causes.map(({ id }) => id).toSorted());

    const made = await deliveries();
    const lostRuns = await db.$count(webhookAttempts, eq(webhookAttempts.failure, "lost"));
    process.stdout.write(
      `${events.length} events, ${made.length} deliveries, ${lostRuns} lost runs\n`,
    );
    expect(made).toHaveLength(WEBHOOKS * events.length);
    for (const { id } of made) await expectAttempts(id);
    expect(await repairLanes(db)).toBe(0);
  });

  /**
   * Attempts run in order and none is early. Only a lost run may have reached the receiver without
   * a result.
   */
  async function expectAttempts(id: string): Promise<void> {
    const runs = (await attemptsOf(id)).toSorted((a, b) => a.number - b.number);
    const lost = runs.filter(({ failure }) => failure === "lost");
    const finished = runs.filter(({ failure }) => failure !== "lost");
    expect(finished.map(({ number }) => number)).toEqual(finished.map((_, index) => index + 1));
    expect(finished.at(-1)).toMatchObject({ failure: null, status: 200 });
    for (const { number, startedAt, dueAt } of runs) {
      expect(startedAt).toBeGreaterThanOrEqual(dueAt);
      const before = finished[number - 2];
      if (before === undefined) continue;
      const wait = waitAfter(number - 1, { divisor: DIVISOR });
      expect(dueAt).toBe(before.endedAt + wait);
    }
    const received = receiver.received.filter(({ headers }) => headers["x-svc-delivery-id"] === id);
    expect(received.length).toBeGreaterThanOrEqual(finished.length);
    expect(received.length).toBeLessThanOrEqual(finished.length + lost.length);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  }
});
