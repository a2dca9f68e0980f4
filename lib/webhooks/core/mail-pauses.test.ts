/** The owner of a paused webhook gets one mail, which names the webhook and no path of its URL. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { identities, users } from "#lib/platform/db/schema/identity.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { emitting } from "#lib/platform/events/emitting.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
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
  useDatabase(db);
});
afterAll(async () => {
  useDatabase(undefined);
  await db.$client.end();
});
beforeEach(() => {
  mails = [];
  refuses = false;
});

async function pausedOwner(address: string | undefined, at = NOW): Promise<string> {
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
  const data = {
    webhook_id: "whk_1",
    origin: "https://hooks.example",
    reason: "failures",
    delivery_id: "wh_evt_1",
    last_error: "HTTP <503>",
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
  return userId;
}

test("each owner gets one mail", async () => {
  await pausedOwner("ada@example.org");
  expect(await mailPauses({ ...ctx, now: NOW })).toBe(1);
  expect(await mailPauses({ ...ctx, now: NOW + 60_000 })).toBe(0);
  expect(mails).toMatchObject([
    { to: "ada@example.org", subject: "Your webhook at https://hooks.example is paused" },
  ]);
  expect(mails[0]?.text).toContain("the last time with HTTP <503>.");
  expect(mails[0]?.html).toContain("HTTP &lt;503&gt;");
});

test("a mail that was not accepted is sent at the next run", async () => {
  await pausedOwner("eve@example.org");
  refuses = true;
  expect(await mailPauses({ ...ctx, now: NOW })).toBe(0);
  refuses = false;
  expect(await mailPauses({ ...ctx, now: NOW })).toBe(1);
});

test("an owner without an address, and a pause of the day before, get none", async () => {
  const without = await pausedOwner(undefined);
  await pausedOwner("old@example.org", NOW - 86_400_001);
  expect(await mailPauses({ ...ctx, now: NOW })).toBe(0);
  const [notice] = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, without));
  expect(notice).toMatchObject({ wantsMail: false, mailedAt: null });
  expect(mails).toEqual([]);
});
