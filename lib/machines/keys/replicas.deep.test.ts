/**
 * Two processes of the app on one Postgres database: skipped when neither TEST_DATABASE_URL nor 127.0.0.1:5432 can be reached,
 * and never where TEST_DATABASE_URL promises one.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "#lib/identity/sessions/session-cookie.ts";
import { firstOutput } from "#lib/kernel/child-output.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { keyUsage } from "#lib/machines/schema/keys.ts";
import { config } from "#lib/platform/config/config.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { remindOwners } from "./expiry-reminders.ts";
import { addKey, addPerson, NOW, rowOf } from "./keys.testing.ts";

const serverUrl = await probePostgres(process.env);
const isSkipped = serverUrl === undefined && !isPostgresPromised(process.env);

type Replica = { child: ChildProcess; url: string };

describe.skipIf(isSkipped)("keys of two processes on one Postgres", () => {
  let own: OwnDatabase;
  let db: Database;
  let replicas: Replica[];
  let cookie: string;

  async function start(): Promise<Replica> {
    const script = "app/api/v1/mcp/keys/replica.testing.ts";
    const child = spawn(process.execPath, [script, own.url], {
      env: { ...process.env, NODE_ENV: "test" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { port } = JSON.parse(await firstOutput(child)) as { port: number };
    return { child, url: `http://127.0.0.1:${port}/api/v1/mcp/keys` };
  }

  beforeAll(async () => {
    own = await borrowDatabase(serverUrl);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    const { userId, sessionId: id } = await addPerson(db, ["ada@example.com"]);
    const token = await encode({
      token: { sub: userId, sid: id },
      secret: config().sessionSecret.reveal(),
    });
    cookie = `${sessionCookieName(config().baseUrl)}=${token}`;
    replicas = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    for (const { child } of replicas ?? []) child.kill("SIGKILL");
    await closeDatabase();
    await own.drop();
  });

  type Answer = { status: number; error?: string; id: string; secret: string };

  async function manage(
    replica: number,
    method: string,
    path = "",
    body?: unknown,
  ): Promise<Answer> {
    const response = await fetch(`${replicas[replica]!.url}${path}`, {
      method,
      headers: {
        cookie,
        origin: config().baseUrl,
        "x-test-now": `${NOW}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = response.status === 204 ? {} : ((await response.json()) as object);
    return { status: response.status, ...answer } as Answer;
  }

  /** The answers of both processes to the key; the first one may have it in memory. */
  async function shown(secret: string, now = NOW): Promise<(string | number)[]> {
    const said = [];
    for (const { url } of replicas) {
      const headers = { authorization: `Bearer ${secret}`, "x-test-now": `${now}` };
      const response = await fetch(`${url}/validate`, { headers });
      const { error } = (await response.json()) as { error?: string };
      said.push(error ?? response.status);
    }
    return said;
  }

  test("a key that one revokes is refused by the other at its next request", async () => {
    const { id, secret } = await manage(0, "POST", "", {});
    expect(await shown(secret)).toEqual([200, 200]);
    expect((await manage(0, "DELETE", `/${id}`)).status).toBe(204);
    expect(await shown(secret)).toEqual(["REVOKED_KEY", "REVOKED_KEY"]);
  });

  test("and so are all of them after revoke all, while each had just let them in", async () => {
    const keys = await Promise.all([0, 1, 0].map((replica) => manage(replica, "POST", "", {})));
    for (const { secret } of keys) expect(await shown(secret)).toEqual([200, 200]);
    await manage(1, "DELETE");
    for (const { secret } of keys) {
      expect(await shown(secret)).toEqual(["REVOKED_KEY", "REVOKED_KEY"]);
    }
  });

  test("a key that expires is refused by both from that moment on", async () => {
    const { secret } = await manage(0, "POST", "", { expiresInDays: 1 });
    expect(await shown(secret, NOW + DAY_MS - 1)).toEqual([200, 200]);
    expect(await shown(secret, NOW + DAY_MS)).toEqual(["EXPIRED_KEY", "EXPIRED_KEY"]);
  });

  test("a rotation ends the old key for both when its overlap does, at once without one", async () => {
    const first = await manage(0, "POST", "", {});
    const second = await manage(1, "POST", `/${first.id}/rotate`, { overlapHours: 1 });
    expect(await shown(first.secret, NOW + HOUR_MS - 1)).toEqual([200, 200]);
    expect(await shown(first.secret, NOW + HOUR_MS)).toEqual(["EXPIRED_KEY", "EXPIRED_KEY"]);
    const third = await manage(0, "POST", `/${second.id}/rotate`, { overlapHours: 0 });
    expect(await shown(second.secret)).toEqual(["REVOKED_KEY", "REVOKED_KEY"]);
    expect(await shown(third.secret)).toEqual([200, 200]);
  });

  test("two rotations of one key in two processes make one key when there is no overlap", async () => {
    const { id } = await manage(0, "POST", "", {});
    const answers = await Promise.all(
      [0, 1, 0, 1].map((one) => manage(one, "POST", `/${id}/rotate`, { overlapHours: 0 })),
    );
    const statuses = answers.map(({ status, error }) => error ?? status);
    expect(statuses.map(String).toSorted()).toEqual(["201", ...Array(3).fill("KEY_IS_DEAD")]);
  });

  test("a reminder that several send at the same time comes once", async () => {
    const owner = await addPerson(db, ["bob@example.com"]);
    await addKey(owner, { expiresInDays: 30 });
    const recipients: string[] = [];
    const sendMail = ({ to }: { to: string }) => Promise.resolve(void recipients.push(to));
    const surroundings = { now: NOW + 20 * DAY_MS, baseUrl: "", log: { warn: () => {} }, sendMail };
    await Promise.all(Array.from({ length: 6 }, () => remindOwners(surroundings)));
    expect(recipients.filter((to) => to === "bob@example.com")).toHaveLength(1);
  });

  test("what both have counted is added up when they end in order", async () => {
    const { id, secret } = await manage(0, "POST", "", {});
    for (let request = 0; request < 5; request += 1) await shown(secret, NOW + request);
    await Promise.all(
      replicas.map(async ({ child }) => {
        child.kill("SIGTERM");
        await once(child, "exit");
      }),
    );
    const counted = (await db.select().from(keyUsage)).filter(({ keyId }) => keyId === id);
    expect(counted).toMatchObject([{ outcome: "ok", count: 10 }]);
    expect((await rowOf(db, id)).lastUsedAt).toEqual(new Date(NOW + 4));
  });
});
