/** Notices as their partner reads them, from the fee that caused one to its mail. */

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newWallet, startTime, Visitor } from "#app/api/auth/auth.testing.ts";
import {
  type AccountTables,
  openAccountTables,
  TABLES,
} from "#lib/identity/accounts/accounts.testing.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mailNotices } from "#lib/partner/notices/mail-notices.ts";
import { writeNotices } from "#lib/partner/notices/write-notices.ts";
import { book, fee, makeReferral } from "#lib/partner/partner.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { NoticePage } from "#lib/protocol/wire/partner.ts";

const NOTICES = "/api/v1/partner/notices";

let db: AccountTables["db"];
let close: AccountTables["close"];
beforeAll(async () => {
  ({ db, close } = await openAccountTables());
});
afterAll(async () => {
  setHttpRuntime();
  await close();
});
beforeEach(startTime);

type Joined = { visitor: Visitor; partner: { id: string; code: string }; mailbox: string };

/** A partner with a mailbox, who referred `trader-of-{code}`. */
async function joined(code: string): Promise<Joined> {
  const visitor = new Visitor();
  await visitor.signIn(newWallet());
  const { partner } = (await visitor.post("/api/v1/partner", { code })).body as Joined;
  const userId = (await visitor.who()).user?.id ?? "";
  const mailbox = `${code}@example.com`;
  const when = { createdAt: new Date(), lastUsedAt: new Date() };
  const facts = { id: newId("idn"), kind: "email", subject: mailbox, label: mailbox } as const;
  await db.insert(TABLES.identities).values({ ...facts, userId, ...when });
  const actor = { kind: "session", userId, sessionId: "", account: "", provedAt: 0 } as const;
  await makeReferral(db, { id: partner.id, actor, code }, `trader-of-${code}`);
  return { visitor, partner, mailbox };
}

const log = { warn: (what: unknown) => expect(what).toBeUndefined() };
const read = async ({ visitor }: Joined, headers: Record<string, string> = {}) =>
  (await visitor.get(NOTICES, headers)).body as NoticePage;

it("a partner reads of a new level on the page and by mail, in the language of the page, and can mark it as read", async () => {
  const ada = await joined("ada-brings");
  const eve = await joined("eve-brings");
  expect(await read(ada, { "accept-language": "de-AT" })).toEqual({
    results: [],
    unread: 0,
    next: null,
  });
  // A program sends no language, and changes none.
  await read(ada);
  const now = Date.now();
  await book(db, [fee("trader-of-ada-brings", 25_000, now - HOUR_MS)], now);
  await writeNotices({ now, log });
  const { results, unread, next } = await read(ada);
  expect({ unread, next }).toEqual({ unread: 1, next: null });
  expect(results).toMatchObject([
    {
      kind: "level_up",
      at: new Date(now - HOUR_MS).toISOString(),
      data: { from: 1, to: 2, share_percent: 12 },
      read_at: null,
    },
  ]);
  const mails: Mail[] = [];
  const sendMail = (mail: Mail) => Promise.resolve(mails.push(mail));
  await mailNotices({ now, log, sendMail, baseUrl: "https://svc.example" });
  expect(mails).toMatchObject([
    { to: ada.mailbox, subject: "Sie haben die Partnerstufe 2 erreicht" },
  ]);
  const id = results[0]?.id ?? "";
  const refused = await eve.visitor.post(`${NOTICES}/read`, { up_to: id });
  expect([refused.status, refused.body]).toMatchObject([404, { error: "NOTICE_NOT_FOUND" }]);
  expect((await read(ada)).unread).toBe(1);
  const answer = await ada.visitor.post(`${NOTICES}/read`, { up_to: id });
  expect([answer.status, answer.body]).toEqual([204, ""]);
  const after = await read(ada);
  expect(after.unread).toBe(0);
  expect(after.results[0]?.read_at).not.toBeNull();
});

it("notices are refused to a signed-out client, to an account that has not joined, and to an invalid query", async () => {
  const stranger = new Visitor();
  expect((await stranger.get(NOTICES)).status).toBe(401);
  expect((await stranger.post(`${NOTICES}/read`, { up_to: "ntc_1" })).status).toBe(401);
  await stranger.signIn(newWallet());
  expect((await stranger.get(NOTICES)).body).toMatchObject({ error: "NOT_A_PARTNER" });
  const { visitor } = await joined("asks-wrongly");
  for (const query of ["limit=0", "limit=1001", "cursor=7", "cursor=ntc_", "as_of=now"]) {
    expect((await visitor.get(`${NOTICES}?${query}`)).status, query).toBe(400);
  }
  expect((await visitor.post(`${NOTICES}/read`, {})).status).toBe(400);
});
