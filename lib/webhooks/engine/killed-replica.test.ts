/** A replica that is killed at any moment loses no delivery: its attempts are repeated when their leases end. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { count, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, useDatabase } from "#lib/platform/db/client.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "#lib/platform/db/postgres.testing.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/platform/db/schema/webhooks.ts";
import { Secret } from "#lib/platform/env.ts";
import { emitting } from "#lib/platform/events/emitting.ts";
import { addOwner, addWebhook, openReceiver, type Receiver } from "./engine.testing.ts";

const PROCESS = fileURLToPath(new URL("../testing/engine-process.ts", import.meta.url));
const KILLS = 8;
const EVENTS_BETWEEN = 40;

const server = await probePostgres(process.env);

describe.skipIf(server === undefined && !isPostgresPromised(process.env))("on Postgres", () => {
  let own: OwnDatabase;
  let db: Database;
  let receiver: Receiver;
  let replica: ChildProcess | undefined;
  beforeAll(async () => {
    own = await ownDatabase(server);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    receiver = await openReceiver();
  });
  afterAll(async () => {
    replica?.kill("SIGKILL");
    await receiver.close();
    useDatabase(undefined);
    await db.$client.end();
    await own.drop();
  });

  async function startReplica(): Promise<ChildProcess> {
    const started = spawn(process.execPath, ["--conditions=react-server", PROCESS, own.url], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(started.stdout, "data");
    return started;
  }

  // The last attempts wait for the end of their leases, half a minute.
  test("every event arrives, under one id", { timeout: 240_000 }, async () => {
    const userId = await addOwner(db);
    const id = await addWebhook(db, { userId, url: receiver.url });
    let events = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      replica = await startReplica();
      for (let more = 0; more < EVENTS_BETWEEN; more += 1) {
        events += 1;
        const event = { userId, subject: `sto_${events}`, version: "1", now: Date.now(), data: {} };
        await emitting(db, (_change, _emit, tell) => tell({ type: "agentic.intent", ...event }));
      }
      await sleep(kill * 15);
      replica.kill("SIGKILL");
      await once(replica, "exit");
    }
    replica = await startReplica();
    const delivered = async () => {
      const [row] = await db
        .select({ count: count() })
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.state, "delivered"));
      return row?.count;
    };
    await expect.poll(delivered, { timeout: 120_000, interval: 250 }).toBe(events);
    const ids = new Set(receiver.received.map(({ headers }) => headers["x-svc-delivery-id"]));
    expect(ids.size).toBe(events);
    const attempts = await db.select().from(webhookAttempts);
    expect(attempts.every(({ number }) => number === 1)).toBe(true);
    const [all] = await db
      .select({ count: count() })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, id));
    expect(all?.count).toBe(events);
  });
});
