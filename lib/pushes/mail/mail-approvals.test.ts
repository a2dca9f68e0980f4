/** The mail of a waiting order: sent once, to those who chose it, never after its end, with a time and a link and no secret. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { stagedOrders } from "#lib/platform/db/schema/assistants.ts";
import { identities } from "#lib/platform/db/schema/identity.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { pushPreferences } from "#lib/platform/db/schema/pushes.ts";
import { MailRetries } from "#lib/platform/inbox/mail-retries.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { approvalMail } from "#lib/platform/mail/texts/approval-mail.ts";
import { MAIL_LOCALES } from "#lib/platform/mail/texts/mail-texts.ts";
import { ManualTimers } from "#lib/platform/timers.testing.ts";
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
/** Why the server does not take a mail. */
let refusal: Error | undefined;
let retries: MailRetries;

beforeAll(async () => {
  db = await testDatabase();
  useDatabase(db);
});
afterAll(async () => {
  useDatabase(undefined);
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

/** An order of a user who chose mails, told and not yet mailed. */
async function told(name: string, choices: Parameters<typeof addUser>[1] = {}) {
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

test("says what, until when, and where, and holds no secret and no word of the proposer", async () => {
  const { id, keyId } = await told("ada", { timeZone: "Europe/Berlin" });
  expect(await mail()).toBe(1);
  const [one] = mails;
  expect(one).toMatchObject({
    to: "ada@example.org",
    subject: "An order is waiting for your approval: buy 0.02 BTCUSDC",
  });
  for (const body of [one?.text, one?.html]) {
    expect(body).toContain("until 14:35:00 CEST");
    expect(body).toContain(`${BASE_URL}/approvals/${id}`);
    expect(body).toContain(`${BASE_URL}/settings/notifications`);
    for (const hidden of [REASON, PROPOSER, keyId, "11111111111111111111111111111112"]) {
      expect(body).not.toContain(hidden);
    }
    // The address has no more than the order's id: whoever opens it has to sign in.
    const links = body?.match(/https:\/\/[^\s"<]+/g) ?? [];
    expect(new Set(links)).toEqual(
      new Set([`${BASE_URL}/approvals/${id}`, `${BASE_URL}/settings/notifications`]),
    );
  }
});

test("is sent once, however many replicas look and however often", async () => {
  await told("ada");
  await told("bea");
  await Promise.all([mail(), mail(), mail()]);
  await mail();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(["ada@example.org", "bea@example.org"]);
});

test("is off until it is chosen", async () => {
  await told("ada", { mail: [] });
  expect(await mail()).toBe(0);
});

test("is not sent after the order was decided, nor after it has expired", async () => {
  const decided = await told("ada");
  await decide(decided.id);
  expect(await mail()).toBe(0);
  const expired = await told("bea");
  timers.sleep(expired.expiresAt - timers.now());
  expect(await mail()).toBe(0);
  expect(mails).toEqual([]);
});

test("is not sent when the order is decided while the mail before it is under way", async () => {
  await told("ada");
  const second = await told("bea");
  beforeMail = async () => {
    await decide(second.id);
  };
  expect(await mail()).toBe(1);
  expect(mails.map(({ to }) => to)).toEqual(["ada@example.org"]);
  expect(await mail()).toBe(0);
});

const LATER = Object.assign(new Error("451 try again later"), { responseCode: 451 });

test("that was refused for now is sent later, while the order waits", async () => {
  const { id } = await told("ada");
  refusal = LATER;
  expect(await mail()).toBe(0);
  refusal = undefined;
  expect(await mail()).toBe(0);
  timers.sleep(5_000);
  expect(await mail()).toBe(1);
  expect(await mail()).toBe(0);
  const late = await told("bea");
  refusal = LATER;
  await mail();
  refusal = undefined;
  await decide(late.id);
  timers.sleep(5_000);
  expect(await mail()).toBe(0);
  expect(mails.map(({ text }) => text.includes(id))).toEqual([true]);
});

test("is tried four times in a minute and a half, and then given up", async () => {
  await told("ada");
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
  await told("ada");
  refusal = why;
  await mail();
  refusal = undefined;
  timers.sleep(60_000);
  expect([await mail(), attempts]).toEqual([0, 1]);
});

test("is not sent once its user has switched mails off", async () => {
  await told("ada");
  await db.update(pushPreferences).set({ mail: [] });
  expect(await mail()).toBe(0);
});

test.each(MAIL_LOCALES)("has words for both sides, in %s", async (locale) => {
  const order = {
    staged_order_id: "sto_1",
    side: "SELL",
    size: "1",
    market: "SOLUSDC",
    expires_at: "2026-05-12T12:35:00.000Z",
  } as const;
  const terms = { locale, timeZone: "UTC", baseUrl: BASE_URL };
  const [sell, buy] = (["SELL", "BUY"] as const).map((side) =>
    approvalMail({ ...terms, order: { ...order, side } }),
  );
  expect(sell?.subject).not.toBe(buy?.subject);
  expect(sell?.text).toContain("12:35:00 UTC");
  expect(sell?.text).not.toMatch(/undefined|[{}\u0660-\u0669]/);
  expect(sell?.html).toContain(`lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
});

test("is in the language of the choice", async () => {
  await told("ada", { locale: "de" });
  await mail();
  expect(mails[0]?.subject).toBe("Eine Order wartet auf Ihre Freigabe: 0.02 BTCUSDC kaufen");
});
