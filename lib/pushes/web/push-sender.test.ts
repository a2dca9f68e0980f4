/**
 * Web pushes are encrypted for their browser, signed by the service, sent once, and never sent to a
 * forbidden address.
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import webPush from "web-push";
import { Secret } from "#lib/kernel/env.ts";
import { readConfig } from "#lib/platform/config/config.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import {
  INTERNAL,
  type OutsideHost,
  openOutsideHost,
} from "#lib/platform/outbound/guarded-request.testing.ts";
import type { ReusableConnections } from "#lib/platform/outbound/reusable-connections.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { closedPush, filledPush } from "#lib/protocol/push-texts/trading-pushes.testing.ts";
import type { PushDraft } from "#lib/pushes/rules/push-draft.ts";
import { pushes, pushKeys, pushSends, pushSubscriptions } from "#lib/pushes/schema/pushes.ts";
import { decryptPush, readVapid, type TestBrowser } from "#lib/pushes/testing/browser.ts";
import { addSubscription, addUser, calendarItem, putItem } from "#lib/pushes/testing/world.ts";
import { PushWriter } from "#lib/pushes/writing/push-writer.ts";
import { storePushes } from "#lib/pushes/writing/store-pushes.ts";
import { vapidKeys } from "./push-keys.ts";
import { PushSender } from "./push-sender.ts";
import { isEndpoint, pushTargets } from "./push-targets.ts";
import { pushConnections, vapidSubject } from "./web-push.ts";

const T = Date.parse("2026-05-12T12:30:00Z");
const KEYS = webPush.generateVAPIDKeys();
const SUBJECT = "mailto:ops@example.com";

type Received = { path: string; headers: Record<string, unknown>; body: Buffer };

let db: Database;
let host: OutsideHost;
let received: Received[];
let status: number;
let now: number;
let senders: PushSender[];
let connections: ReusableConnections;
beforeAll(async () => {
  host = await openOutsideHost(["push.example"]);
  host.network.timeoutMs = 5_000;
});
afterAll(() => host.close());
beforeEach(async () => {
  db = await testDatabase();
  connections = pushConnections();
  [received, status, now, senders] = [[], 201, T - 24 * HOUR_MS, []];
  host.answers = [["127.0.1.1"]];
  host.answerWith((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      received.push({ path, headers, body: Buffer.concat(chunks) });
      response.writeHead(status).end();
    });
  });
});
afterEach(() => {
  connections.close();
  return db.$client.end();
});

/** Writes the push of a release that is due for all users. */
async function push(id = "cal_a", row: object = {}): Promise<void> {
  await putItem(db, calendarItem({ id, scheduledAt: now + 24 * HOUR_MS, ...row }));
  await write();
}
async function write(): Promise<void> {
  const terms = { db, levels: new Map<string, string>(), wake: () => undefined };
  await new PushWriter({ ...terms, now: () => now }).run(now);
}
function replica(): PushSender {
  const terms = async () => ({ keys: KEYS, subject: SUBJECT, network: host.network, connections });
  const log = { warn: (what: unknown) => expect(what).toBeUndefined() };
  const sender = new PushSender({ db, terms, now: () => now, log, wake: () => undefined });
  senders.push(sender);
  return sender;
}
async function send(...by: PushSender[]): Promise<void> {
  const all = by.length === 0 ? [replica()] : by;
  await Promise.all(all.map((one) => one.run()));
  await Promise.all(all.map((one) => one.idle()));
}
const outcomes = async () => (await db.select().from(pushSends)).map(({ outcome }) => outcome);
const read = (one: Received | undefined, browser: TestBrowser) =>
  JSON.parse(decryptPush(one?.body ?? Buffer.alloc(0), browser)) as Record<string, string>;

