/** The owner of an account gets its security notices, no matter who acted and what the account lost by it. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#lib/identity/accounts/delete-account.ts";
import { unlinkIdentity } from "#lib/identity/accounts/unlink-identity.ts";
import { AUDIT_ACTIONS } from "#lib/identity/audit/audit-actions.ts";
import type { AuditEntry } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { securityNoticeOf } from "#lib/identity/audit/security-notice.ts";
import { linkIdentity } from "#lib/identity/person/link-identity.ts";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { securityMails } from "#lib/identity/schema/security.ts";
import { securityMail } from "#lib/identity/security/texts/security-mail.ts";
import { signInAs } from "#lib/identity/sessions/sign-in.ts";
import { IDLE } from "#lib/kernel/time/repeated-task.ts";
import type { Client } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MAIL_LOCALES } from "#lib/platform/mail/mail-locales.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { SECURITY_KINDS } from "#lib/protocol/security-notices.ts";
import { sendSecurityMails } from "./send-security-mails.ts";

const NOW = Date.UTC(2027, 0, 15, 12);
const HOME: Client = { address: "192.0.2.7", agent: "Firefox on Linux" };
const AWAY: Client = { address: "203.0.113.9", agent: "Firefox on Linux" };

let db: Database;
let people = 0;
let email: string;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  await db.delete(securityMails);
  people += 1;
  email = `ada-${people}@example.com`;
});

const byMail = (subject = email) => ({ kind: "email", subject, label: subject }) as const;
const signIn = (client = HOME, now = NOW) => signInAs(byMail(), { now, client });

const noticesOf = async (userId: string) => {
  const rows = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, userId));
  return rows.toSorted((a, b) => a.position - b.position).map(({ type }) => type);
};
const waiting = async () => {
  const rows = await db.select().from(securityMails);
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted();
};

test("a sign-in is told when neither its program nor its network is known", async () => {
  const { userId } = await signIn();
  await signIn({ ...HOME, address: "192.0.2.200" });
  expect(await noticesOf(userId), "the first session, and one of the same network").toEqual([]);
  await signIn(AWAY);
  await signIn({ ...HOME, agent: "curl" });
  await signIn(AWAY);
  expect(await noticesOf(userId)).toEqual(["security.session_opened", "security.session_opened"]);
  expect(await waiting()).toEqual([`session_opened ${email}`, `session_opened ${email}`]);
});

test("a sign-in method that is added or removed is told to every address, also to the removed one", async () => {
  const actor = await signIn();
  const { userId } = actor;
  const ctx = { actor, now: NOW, client: HOME };
  const other = `other-${people}@example.com`;
  const { id } = await linkIdentity(byMail(other), ctx);
  expect(await waiting()).toEqual([`identity_linked ${email}`, `identity_linked ${other}`]);
  await db.delete(securityMails);
  await unlinkIdentity({ ctx, input: { params: { id } } }, []);
  expect(await waiting()).toEqual([`identity_unlinked ${email}`, `identity_unlinked ${other}`]);
  expect(await noticesOf(userId)).toEqual([
    "security.identity_linked",
    "security.identity_unlinked",
  ]);
});

test("a deletion is told to the addresses of the account, of which nothing else is left", async () => {
  const actor = await signIn();
  await signIn(AWAY);
  await deleteAccount({ ctx: { actor, now: NOW } }, []);
  expect(await waiting()).toEqual([`account_deleted ${email}`, `session_opened ${email}`]);
  expect(await noticesOf(actor.userId)).toEqual([]);
});

const ENTRIES: [AuditEntry["action"], AuditEntry["details"], object][] = [
  [
    "mcp_key.created",
    { name: "desk", canStageOrders: true, expiresInDays: 90 },
    { name: "desk", rights: "canStageOrders" },
  ],
  ["mcp_key.rotated", { name: "desk", canStageOrders: false }, { name: "desk", rights: "" }],
  [
    "bot_key.created",
    { name: "bot", canStageOrders: true },
    { name: "bot", rights: "canStageOrders" },
  ],
  [
    "oauth_grant.created",
    { name: "Agent", scopes: "read:market trade:execute" },
    { name: "Agent", rights: "read:market trade:execute" },
  ],
  [
    "oauth_grant.token_replayed",
    { name: "Agent", scopes: "trade:execute" },
    { name: "Agent", rights: "" },
  ],
  ["push_browser.added", { label: "push.example" }, { name: "push.example", rights: "" }],
  [
    "trading_key.registered",
    { label: "Trading key", signer: "4zvw" },
    { name: "Trading key", rights: "4zvw" },
  ],
  ["partner.payout_address_set", { address: "new", before: "old" }, { name: "new", before: "old" }],
  ["withdrawal.requested", { amount: "25" }, { name: "25" }],
];

test.each(ENTRIES)("%s is told with what was done", async (action, details, facts) => {
  const actor = await signIn();
  const { userId } = actor;
  await recordAudit(db, { now: NOW, userId, actor, action, client: AWAY, details: details ?? {} });
  const [notice] = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, userId));
  expect(notice?.data).toMatchObject({ ...facts, address: AWAY.address, agent: AWAY.agent });
  expect(await db.select().from(securityMails)).toMatchObject([
    { recipient: email, facts: notice?.data },
  ]);
});

/** What an owner does not need to hear of at once: it changes no access to value, or ends one. */
const SILENT_ACTIONS = [
  "account.created account.log_read session.proved session.revoked session.revoked_all sign_in.refused",
  "mcp_key.renamed mcp_key.revoked mcp_key.revoked_all mcp_key.reminded mcp_key.limits_set",
  "bot_key.renamed bot_key.revoked bot_key.limits_set venue_key.created venue_key.revoked",
  "oauth_grant.denied oauth_grant.revoked oauth_grant.replaced",
  "order.staged order.approved order.placed order.refused order.declined order.withdrawn",
  "assistant_note.created assistant_note.changed assistant_note.deleted assistant_preferences.changed",
  "partner.mails_started partner.mails_stopped partner.link_created partner.link_renamed",
  "partner.referral_labelled partner.referral_accepted partner.referral_rejected",
  "partner.payee_set partner.payout_requested partner.payout_terms_set partner.postback_set partner.postback_removed",
  "push_browser.removed push_preferences.changed highlight_tags.changed purchase.started",
  "partner.payout_change_stopped partner.joined partner.referred partner.fees_imported partner.fee_reversed",
  "partner.settlement_created partner.settlement_submitted partner.settlement_confirmed partner.settlement_failed",
  "webhook.created webhook.changed webhook.deleted webhook.paused webhook.resumed",
  "webhook.secret_added webhook.secret_removed webhook.replayed",
]
  .join(" ")
  .split(" ");

