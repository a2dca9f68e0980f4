/**
 * The owner of a paused webhook gets one mail in their language. It names the webhook, without the
 * path of its URL.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { ATTEMPT_FAILURES, type PauseReason } from "#lib/protocol/webhooks.ts";
import { webhookPausedMail } from "#lib/webhooks/core/texts/webhook-paused.ts";
import { addWebhook } from "#lib/webhooks/engine/engine.testing.ts";
import { mailPauses } from "./mail-pauses.ts";

const NOW = Date.UTC(2026, 4, 1);

let db: Database;
let mails: Mail[];
let refuses = false;
const ctx = {
  baseUrl: "https://app.example",
  sendMail: async (mail: Mail) => {
    if (refuses) throw new Error("no");
    mails.push(mail);
  },
  log: { warn: () => undefined },
};

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(() => {
  mails = [];
  refuses = false;
});

type Paused = {
  at?: number;
  locale?: "de" | "ar" | null;
  reason?: PauseReason;
  name?: string | null;
  error?: string;
};

async function pausedOwner(
  address: string | undefined,
  { at = NOW, locale = null, reason = "failures", name = null, error = "HTTP <503>" }: Paused = {},
): Promise<{ userId: string; webhookId: string }> {
  const userId = newId("usr");
  await db.insert(users).values({ id: userId, createdAt: new Date(NOW) });
  if (address !== undefined) {
    await db.insert(identities).values({
      id: newId("idn"),
      userId,
      kind: "email",
      subject: address,
      label: address,
      createdAt: new Date(NOW),
      lastUsedAt: new Date(NOW),
    });
  }
  const webhookId = await addWebhook(db, { userId, url: "https://hooks.example/token-of-it" });
  await db.update(webhooks).set({ locale }).where(eq(webhooks.id, webhookId));
  const data = {
    webhook_id: webhookId,
    name,
    origin: "https://hooks.example",
    reason,
    delivery_id: "wh_evt_1",
    last_error: error,
    note: "ticket 812",
    paused_at: new Date(at).toISOString(),
  } as const;
  await emitting(db, (_change, emit) =>
    emit({
      type: "webhook.paused",
      userId,
      subject: userId,
      version: "1",
      at,
      now: at,
      data,
      wantsMail: true,
    }),
  );
  return { userId, webhookId };
}

test("each owner gets one mail, with a link to the webhook", async () => {
  const { webhookId } = await pausedOwner("ada@example.org");
  expect(await mailPauses({ ...ctx, now: NOW })).toBe(1);
  expect(await mailPauses({ ...ctx, now: NOW + 60_000 })).toBe(0);
  expect(mails).toMatchObject([
    { to: "ada@example.org", subject: "Your webhook at https://hooks.example is paused" },
  ]);
  const [{ text, html } = { text: "", html: "" }] = mails;
  expect(text).toContain("Last error: HTTP <503>.");
  expect(html).toContain("HTTP &lt;503&gt;");
  for (const body of [text, html]) {
    expect(body).toContain(`https://app.example/settings/webhooks/${webhookId}`);
    expect(body).not.toContain("token-of-it");
  }
});

test("it is in the language of the page that registered the webhook", async () => {
  await pausedOwner("bea@example.org", { locale: "de" });
  await pausedOwner("cem@example.org", { locale: "ar" });
  await mailPauses({ ...ctx, now: NOW });
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Ihr Webhook bei https://hooks.example ist pausiert",
    "أُوقف مؤقتًا الـ webhook لدى \u2066https://hooks.example\u2069",
  ]);
  expect(mails.map(({ html }) => /<html lang="\w+" dir="\w+">/.exec(html)?.[0])).toEqual([
    '<html lang="de" dir="ltr">',
    '<html lang="ar" dir="rtl">',
  ]);
});

test.each([
  ["secret", "HTTP <503>", "Add a new secret, then resume the webhook."],
  ["headers", "HTTP <503>", "Set your headers anew, then resume the webhook."],
  ["receiver", "disabled", "no more deliveries (webhook-delivery: disable)"],
  ["receiver", "HTTP 410", "no more deliveries (HTTP 410)"],
  ["operator", "HTTP <503>", "paused your webhook at https://hooks.example: “ticket 812”."],
] as const)(
  "a pause for the reason %s (%s) is not said to follow from failures",
  async (reason, error, said) => {
    await pausedOwner(`${reason}-${Buffer.from(error).toString("hex")}@example.org`, {
      reason,
      error,
    });
    await mailPauses({ ...ctx, now: NOW });
    expect(mails[0]?.text).toContain(said);
    expect(mails[0]?.text).not.toContain("attempts");
  },
);

test("a webhook with a name is named", async () => {
  const name = "Orders <b>";
  await pausedOwner("una@example.org", { name });
  await pausedOwner("uwe@example.org", { name, locale: "de" });
  await pausedOwner("umm@example.org", { name, locale: "ar" });
  await mailPauses({ ...ctx, now: NOW });
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Your webhook “Orders <b>” at https://hooks.example is paused",
    "Ihr Webhook „Orders <b>“ bei https://hooks.example ist pausiert",
    "أُوقف مؤقتًا الـ webhook «\u2068Orders <b>\u2069» لدى \u2066https://hooks.example\u2069",
  ]);
  for (const { html } of mails) expect(html).not.toContain("<b>");
});

test.each(["en", "de", "ar"] as const)("a failure has words, in %s", (locale) => {
  const data = { webhook_id: "whk_1", origin: "https://hooks.example", reason: "failures" };
  const named = ATTEMPT_FAILURES.filter((failure) => failure !== "status" && failure !== "gone");
  const texts = named.map((last_error) => {
    const { baseUrl } = ctx;
    const { text } = webhookPausedMail({ data: { ...data, last_error }, locale, baseUrl });
    const [cause = ""] = text.split("\n");
    expect(cause).not.toMatch(new RegExp(`undefined|${last_error}`));
    return cause;
  });
  expect(new Set(texts).size).toBe(texts.length);
});

test("a mail that was not accepted is sent in the next run", async () => {
  await pausedOwner("eve@example.org");
  refuses = true;
  expect(await mailPauses({ ...ctx, now: NOW })).toBe(0);
  refuses = false;
  expect(await mailPauses({ ...ctx, now: NOW })).toBe(1);
});

test("no mail is sent without an address, for a deleted webhook, or for a pause of the day before", async () => {
  const { userId } = await pausedOwner(undefined);
  const { webhookId } = await pausedOwner("gone@example.org");
  await db.delete(webhooks).where(eq(webhooks.id, webhookId));
  await pausedOwner("old@example.org", { at: NOW - 86_400_001 });
  expect(await mailPauses({ ...ctx, now: NOW })).toBe(0);
  const [notice] = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, userId));
  expect(notice).toMatchObject({ wantsMail: false, mailedAt: null });
  expect(mails).toEqual([]);
});
