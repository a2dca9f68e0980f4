/**
 * The mail about a waiting order is sent once, to users who chose it, and never after the order
 * ends. It has a time and a link and no secret.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { identities } from "#lib/identity/schema/identity.ts";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MailRetries } from "#lib/platform/inbox/mail-retries.ts";
import { MAIL_LOCALES } from "#lib/platform/mail/mail-locales.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { approvalMail } from "#lib/pushes/mail/texts/approval-mail.ts";
import {
  addAddress,
  addWaitingOrder,
  PROPOSER,
  REASON,
} from "#lib/pushes/testing/waiting-order.ts";
import { addUser } from "#lib/pushes/testing/world.ts";
import { PushWriter } from "#lib/pushes/writing/push-writer.ts";
import { mailApprovals } from "./mail-approvals.ts";

const NOW = Date.parse("2026-05-12T12:30:00Z");
const BASE_URL = "https://app.example";

let db: Database;
let timers: ManualTimers;
let mails: Mail[];
let attempts: number;
let beforeMail: () => Promise<void>;
/** The error with which the server refuses a mail. */
let refusal: Error | undefined;
let retries: MailRetries;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  for (const table of [inboxNotices, identities]) await db.delete(table);
  timers = new ManualTimers(NOW);
  [mails, attempts] = [[], 0];
  beforeMail = async () => {};
  refusal = undefined;
  retries = new MailRetries();
});

/** Adds an order of a user who chose mails, whose notice is written and not yet mailed. */
async function addWaiting(name: string, choices: Parameters<typeof addUser>[1] = {}) {
  const user = await addUser(db, { mail: ["approval"], ...choices });
  await addAddress(db, user, `${name}@example.org`);
  const order = await addWaitingOrder(db, user, timers.now());
  const now = () => timers.now();
  await new PushWriter({ db, levels: new Map(), now, wake: () => undefined }).run(now());
  return order;
}
const mail = () =>
  mailApprovals({
    timers,
    retries,
    baseUrl: BASE_URL,
    log: { warn: () => undefined },
    sendMail: async (one) => {
      await beforeMail();
      attempts += 1;
      if (refusal) throw new Error("a mail was not sent", { cause: refusal });
      mails.push(one);
    },
  });
const decide = (id: string) =>
  db.update(stagedOrders).set({ state: "declined" }).where(eq(stagedOrders.id, id));

test("names the order, its end and its page, without a secret or a word of the proposer", async () => {
  const { id, keyId } = await addWaiting("ada", { timeZone: "Europe/Berlin" });
  expect(await mail()).toBe(1);
  const [one] = mails;
  expect(one).toMatchObject({
    to: "ada@example.org",
    subject: "A proposal is waiting for your approval: buy 0.02 BTCUSDC",
  });
  for (const body of [one?.text, one?.html]) {
    expect(body).toContain("until 14:35:00 CEST");
    expect(body).toContain(`${BASE_URL}/approvals/${id}`);
    expect(body).toContain(`${BASE_URL}/settings/notifications`);
    for (const hidden of [REASON, PROPOSER, keyId, "11111111111111111111111111111112"]) {
      expect(body).not.toContain(hidden);
    }
    // The link contains only the order's id: a reader must sign in.
    const links = body?.match(/https:\/\/[^\s"<]+/g) ?? [];
    expect(new Set(links)).toEqual(
      new Set([`${BASE_URL}/approvals/${id}`, `${BASE_URL}/settings/notifications`]),
    );
  }
});

test("is sent once, however many replicas poll and however often", async () => {
  await addWaiting("ada");
  await addWaiting("bea");
  await Promise.all([mail(), mail(), mail()]);
  await mail();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(["ada@example.org", "bea@example.org"]);
});

test("is off by default", async () => {
  await addWaiting("ada", { mail: [] });
  expect(await mail()).toBe(0);
});

test("is not sent after the order was decided or has expired", async () => {
  const decided = await addWaiting("ada");
  await decide(decided.id);
  expect(await mail()).toBe(0);
  const expired = await addWaiting("bea");
  timers.sleep(expired.expiresAt - timers.now());
  expect(await mail()).toBe(0);
  expect(mails).toEqual([]);
});

test("is not sent when the order is decided while an earlier mail is being sent", async () => {
  await addWaiting("ada");
  const second = await addWaiting("bea");
  beforeMail = async () => {
    await decide(second.id);
  };
  expect(await mail()).toBe(1);
  expect(mails.map(({ to }) => to)).toEqual(["ada@example.org"]);
  expect(await mail()).toBe(0);
});

const LATER = Object.assign(new Error("451 try again later"), { responseCode: 451 });

test("that was temporarily refused is sent later, while the order waits", async () => {
  const { id } = await addWaiting("ada");
  refusal = LATER;
  expect(await mail()).toBe(0);
  refusal = undefined;
  expect(await mail()).toBe(0);
  timers.sleep(5_000);
  expect(await mail()).toBe(1);
  expect(await mail()).toBe(0);
  const late = await addWaiting("bea");
  refusal = LATER;
  await mail();
  refusal = undefined;
  await decide(late.id);
  timers.sleep(5_000);
  expect(await mail()).toBe(0);
  expect(mails.map(({ text }) => text.includes(id))).toEqual([true]);
});

test("is tried four times within a minute and a half, then dropped", async () => {
  await addWaiting("ada");
  refusal = Object.assign(new Error("no server"), { syscall: "connect" });
  for (let second = 0; second < 120; second += 3) {
    await mail();
    timers.sleep(3_000);
  }
  expect(attempts).toBe(4);
});

test.each([
  ["a timeout behind the text", Object.assign(new Error("Timeout"), { code: "ETIMEDOUT" })],
  ["a refusal for good", Object.assign(new Error("550 no"), { responseCode: 550 })],
])("is not repeated after %s", async (_why, why) => {
  await addWaiting("ada");
  refusal = why;
  await mail();
  refusal = undefined;
  timers.sleep(60_000);
  expect([await mail(), attempts]).toEqual([0, 1]);
});

test("is not sent after its user switched mails off", async () => {
  await addWaiting("ada");
  await db.update(pushPreferences).set({ mail: [] });
  expect(await mail()).toBe(0);
});

test.each(MAIL_LOCALES)("has texts for both sides, in %s", async (locale) => {
  const order = {
    staged_order_id: "sto_1",
    action: "place",
    side: "SELL",
    size: "1",
    market: "SOLUSDC",
    expires_at: "2026-05-12T12:35:00.000Z",
    outcome: null,
  } as const;
  const terms = { locale, timeZone: "UTC", baseUrl: BASE_URL };
  const [sell, buy] = (["SELL", "BUY"] as const).map((side) =>
    approvalMail({ ...terms, order: { ...order, side } }),
  );
  expect(sell?.subject).not.toBe(buy?.subject);
  const actions = (["close", "modify", "cancel"] as const).map(
    (action) => approvalMail({ ...terms, order: { ...order, side: "SELL", action } }).subject,
  );
  expect(new Set([...actions, sell?.subject]).size).toBe(4);
  expect(sell?.text).toContain("12:35:00 UTC");
  expect(sell?.text).not.toMatch(/undefined|[{}\u0660-\u0669]/);
  expect(sell?.html).toContain(`lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
});

test("is in the language of the preferences", async () => {
  await addWaiting("ada", { locale: "de" });
  await mail();
  expect(mails[0]?.subject).toBe("Ein Vorschlag wartet auf Ihre Freigabe: 0.02 BTCUSDC kaufen");
});
