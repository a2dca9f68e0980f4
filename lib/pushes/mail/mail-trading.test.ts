/** The mail about trading is sent once, to users who did not switch it off, in their language and with a link. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MailRetries } from "#lib/platform/inbox/mail-retries.ts";
import { MAIL_LOCALES } from "#lib/platform/mail/mail-locales.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { PushNotice } from "#lib/protocol/push-texts/push-text.ts";
import {
  closedPush,
  failedPush,
  filledPush,
  marginPush,
  moneyPush,
} from "#lib/protocol/push-texts/trading-pushes.testing.ts";
import { tradingMail } from "#lib/pushes/mail/texts/trading-mail.ts";
import { kindOfEvent } from "#lib/pushes/rules/trading-kinds.ts";
import { addAddress } from "#lib/pushes/testing/waiting-order.ts";
import { addUser } from "#lib/pushes/testing/world.ts";
import { PushWriter } from "#lib/pushes/writing/push-writer.ts";
import { storePushes } from "#lib/pushes/writing/store-pushes.ts";
import { mailTrading } from "./mail-trading.ts";

const NOW = Date.parse("2026-05-12T12:30:00Z");
const BASE_URL = "https://app.example";
type Trading = Extract<PushNotice, { type: "push.trading" }>;

let db: Database;
let mails: Mail[];
let user: string;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  await db.delete(inboxNotices);
  mails = [];
  user = await addUser(db);
  await addAddress(db, user, `${user}@example.org`);
});

async function happened(...notices: Trading[]): Promise<void> {
  const drafts = notices.map((notice) => {
    const key = `trading:${newId("psh")}`;
    const times = { at: NOW, leavesUntil: NOW + DAY_MS, scheduledAt: null };
    const kind = kindOfEvent(notice.data);
    return { ...notice, ...times, key, twinKey: key, kind, userId: user, itemId: null };
  });
  await storePushes(db, drafts, NOW);
  const terms = { db, levels: new Map<string, string>(), wake: () => undefined };
  await new PushWriter({ ...terms, now: () => NOW }).run(NOW);
}
const mail = (now = NOW) =>
  mailTrading({
    now,
    retries: new MailRetries(),
    baseUrl: BASE_URL,
    log: { warn: () => undefined },
    sendMail: async (one) => void mails.push(one),
  });

test("what happened is mailed once, with its figures and a link to its page; fills are not", async () => {
  await happened(filledPush(), filledPush({ order_type: "LIMIT", trigger_price: null }));
  expect([await mail(), await mail()]).toEqual([1, 0]);
  expect(mails).toMatchObject([
    {
      to: `${user}@example.org`,
      subject: "Take profit filled. Sold 0.02 BTC at 58,728.8",
      text: expect.stringContaining(`${BASE_URL}/trade/BTCUSDC`) as string,
    },
  ]);
  expect(mails[0]?.text).toContain("Trigger 59,000 · Realised +0.33 USDC");
  expect(mails[0]?.text).toContain(`${BASE_URL}/settings/notifications`);
});

test("a kind whose mails are switched off meanwhile is not mailed", async () => {
  await happened(closedPush(), moneyPush("deposit_credited"));
  await db
    .insert(pushPreferences)
    .values({ userId: user, off: [], mail: ["money"], locale: "de", timeZone: "UTC" });
  expect(await mail()).toBe(1);
  expect(mails.map(({ subject }) => subject)).toEqual(["Einzahlung gutgeschrieben: 1.250,5 USDC"]);
});

test("a margin warning is mailed within an hour, other news within a day", async () => {
  await happened(marginPush(), failedPush());
  expect(await mail(NOW + HOUR_MS + MINUTE_MS)).toBe(1);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Stop loss not filled: sell 0.02 BTC. Reason: no matching orders",
  ]);
  await happened(closedPush());
  expect(await mail(NOW + DAY_MS + MINUTE_MS)).toBe(0);
});

test.each(MAIL_LOCALES)("every event has a whole mail in %s", (locale) => {
  const pushes = [
    filledPush(),
    failedPush(),
    marginPush({ market: null }),
    closedPush(),
    closedPush({ event: "deleveraged" }),
    moneyPush("deposit_credited"),
    moneyPush("withdrawal_paid", { fee: "1" }),
    moneyPush("withdrawal_returned", { reason: "no token account" }),
  ];
  for (const { data } of pushes) {
    const { subject, text, html } = tradingMail({ push: data, locale, baseUrl: BASE_URL });
    expect(`${subject} ${text} ${html}`).not.toMatch(/\{\w+\}|undefined|null|[\u0660-\u0669]/);
    expect(text).toMatch(/https:\/\/app\.example\/(?:trade\/BTCUSDC|account)/);
    expect(html).toContain(`lang="${locale}"`);
  }
});