describe("a web push", () => {
  test("is encrypted for its browser, signed by the service, and contains only title, text, path and tag", async () => {
    const user = await addUser(db, { timeZone: "Asia/Kolkata" });
    const { id, browser } = await addSubscription(db, user, { locale: "de" });
    await push();
    await send();
    const [one] = received;
    expect(one?.path).toBe(`/${id}`);
    expect(one?.headers).toMatchObject({
      ttl: "900",
      urgency: "high",
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
    });
    const claims = readVapid(String(one?.headers["authorization"]), KEYS.publicKey);
    expect(claims).toMatchObject({ aud: "https://push.example", sub: SUBJECT });
    const { tag, ...text } = read(one, browser);
    expect(text).toEqual({
      title: expect.stringMatching(/^Verbraucherpreise \(CPI\): 12\. Mai, 18:00/) as string,
      body: "CPI m/m, cal_a · Prognose 0,3\u00a0% · Vorher 0,2\u00a0%",
      path: "/calendar",
    });
    const [stored] = await db.select().from(pushes);
    expect(tag).toBe(stored?.id);
    expect(() =>
      decryptPush(one?.body ?? Buffer.alloc(0), { ...browser, auth: Buffer.alloc(16) }),
    ).toThrow(/authenticate/);
  });

  test("is sent once by either of two replicas, and never again", async () => {
    const user = await addUser(db);
    await Promise.all([1, 2, 3].map(() => addSubscription(db, user)));
    await push();
    await send(replica(), replica());
    await send(replica());
    expect(received).toHaveLength(3);
    expect(await outcomes()).toEqual(["sent", "sent", "sent"]);
  });

  test("reuses the connection of the previous push", async () => {
    const sockets = new Set<unknown>();
    host.answerWith((request, response) => {
      sockets.add(request.socket);
      request.resume().on("end", () => response.writeHead(201).end());
    });
    await addSubscription(db, await addUser(db));
    for (const id of ["cal_a", "cal_b", "cal_c"]) {
      await push(id);
      await send();
    }
    expect([await outcomes(), sockets.size]).toEqual([["sent", "sent", "sent"], 1]);
  });

  test("is not repeated when a reused connection ends without an answer", async () => {
    await addSubscription(db, await addUser(db));
    await push("cal_a");
    await send();
    let requests = 0;
    host.answerWith((request) => {
      requests += 1;
      request.socket.destroy();
    });
    await push("cal_b");
    await send();
    expect(requests).toBe(1);
    expect(new Set(await outcomes())).toEqual(new Set(["sent", "failed"]));
  });

  test("whose replica was killed after the claim is not sent by another", async () => {
    await addSubscription(db, await addUser(db));
    await push();
    await db.update(pushSends).set({ claimedAt: now });
    await send();
    expect([received, await outcomes()]).toEqual([[], [null]]);
  });

  test("is not claimed while the keys cannot be read", async () => {
    await addSubscription(db, await addUser(db));
    await push();
    const terms = () => Promise.reject(new Error("no database"));
    const log = { warn: () => undefined };
    const failing = new PushSender({ db, terms, now: () => now, log, wake: () => undefined });
    await expect(failing.run()).rejects.toThrow("no database");
    await send();
    expect([received.length, await outcomes()]).toEqual([1, ["sent"]]);
  });

  test("is held by its push service until its window ends or quiet hours start, at most 15 minutes", async () => {
    const user = await addUser(db, { quietFrom: 12 * 60 + 40, quietUntil: 12 * 60 + 41 });
    await addSubscription(db, user);
    await push("cal_a");
    await send();
    await push("cal_b");
    now += HOUR_MS - 90_500;
    await send();
    expect(received.map(({ headers }) => headers["ttl"])).toEqual(["600", "90"]);
  });

  test("is not sent after its window, or when its item was cancelled meanwhile", async () => {
    await addSubscription(db, await addUser(db));
    await push();
    now += HOUR_MS;
    await send();
    expect(received).toEqual([]);
    now = T - 24 * HOUR_MS;
    await push("cal_a", { status: "cancelled" });
    await send();
    expect(received).toEqual([]);
  });

  test("in quiet hours is never sent; the inbox has it", async () => {
    const user = await addUser(db, { timeZone: "Europe/Berlin", quietFrom: 870, quietUntil: 900 });
    await addSubscription(db, user);
    await push();
    await send();
    now += HOUR_MS / 2;
    await send();
    expect([received, await outcomes()]).toEqual([[], ["quiet"]]);
    await push("cal_b");
    await send();
    expect(received).toHaveLength(1);
  });

  test("of a liquidation is sent in quiet hours, and that of a fill is not", async () => {
    const user = await addUser(db, { off: [], mail: [], quietFrom: 0, quietUntil: 1_439 });
    await addSubscription(db, user);
    const drafts = [filledPush(), closedPush()].map((notice, index): PushDraft => {
      const key = `trading:${index}`;
      const times = { at: now, leavesUntil: now + HOUR_MS, scheduledAt: null };
      return { ...notice, ...times, key, twinKey: key, kind: "fill", userId: user, itemId: null };
    });
    await storePushes(db, drafts, now);
    await write();
    await send();
    expect(received.map(({ headers }) => headers["ttl"])).toEqual(["900"]);
    expect(new Set(await outcomes())).toEqual(new Set(["quiet", "sent"]));
  });

  test.each([404, 410])("that is answered by %d ends the subscription", async (code) => {
    await addSubscription(db, await addUser(db));
    status = code;
    await push();
    await send();
    expect([received.length, await db.$count(pushSubscriptions)]).toEqual([1, 0]);
  });

  test.each([400, 401, 403, 413, 429, 500, 503])(
    "that is answered by %d is not repeated and keeps its subscription, however often",
    async (code) => {
      await addSubscription(db, await addUser(db), { failures: 1_000 });
      const failures = async () =>
        (await db.select().from(pushSubscriptions)).map((row) => row.failures);
      status = code;
      await push("cal_a");
      await send();
      expect([await failures(), received.length]).toEqual([[1_001], 1]);
      status = 201;
      await push("cal_b");
      await send();
      expect(await failures()).toEqual([0]);
    },
  );

  test("whose service has no address keeps its subscription", async () => {
    await addSubscription(db, await addUser(db), { failures: 1_000 });
    host.answers = [[]];
    await push();
    await send();
    expect([await db.$count(pushSubscriptions), await outcomes()]).toEqual([1, ["failed"]]);
  });

  test("does not reach a private address, directly or by a redirect", async () => {
    await addSubscription(db, await addUser(db));
    host.answers = [[INTERNAL]];
    await push("cal_a");
    await send();
    expect([received, await outcomes()]).toEqual([[], ["refused"]]);
    host.answers = [["127.0.1.1"]];
    host.answerWith((request, response) => {
      request
        .resume()
        .on("end", () => response.writeHead(307, { location: "https://push.example/b" }).end());
    });
    host.requests.length = 0;
    await push("cal_b");
    await send();
    expect(host.requests).toHaveLength(1);
  });

  test("of a number is sent before the others, and failing browsers come last", async () => {
    const user = await addUser(db);
    const slow = await addSubscription(db, user, { failures: 3 });
    const good = await addSubscription(db, user);
    await push("cal_a");
    await push("cal_b", { status: "released", actual: "0.4", releasedAt: new Date(now) });
    // Claims one at a time, to see the order.
    const { claimSends } = await import("./due-sends.ts");
    const order: string[] = [];
    for (;;) {
      const [one] = await claimSends(db, now, 1);
      if (one === undefined) break;
      const slot = "slot" in one.notice.data ? one.notice.data.slot : "";
      order.push(`${slot} ${one.subscriptionId === good.id ? "good" : "slow"}`);
    }
    expect(slow.id).not.toBe(good.id);
    expect(order).toEqual(["number good", "day good", "number slow", "day slow"]);
  });
});

