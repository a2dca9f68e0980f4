/** Reminders of keys that expire soon: once each, by whichever replica is first, and again when a mail failed. */

import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { reminderMail } from "./expiry-reminder-mail.ts";
import { remindOwners, startReminders } from "./expiry-reminders.ts";
import { addKey, addPerson, client, NOW } from "./keys.testing.ts";
import { revokeKey } from "./revoke-key.ts";
import { RotateMcpKey, rotateMcpKey } from "./rotate-key.ts";

const TEN_MINUTES = 600_000;

let db: Database;
let ada: SessionActor;
let mails: Mail[];
let isMailAway: boolean;

beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
  ada = await addPerson(db, ["ada@example.com"]);
  mails = [];
  isMailAway = false;
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const surroundings = {
  baseUrl: "https://svc.example",
  log: { warn: () => {} },
  sendMail: (mail: Mail) => {
    if (isMailAway) return Promise.reject(new Error("away"));
    mails.push(mail);
    return Promise.resolve();
  },
};
const remind = (now: number) => remindOwners({ ...surroundings, now });
const subjects = () => mails.map(({ subject }) => subject);

test("come 14, 3 and 1 days before the end, each once", async () => {
  const { preview } = await addKey(ada, { name: "CI", expiresInDays: 30 });
  for (let hour = 0; hour <= 30 * 24; hour += 12) await remind(NOW + hour * 3_600_000);
  expect(subjects()).toEqual([
    "Your MCP key “CI” expires in 14 days",
    "Your MCP key “CI” expires in 3 days",
    "Your MCP key “CI” expires in 1 day",
  ]);
  const [first] = mails;
  expect(first?.to).toBe("ada@example.com");
  for (const body of [first?.text, first?.html]) {
    expect(body).toContain(preview);
    expect(body).toContain("2026-06-09 12:00 UTC");
    expect(body).toContain("https://svc.example/settings/mcp-keys");
  }
  const log = await db.select().from(auditLog).where(eq(auditLog.action, "mcp_key.reminded"));
  expect(log.map(({ details }) => String(details["days"])).toSorted()).toEqual(["1", "14", "3"]);
  expect(log[0]).toMatchObject({ actorKind: "service", userId: ada.userId });
});

test.each([
  [1, "less than a day"],
  [DAY_MS - 1, "less than a day"],
  [DAY_MS, "1 day"],
  [DAY_MS + 1, "2 days"],
  [14 * DAY_MS, "14 days"],
])("name what is left: of %i ms, %s", (leftMs, said) => {
  const key = { name: "CI", preview: "svc_sk_…0000", expiresAt: new Date(NOW + leftMs) };
  const { subject, text, html } = reminderMail(key, { now: NOW, baseUrl: "https://svc.example" });
  expect(subject).toBe(`Your MCP key “CI” expires in ${said}`);
  for (const body of [text, html]) expect(body).toContain(`expires in ${said}, at`);
});

test("of a service that was away come once, for what is left", async () => {
  await addKey(ada, { name: "CI", expiresInDays: 30 });
  await remind(NOW + 28 * DAY_MS);
  await remind(NOW + 28 * DAY_MS);
  expect(subjects()).toEqual(["Your MCP key “CI” expires in 2 days"]);
});

test.each([
  { days: 1, reminded: [] },
  { days: 3, reminded: [1] },
  { days: 7, reminded: [3, 1] },
  { days: 14, reminded: [3, 1] },
  { days: 15, reminded: [14, 3, 1] },
])(
  "of a key for $days days leave out what was known when it was made",
  async ({ days, reminded }) => {
    await addKey(ada, { expiresInDays: days });
    const at = [];
    for (let hour = 0; hour < days * 24; hour += 6) {
      if ((await remind(NOW + hour * 3_600_000)) === 1) at.push(days - Math.floor(hour / 24));
    }
    expect(at).toEqual(reminded);
  },
);

test("are sent by one of several replicas that look at the same time", async () => {
  for (let made = 0; made < 5; made += 1) await addKey(ada, { expiresInDays: 30 });
  const sent = await Promise.all(Array.from({ length: 4 }, () => remind(NOW + 16 * DAY_MS)));
  expect(sent.reduce((sum, one) => sum + one)).toBe(5);
  expect(mails).toHaveLength(5);
});

