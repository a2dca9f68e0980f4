/** Notices by mail: once each, in the partner's language, and not after mails were switched off. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { partnerNoticeMail } from "#lib/partner/notices/texts/partner-notice.ts";
import {
  book,
  fee,
  makePartner,
  makeReferral,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { partners } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { NOTICE_KINDS } from "#lib/protocol/partner/enumerations.ts";
import { mailNotices } from "./mail-notices.ts";
import { startNoticeLoops } from "./notice-loops.ts";
import { noticeRows, notifyPartner } from "./notices.testing.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";
import { writeNotices } from "./write-notices.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
const BASE_URL = "https://svc.example";
const LINKS = { baseUrl: BASE_URL, unsubscribeUrl: `${BASE_URL}/unsubscribe/x` };

let db: Database;
let partner: TestPartner;
let mails: Mail[];
let isMailAway: boolean;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(() => db.$client.end());
beforeEach(async () => {
  await db.delete(inboxNotices);
  mails = [];
  isMailAway = false;
  partner = await makePartner(db, `code-${Math.random().toString(36).slice(2, 10)}`);
  await addMailbox(`${partner.code}@example.com`);
});

async function addMailbox(subject: string): Promise<void> {
  const when = { createdAt: new Date(0), lastUsedAt: new Date(0) };
  const { userId } = partner.actor;
  const facts = { id: newId("idn"), kind: "email", subject, label: subject } as const;
  await db.insert(identities).values({ ...facts, userId, ...when });
}

const sendMail = (mail: Mail) => {
  if (isMailAway) return Promise.reject(new Error("away"));
  mails.push(mail);
  return Promise.resolve();
};
const surroundings = { baseUrl: BASE_URL, log: { warn: () => {} }, sendMail };
const send = (now: number) => mailNotices({ ...surroundings, now });

const notify = (notice: Partial<Parameters<typeof notifyPartner>[2]> = {}) =>
  notifyPartner(db, partner.actor.userId, { at: NOW, wantsMail: true, ...notice });
const rows = () => noticeRows(db);

describe("a notice", () => {
  test("is mailed once, and notes when", async () => {
    await notify();
    await notify({ wantsMail: false });
    expect(await send(NOW + MINUTE_MS)).toBe(1);
    expect(await send(NOW + 2 * MINUTE_MS)).toBe(0);
    expect(mails).toMatchObject([
      {
        to: `${partner.code}@example.com`,
        subject: "You have reached partner level 2",
        unsubscribeUrl: `${BASE_URL}/unsubscribe/${unsubscribeToken(partner.id)}`,
      },
    ]);
    expect((await rows()).map(({ mailedAt }) => mailedAt)).toEqual([
      new Date(NOW + MINUTE_MS),
      null,
    ]);
  });

  test("is mailed by one of several replicas that send at the same time", async () => {
    for (let made = 0; made < 5; made += 1) await notify();
    const sent = await Promise.all([send(NOW), send(NOW), send(NOW), send(NOW)]);
    expect(sent.reduce((sum, one) => sum + one)).toBe(5);
    expect(mails).toHaveLength(5);
  });

  test("goes to every address, in the order of telling", async () => {
    await addMailbox(`second-${partner.code}@example.com`);
    await notify();
    await notify({ kind: "level_down", data: { from: 2, to: 1, share_percent: 10 } });
    await send(NOW);
    expect(mails.map(({ to, subject }) => [to.startsWith("second"), subject])).toEqual([
      [false, "You have reached partner level 2"],
      [true, "You have reached partner level 2"],
      [false, "Your partner level is now 1"],
      [true, "Your partner level is now 1"],
    ]);
  });

  test("that no server took is sent later; the others do not wait for it", async () => {
    await notify();
    isMailAway = true;
    expect(await send(NOW)).toBe(0);
    expect((await rows())[0]).toMatchObject({ mailedAt: null, wantsMail: true });
    isMailAway = false;
    expect(await send(NOW + MINUTE_MS)).toBe(1);
    expect(await send(NOW + 2 * MINUTE_MS)).toBe(0);
  });

  test("is not mailed any more after seven days without a server that takes it", async () => {
    await notify({ at: NOW - 7 * DAY_MS });
    await notify({ at: NOW - 7 * DAY_MS + 1 });
    expect(await send(NOW)).toBe(1);
    expect((await rows()).map(({ wantsMail }) => wantsMail)).toEqual([false, true]);
  });

  test("of a fall that has come is not mailed any more", async () => {
    const data = { from: 2, to: 1, share_percent: 10, to_hold: "5" };
    const at = (time: number) => ({ ...data, at: new Date(time).toISOString() });
    await notify({ kind: "level_falls_72h", data: at(NOW) });
    await notify({ kind: "level_falls_24h", data: at(NOW + 1) });
    expect(await send(NOW)).toBe(1);
    expect(mails[0]?.subject).toContain("within 24 hours");
  });

  test("is not mailed to partners who have switched mail off since, or have no address left", async () => {
    await notify();
    await db.update(partners).set({ mailNotices: false }).where(eq(partners.id, partner.id));
    expect(await send(NOW)).toBe(0);
    await db.update(partners).set({ mailNotices: true }).where(eq(partners.id, partner.id));
    expect(await send(NOW)).toBe(0);
    await notify();
    await db.delete(identities).where(eq(identities.userId, partner.actor.userId));
    expect(await send(NOW)).toBe(0);
    expect((await rows()).every(({ wantsMail }) => !wantsMail)).toBe(true);
    expect(mails).toEqual([]);
  });

  test("of more than are read at once goes out, also where some cannot be sent", async () => {
    for (let made = 0; made < 230; made += 1) await notify();
    let attempts = 0;
    const every = () => {
      attempts += 1;
      return attempts % 10 === 0 ? Promise.reject(new Error("no")) : Promise.resolve();
    };
    expect(await mailNotices({ ...surroundings, now: NOW, sendMail: every })).toBe(207);
  });
});

describe("the text", () => {
  test("is in the language of the page that the partner used last, and else in English", async () => {
    for (const locale of [null, "de", "ar"] as const) {
      await db.update(partners).set({ locale }).where(eq(partners.id, partner.id));
      await notify();
    }
    // The notices are older than the change of language; mails use the language at the time of sending.
    await send(NOW);
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set(["بلغت المستوى 2 في برنامج الشركاء"]),
    );
    await db.update(partners).set({ locale: "de" }).where(eq(partners.id, partner.id));
    await notify();
    await send(NOW);
    expect(mails.at(-1)?.subject).toBe("Sie haben die Partnerstufe 2 erreicht");
  });

  const facts = {
    from: 4,
    to: 3,
    share_percent: 15,
    at: "2026-05-04T17:52:59.123Z",
    to_hold: "1240.501000001",
    settlement_id: "stl_1",
    amount: "1234.565001",
    signature: "5sig",
    failure: "<b>no</b>",
  };

  test.each(["en", "de", "ar"] as const)(
    "links to the page and says how to stop, in %s",
    (locale) => {
      for (const kind of NOTICE_KINDS) {
        const mail = partnerNoticeMail({ ...LINKS, kind, data: facts, locale });
        expect(mail.subject).not.toBe("");
        expect(mail.subject).not.toMatch(/undefined|null|\[object/);
        for (const body of [mail.text, mail.html]) {
          expect(body).toContain(`${BASE_URL}/partner`);
          expect(body).toContain("svc.example");
          expect(body).toContain(LINKS.unsubscribeUrl);
          expect(body).not.toMatch(/undefined|null|\[object/);
        }
        expect(mail.html).toContain(`lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
        expect(mail.html).not.toMatch(/<(img|script|link|style|iframe)|src=|url\(/);
      }
    },
  );

  test.each([
    ["en", "1,234.57 USDC", "1,240.51 USD", "2026-05-04 17:52 UTC"],
    ["de", "1.234,57 USDC", "1.240,51 USD", "2026-05-04 17:52 UTC"],
    [
      "ar",
      "\u20661,234.57 USDC\u2069",
      "\u20661,240.51 USD\u2069",
      "\u20662026-05-04 17:52 UTC\u2069",
    ],
  ] as const)(
    "rounds to cents, what holds a level upwards, in %s",
    (locale, paid, held, moment) => {
      const say = (kind: (typeof NOTICE_KINDS)[number]) =>
        partnerNoticeMail({ ...LINKS, kind, data: facts, locale });
      expect(say("settlement_paid").subject).toContain(paid);
      expect(say("settlement_failed").text).toContain(paid);
      for (const kind of ["level_falls_72h", "level_falls_24h"] as const) {
        expect(say(kind).text).toContain(held);
        expect(say(kind).text).toContain(moment);
        expect(say(kind).subject).toContain(kind === "level_falls_72h" ? "72" : "24");
      }
    },
  );
});

describe("the loops", () => {
  async function reachLevelTwo(): Promise<void> {
    await makeReferral(db, partner, `trader-of-${partner.code}`);
    await book(db, [fee(`trader-of-${partner.code}`, 30_000, NOW)], NOW);
  }

  test("write each minute, mail every five, and end with what is under way", async () => {
    await reachLevelTwo();
    const timers = new ManualTimers(NOW);
    const mailed = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    const stop = startNoticeLoops({
      timers,
      log: surroundings.log,
      mail: {
        baseUrl: BASE_URL,
        sendMail: (mail) => {
          mails.push(mail);
          mailed.resolve();
          return taken.promise;
        },
      },
    });
    expect(timers.pending()).toEqual([MINUTE_MS, 5 * MINUTE_MS]);
    await writeNotices({ now: NOW, log: surroundings.log });
    await timers.advance(5 * MINUTE_MS);
    await mailed.promise;
    const stopped = stop();
    taken.resolve();
    await stopped;
    expect(mails).toHaveLength(1);
    expect(timers.pending()).toEqual([]);
  });

  test("go on after a failure, and write also where there is no mail", async () => {
    await reachLevelTwo();
    const timers = new ManualTimers(NOW);
    const stop = startNoticeLoops({ timers, log: surroundings.log, mail: undefined });
    setDatabase(undefined);
    await timers.round(MINUTE_MS);
    setDatabase(db);
    expect(timers.pending()).toEqual([MINUTE_MS]);
    await timers.round(MINUTE_MS);
    await stop();
    expect(await rows()).toMatchObject([{ kind: "level_up", wantsMail: true, mailedAt: null }]);
  });
});