const SECRETS = {
  SESSION_SECRET: "s".repeat(32),
  ENCRYPTION_SECRET: "e".repeat(32),
  VENUE_URL: "http://localhost:3001",
};

describe("where a push may go", () => {
  const terms = {
    baseUrl: "https://svc.example",
    sandboxUrl: undefined,
    host: "127.0.0.1",
    ownPorts: [3_000],
    pushes: {
      levels: new Map<string, string>(),
      vapid: undefined,
      services: ["push.example"],
      targets: { hosts: [], networks: [], exact: [] },
    },
  };
  const local = { ...terms, baseUrl: "http://localhost:3000", sandboxUrl: "http://127.0.0.1:5000" };

  test("is a public address over https", () => {
    const may = pushTargets(terms);
    expect(may(new URL("https://push.example/1"), "8.8.8.8")).toBe(true);
    for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "192.168.1.1"]) {
      expect(may(new URL("https://push.example/1"), address), address).toBe(false);
    }
    expect(may(new URL("http://push.example/1"), "8.8.8.8")).toBe(false);
  });

  test("is a known push service, and no other host that a user names", () => {
    const { pushes } = readConfig(SECRETS);
    const shipped = { ...terms, pushes };
    for (const url of [
      "https://fcm.googleapis.com/fcm/send/1",
      "https://updates.push.services.mozilla.com/wpush/v2/1",
      "https://web.push.apple.com/1",
      "https://wns2-par02p.notify.windows.com/w/1",
    ]) {
      expect(isEndpoint(url, shipped), url).toBe(true);
      expect(pushTargets(shipped)(new URL(url), "8.8.8.8"), url).toBe(true);
    }
    for (const url of [
      "https://victim.example/1",
      "https://fcm.googleapis.com.victim.example/1",
      "https://evilpush.apple.com.example/1",
      "https://8.8.8.8/1",
    ]) {
      expect(isEndpoint(url, shipped), url).toBe(false);
      expect(pushTargets(shipped)(new URL(url), "8.8.8.8"), url).toBe(false);
    }
    const open = { ...terms, pushes: readConfig({ ...SECRETS, PUSH_SERVICES: "*" }).pushes };
    expect(isEndpoint("https://victim.example/1", open)).toBe(true);
    expect(() => readConfig({ ...SECRETS, PUSH_SERVICES: "push.example,10.0.0.1" })).toThrow(
      "PUSH_SERVICES",
    );
  });

  test("is this machine only with a sandbox, and never this service itself", () => {
    expect(pushTargets(local)(new URL("http://127.0.0.1:9000/1"), "127.0.0.1")).toBe(true);
    expect(pushTargets(local)(new URL("http://127.0.0.1:3000/1"), "127.0.0.1")).toBe(false);
    expect(pushTargets(terms)(new URL("http://127.0.0.1:9000/1"), "127.0.0.1")).toBe(false);
  });

  test("is an address without credentials or fragment", () => {
    expect(isEndpoint("https://push.example/1", terms)).toBe(true);
    for (const text of [
      "http://push.example/1",
      "https://a:b@push.example/",
      "https://x/#y",
      "no",
      "ftp://x/",
    ]) {
      expect(isEndpoint(text, terms), text).toBe(false);
    }
    expect(isEndpoint("http://127.0.0.1:9000/1", local)).toBe(true);
  });
});