test("are tried again after a mail that was not taken, and are not in the log before", async () => {
  await addKey(ada, { expiresInDays: 30 });
  isMailAway = true;
  expect(await remind(NOW + 16 * DAY_MS)).toBe(0);
  const entries = () => db.select().from(auditLog).where(eq(auditLog.action, "mcp_key.reminded"));
  expect(await entries()).toEqual([]);
  isMailAway = false;
  expect(await remind(NOW + 16 * DAY_MS + TEN_MINUTES)).toBe(1);
  expect(await remind(NOW + 16 * DAY_MS + 2 * TEN_MINUTES)).toBe(0);
  expect(await entries()).toHaveLength(1);
});

test("go to every mail address of the owner, and to nobody without one until there is one", async () => {
  const bob = await addPerson(db);
  const eve = await addPerson(db, ["eve@example.com", "eve@example.org"]);
  const silent = await addKey(bob, { expiresInDays: 30 });
  await addKey(eve, { expiresInDays: 30 });
  await remind(NOW + 16 * DAY_MS);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(["eve@example.com", "eve@example.org"]);
  const [row] = await db.select().from(mcpKeys).where(eq(mcpKeys.id, silent.id));
  expect(row?.remindedDays).toBeNull();
});

test("leave out revoked, expired and replaced keys", async () => {
  const gone = await addKey(ada, { expiresInDays: 30 });
  const replaced = await addKey(ada, { expiresInDays: 30 });
  await addKey(ada, { expiresInDays: 1 }, NOW - 40 * DAY_MS);
  const ctx = { actor: ada, client, now: NOW };
  await revokeKey("mcp", { ctx, input: { params: { id: gone.id } } });
  const body = RotateMcpKey.parse({ overlapHours: 72, expiresInDays: 365 });
  await rotateMcpKey({ ctx, input: { params: { id: replaced.id }, body } });
  expect(await remind(NOW + DAY_MS)).toBe(0);
  expect(await remind(NOW + 20 * DAY_MS)).toBe(0);
});

test("write a name as text, also where it looks like a page", async () => {
  await addKey(ada, { name: `<a href="https://evil">`, expiresInDays: 15 });
  await remind(NOW + 2 * DAY_MS);
  expect(mails[0]?.html).not.toContain('<a href="https://evil');
  expect(mails[0]?.html).toContain("&lt;a href=&quot;https://evil&quot;&gt;");
});

test("of more keys than are read at once all come, also when some can not be sent", async () => {
  for (let person = 0; person < 3; person += 1) {
    const owner = await addPerson(db, [`p${person}@example.com`]);
    for (let made = 0; made < 40; made += 1) await addKey(owner, { expiresInDays: 30 });
  }
  const sent = await remindOwners({
    ...surroundings,
    now: NOW + 16 * DAY_MS,
    sendMail: ({ to }) =>
      to.startsWith("p0") ? Promise.reject(new Error("no")) : Promise.resolve(),
  });
  expect(sent).toBe(80);
});

describe("the loop", () => {
  test("that is ended waits for the mail under way, and leaves the other keys for later", async () => {
    for (let made = 0; made < 5; made += 1) await addKey(ada, { expiresInDays: 30 });
    const timers = new ManualTimers(NOW + 16 * DAY_MS - TEN_MINUTES);
    const taken = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const sendMail = (mail: Mail) => {
      mails.push(mail);
      begun.resolve();
      return taken.promise;
    };
    const stop = startReminders({ ...surroundings, timers, sendMail });
    await timers.advance(TEN_MINUTES);
    await begun.promise;
    const stopped = stop();
    taken.resolve();
    await stopped;
    expect(mails).toHaveLength(1);
    expect(timers.pending()).toEqual([]);
    expect(await remind(NOW + 16 * DAY_MS)).toBe(4);
  });

  test("looks every ten minutes, goes on after a failure, and ends with the mail under way", async () => {
    await addKey(ada, { expiresInDays: 30 });
    const timers = new ManualTimers(NOW + 16 * DAY_MS - 1.5 * TEN_MINUTES);
    const stop = startReminders({ ...surroundings, timers });
    setDatabase(undefined);
    await timers.round(TEN_MINUTES);
    setDatabase(db);
    expect(timers.pending()).toEqual([TEN_MINUTES]);
    await timers.round(TEN_MINUTES);
    await stop();
    expect(mails).toHaveLength(1);
    expect(timers.pending()).toEqual([]);
  });
});