test("of every action of the log it is decided whether it is told", () => {
  const details = { newBrowser: true };
  const entry = { now: NOW, userId: "usr_1", actor: { kind: "service" }, details } as const;
  const silent = AUDIT_ACTIONS.filter((action) => !securityNoticeOf({ ...entry, action }));
  expect(silent.toSorted()).toEqual(SILENT_ACTIONS.toSorted());
});

const mails: Mail[] = [];
const send = (now: number, sendMail: (mail: Mail) => Promise<unknown>) =>
  sendSecurityMails({ now, sendMail, baseUrl: "https://svc.example", log: { warn: () => {} } });
const take = (mail: Mail) => Promise.resolve(mails.push(mail));

test("each mail is sent once, by one of several replicas, in the language of its reader", async () => {
  const { userId } = await signIn();
  await db.insert(pushPreferences).values({ userId, off: [], locale: "de", timeZone: "UTC" });
  await signIn(AWAY);
  mails.length = 0;
  await Promise.all([send(NOW, take), send(NOW, take), send(NOW, take)]);
  expect(mails).toMatchObject([
    { to: email, subject: "Anmeldung mit einem neuen Browser · svc.example" },
  ]);
  expect(mails[0]?.text).toContain("203.0.113.9");
  expect(await send(NOW, take)).toBe(IDLE);
});

test("a mail that no server takes is tried again for three days, and later mails do not wait for it", async () => {
  await signIn();
  await signIn(AWAY);
  let tries = 0;
  const refuse = () => Promise.reject(new Error(`away ${(tries += 1)}`));
  await send(NOW, refuse);
  expect(await send(NOW + 29_000, take)).toBe(IDLE);
  for (let at = NOW; at < NOW + 100 * HOUR_MS; at += HOUR_MS / 4) await send(at, refuse);
  expect(tries).toBe(13);
  expect(await waiting()).toEqual([]);
});

test("nobody can flood a mailbox", async () => {
  const actor = await signIn();
  const { userId } = actor;
  const entry = { now: NOW, userId, actor, action: "mcp_key.created" } as const;
  for (let made = 0; made < 60; made += 1) await recordAudit(db, entry);
  expect(await waiting()).toHaveLength(50);
  expect(await noticesOf(userId)).toHaveLength(60);
});

test.each(MAIL_LOCALES)(
  "every text says what happened, whose it is and what to do, in %s",
  (locale) => {
    const facts = {
      name: "N-1",
      before: "B-2",
      rights: "R-3",
      address: "192.0.2.7",
      agent: "<b>A</b>",
    };
    for (const kind of SECURITY_KINDS) {
      const mail = securityMail({ kind, facts, at: NOW, locale, baseUrl: "https://svc.example" });
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain("2027-01-15 12:00 UTC");
        expect(body).toContain("192.0.2.7");
        expect(body).toContain("https://svc.example/");
        expect(body).not.toMatch(/undefined|null|\[object|\$\{/);
      }
      expect(mail.html).not.toContain("<b>A</b>");
      expect(mail.text.split("\n\n").length, kind).toBeGreaterThanOrEqual(5);
    }
  },
);