describe("the service's keys", () => {
  const terms = (secret: string) => ({
    encryptionSecret: new Secret(secret.repeat(32)),
    pushes: {
      levels: new Map<string, string>(),
      vapid: undefined,
      services: ["push.example"],
      targets: { hosts: [], networks: [], exact: [] },
    },
  });
  beforeEach(() => setDatabase(db));
  afterEach(() => setDatabase(undefined));

  test("are created once, stored encrypted, and shared by all replicas", async () => {
    const [one, other] = await Promise.all([vapidKeys(terms("a")), vapidKeys(terms("a"))]);
    expect(other).toEqual(one);
    expect(await vapidKeys(terms("a"))).toEqual(one);
    const [row] = await db.select().from(pushKeys);
    expect(row?.publicKey).toBe(one.publicKey);
    expect(row?.privateKey).not.toContain(one.privateKey);
  });

  test("that another secret encrypted are refused, but kept with their browsers", async () => {
    const one = await vapidKeys(terms("a"));
    await addSubscription(db, await addUser(db));
    await expect(vapidKeys(terms("b"))).rejects.toThrow(/ENCRYPTION_SECRET/);
    expect(await db.$count(pushSubscriptions)).toBe(1);
    expect(await vapidKeys(terms("a"))).toEqual(one);
    // The operator deletes the row when the secret is lost.
    await db.delete(pushKeys);
    expect((await vapidKeys(terms("b"))).publicKey).not.toBe(one.publicKey);
  });

  test("of the settings take precedence", async () => {
    const vapid = { publicKey: "p", privateKey: new Secret("q") };
    const given = { ...terms("a"), pushes: { ...terms("a").pushes, vapid } };
    expect(await vapidKeys(given)).toEqual({ publicKey: "p", privateKey: "q" });
    expect(await db.$count(pushKeys)).toBe(0);
  });

  test("name the operator at a public host, by https or by mail", () => {
    const mailFrom = "svc <no-reply@svc.com>";
    expect(vapidSubject({ baseUrl: "https://svc.com", mailFrom })).toBe("https://svc.com");
    for (const baseUrl of ["http://localhost:3000", "https://localhost:3443", "https://10.0.0.1"])
      expect(vapidSubject({ baseUrl, mailFrom })).toBe("mailto:no-reply@svc.com");
  });

  test.each([
    "https://localhost:3443",
    "https://192.168.0.5",
    "https://[::1]",
    "https://svc.local",
  ])("name nobody where all hosts are local: %s", (baseUrl) => {
    const mailFrom = "svc <no-reply@localhost>";
    expect(vapidSubject({ baseUrl, mailFrom })).toBeUndefined();
  });
});
