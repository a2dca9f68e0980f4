/** News of a partner are announced once, and a postback is called with its macros filled, a few times at most. */
import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "#lib/identity/accounts/delete-account.ts";
import { setIdentityListener } from "#lib/identity/person/identity-events.ts";
import { personOf } from "#lib/identity/person/person.ts";
import { newId } from "#lib/kernel/ids.ts";
import { partnerRows } from "#lib/partner/account-rows.ts";
import { appendEntries } from "#lib/partner/ledger/append-rows.ts";
import {
  book,
  fee,
  makePartner,
  makeReferral,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { attributeReferrals } from "#lib/partner/referrals/attribute-sign-up.ts";
import { partnerAccounts, partnerSettlements } from "#lib/partner/schema/partner.ts";
import { partnerPostbackCalls, partnerPostbacks } from "#lib/partner/schema/postbacks.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import {
  type OutsideHost,
  openOutsideHost,
} from "#lib/platform/outbound/guarded-request.testing.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  PartnerAccruedEvent,
  PayoutPaidEvent,
  ReferralCreatedEvent,
} from "#lib/protocol/wire/partner-events.ts";
import { BATCH_MS } from "./_news.ts";
import { announceNews } from "./announce-news.ts";
import {
  PostbackBody,
  readPostback,
  removePostback,
  setPostback,
  testPostback,
} from "./postback.ts";
import { DEAD_TO_PAUSE, sendCalls, WAITS_MS } from "./send-calls.ts";

const START = Date.UTC(2026, 0, 1);
const client = { address: "192.0.2.7", agent: "a browser" };
const log = { warn: (problem: unknown) => expect(problem).toBeUndefined() };
const HOST = "track.example";
const ADDRESS = `https://${HOST}/p?e={event}&r={referral}&l={link}&s={sub}&a={amount}&x=1`;

let db: Database;
let host: OutsideHost;
let partner: TestPartner;
let names = 0;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  setIdentityListener(attributeReferrals);
  host = await openOutsideHost([HOST]);
});
afterAll(async () => {
  setIdentityListener(undefined);
  setDatabase(undefined);
  await host.close();
  await db.$client.end();
});
beforeEach(async () => {
  // Whatever an earlier test left does not run again.
  await db.execute(sql`update partner_postback_calls set due_at = null`);
  partner = await makePartner(db, `news-${++names}`, START);
  host.requests.length = 0;
  host.answerWith((_request, response) => response.writeHead(204).end());
});

const ctx = ({ actor }: TestPartner, now = START) => ({ actor, client, now, quotas: [] });
const set = (url = ADDRESS, more: object = {}, of = partner) =>
  setPostback({ ctx: ctx(of), input: { body: PostbackBody.parse({ url, ...more }) } });
const read = () => readPostback({ ctx: { actor: partner.actor } });
const announce = (now: number) => announceNews({ now, log });
const send = (now: number) => sendCalls({ now: () => now, network: host.network });
const paths = () => host.requests.map((line) => line.split(" ")[2]);

async function watch(events: readonly string[]): Promise<void> {
  const row = { id: newId("whk"), userId: partner.actor.userId, url: "https://hooks.example/" };
  const terms = {
    filter: {},
    status: "active",
    pause: null,
    maxPerSecond: 50,
    createdAt: 0,
  } as const;
  const wanted = events as (typeof webhooks.$inferInsert)["events"];
  await db.insert(webhooks).values({ ...row, ...terms, events: wanted });
}
const accruals = async () => (await announced()).filter(([type]) => type === "partner.accrued");
const announced = async () => {
  const rows = await db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.userId, partner.actor.userId))
    .orderBy(asc(webhookEvents.position));
  return rows.map(({ type, data }) => [type, JSON.parse(data) as unknown] as const);
};

const signUp = async (link: string, now = START) => {
  const subject = `news-wallet-${++names}`;
  await personOf(
    { kind: "wallet", subject, label: subject },
    { now, client, followedLinks: [link] },
  );
  return subject;
};

async function pay(amount: bigint, at: number): Promise<string> {
  const id = newId("stl");
  await db.transaction(async (change) => {
    const entry = (kind: "settlement" | "payment") => ({
      partnerId: partner.id,
      now: at,
      entries: [
        { kind, settlementId: id, amount: amount * 100_000n, occurredAt: at, simulated: false },
      ],
    });
    const [opened] = await appendEntries(change, entry("settlement"));
    const [ended] = await appendEntries(change, entry("payment"));
    await change.insert(partnerSettlements).values({
      id,
      runId: newId("run"),
      partnerId: partner.id,
      amount,
      periodEnd: at,
      state: "confirmed",
      network: "solana",
      mint: "mint",
      recipient: "wallet",
      signature: id,
      slot: 7,
      openedSeq: opened?.seq ?? 0,
      endedSeq: ended?.seq ?? 0,
      createdAt: at,
      submittedAt: at,
      endedAt: at,
    });
  });
  return id;
}

describe("an announcement", () => {
  test("says who signed up by which link, what they brought, and what was paid, each once", async () => {
    await watch(["referral.created", "partner.accrued", "payout.paid"]);
    const wallet = await signUp(`${partner.code}?sub=video-1&utm_campaign=spring`);
    await book(db, [fee(wallet, 1_000, START + 1), fee(wallet, 50, START + 1, "swap")], START + 2);
    const id = await pay(1_000_000n, START + 3);
    expect(await announce(START + 10)).toBe(3);
    expect(await announce(START + 11)).toBe(0);
    const [referral, accrued, paid] = await announced();
    expect(referral?.[0]).toBe("referral.created");
    const source = {
      link: partner.code,
      sub: "video-1",
      utm_source: null,
      utm_campaign: "spring",
    };
    expect(ReferralCreatedEvent.parse(referral?.[1])).toMatchObject({ ...source, review: null });
    expect(PartnerAccruedEvent.parse(accrued?.[1])).toMatchObject({
      ...source,
      fees: "10.5",
      earned: "1.05",
      count: 2,
      first_seq: 1,
      last_seq: 2,
      simulated: false,
    });
    expect(PayoutPaidEvent.parse(paid?.[1])).toMatchObject({ settlement_id: id, amount: "1" });
  });

  test("joins the fees of a referral in five minutes, and the first one waits for nothing", async () => {
    await watch(["partner.accrued"]);
    const [one, two] = [await signUp(partner.code), await signUp(partner.code)];
    await announce(START);
    const bookAt = (now: number) =>
      book(db, [fee(one, 100, now), fee(one, 100, now), fee(two, 100, now)], now);
    await bookAt(START + 1_000);
    await announce(START + 2_000);
    expect(await accruals()).toHaveLength(2);
    await bookAt(START + 3_000);
    await bookAt(START + 4_000);
    await announce(START + 5_000);
    expect(await accruals()).toHaveLength(2);
    await announce(START + 2_000 + BATCH_MS);
    const counts = (await accruals()).map(([, data]) => (data as PartnerAccruedEvent).count);
    expect(counts).toEqual([2, 1, 4, 2]);
  });

  test("is made once by replicas that run at the same time", async () => {
    await watch(["referral.created", "partner.accrued"]);
    const wallet = await signUp(partner.code);
    await book(db, [fee(wallet, 100, START + 1)], START + 2);
    await Promise.all([announce(START + 5), announce(START + 5), announce(START + 5)]);
    expect((await announced()).map(([type]) => type)).toEqual([
      "referral.created",
      "partner.accrued",
    ]);
  });

  test("of a partner from before the first run begins with what happens after it", async () => {
    await watch(["referral.created", "partner.accrued"]);
    const referralId = await makeReferral(db, partner, "old-wallet", START);
    await db.insert(partnerAccounts).values({ account: "old-wallet", referralId, boundAt: START });
    await book(db, [fee("old-wallet", 100, START + 1)], START + 2);
    const now = START + 2 * HOUR_MS;
    await announce(now);
    expect(await announced()).toEqual([]);
    await book(db, [fee("old-wallet", 200, now)], now);
    await announce(now + 1);
    expect((await announced()).map(([, data]) => (data as PartnerAccruedEvent).fees)).toEqual([
      "2",
    ]);
  });
});

describe("a postback", () => {
  test("is called with the values of its macros, and nothing else is sent", async () => {
    await set();
    const wallet = await signUp(`${partner.code}?sub=a b/c`);
    await book(db, [fee(wallet, 1_000, START + 1)], START + 2);
    await announce(START + 3);
    await send(START + 4);
    const { calls } = await read();
    const called = calls.map(({ url }) => url?.slice(`https://${HOST}`.length));
    expect(new Set(paths())).toEqual(new Set(called));
    expect(host.requests).toHaveLength(2);
    const [accrued, created] = calls.toSorted((a, b) => a.event.localeCompare(b.event));
    expect(accrued?.url).toMatch(
      /\?e=partner\.accrued&r=ref_[0-9a-f]{24}&l=news-\d+&s=a%20b%2Fc&a=1&x=1$/,
    );
    expect(created?.url).toMatch(
      /\?e=referral\.created&r=ref_[0-9a-f]{24}&l=news-\d+&s=a%20b%2Fc&a=&x=1$/,
    );
    expect(calls.map(({ state, status, attempts }) => [state, status, attempts])).toEqual([
      ["delivered", 204, 1],
      ["delivered", 204, 1],
    ]);
    await send(START + HOUR_MS);
    expect(host.requests).toHaveLength(2);
  });

  test("that fails is called five times, with longer and longer waits", async () => {
    await set();
    await signUp(partner.code);
    await announce(START);
    host.answerWith((_request, response) => response.writeHead(500).end());
    let now = START;
    for (const wait of WAITS_MS) {
      expect(await send(now)).toBe(1);
      expect(await send(now + wait - 1)).toBe(0);
      now += wait;
    }
    expect(await send(now)).toBe(1);
    expect((await read()).calls).toMatchObject([
      { state: "dead", attempts: 5, status: 500, failure: "status", next_attempt_at: null },
    ]);
    expect(await send(now + 24 * HOUR_MS)).toBe(0);
  });

  test.each([
    [
      "that redirects",
      (): [number, Record<string, string>] => [302, { location: "https://x.example/" }],
      "status",
    ],
  ] as const)("%s is not followed", async (_, answer, failure) => {
    await set();
    await signUp(partner.code);
    await announce(START);
    host.answerWith((_request, response) => response.writeHead(...answer()).end());
    await send(START);
    expect((await read()).calls).toMatchObject([{ status: 302, failure, state: "pending" }]);
    expect(host.lookups.at(-1)).toBe(HOST);
  });

  test("whose name leads inside is not connected to", async () => {
    await set();
    await signUp(partner.code);
    await announce(START);
    host.answers = [["10.0.0.1"]];
    await send(START);
    host.answers = [["127.0.1.1"]];
    expect(host.requests).toEqual([]);
    expect((await read()).calls).toMatchObject([
      { failure: "target_refused", url: expect.any(String) },
    ]);
  });

  test("is paused after ten calls that failed, keeps what waits, and is resumed by setting it", async () => {
    await set();
    await announce(START);
    const dead = Array.from({ length: DEAD_TO_PAUSE }, (_, place) => ({
      id: newId("pbk"),
      partnerId: partner.id,
      event: "referral.created" as const,
      subject: String(place),
      macros: {},
      state: "pending" as const,
      attempts: WAITS_MS.length,
      dueAt: START,
      createdAt: START,
    }));
    await db.insert(partnerPostbackCalls).values(dead);
    host.answerWith((_request, response) => response.writeHead(500).end());
    while ((await send(START)) > 0);
    expect((await read()).postback?.paused_at).toBe(new Date(START).toISOString());
    await signUp(partner.code);
    await announce(START + 1);
    expect(await send(START + 2)).toBe(0);
    expect((await set()).postback?.paused_at).toBeNull();
  });

  test("takes at most four calls of one partner at a time, so that others get theirs", async () => {
    await set();
    for (let count = 0; count < 6; count += 1) await signUp(partner.code);
    const other = await makePartner(db, `other-${++names}`, START);
    await set(ADDRESS, {}, other);
    await signUp(other.code);
    await announce(START);
    expect(await send(START)).toBe(5);
    expect(await send(START)).toBe(2);
  });

  test("that a process left under way is called again after its lease", async () => {
    await set();
    await signUp(partner.code);
    await announce(START);
    await db
      .update(partnerPostbackCalls)
      .set({ attempts: 1, dueAt: START + 30_000 })
      .where(eq(partnerPostbackCalls.partnerId, partner.id));
    expect(await send(START + 29_999)).toBe(0);
    expect(await send(START + 30_000)).toBe(1);
    expect((await read()).calls).toMatchObject([{ attempts: 2, state: "delivered" }]);
  });

  test("gets only the events that it wants", async () => {
    await set(ADDRESS, { events: ["payout.paid"] });
    const wallet = await signUp(partner.code);
    await book(db, [fee(wallet, 10_000, START + 1)], START + 2);
    await pay(2_000_000n, START + 3);
    await announce(START + 4);
    await send(START + 5);
    expect(paths()).toEqual(["/p?e=payout.paid&r=&l=&s=&a=2&x=1"]);
  });

  test.each([
    ["http://track.example/p", "WEBHOOK_TARGET_REFUSED"],
    ["https://10.0.0.1/p", "WEBHOOK_TARGET_REFUSED"],
    ["https://localhost/p", "WEBHOOK_TARGET_REFUSED"],
    ["https://{sub}.example/p", "INVALID_FIELD"],
    ["https://user:{sub}@track.example/p", "INVALID_FIELD"],
    ["https://track.example/p?s={subid}", "INVALID_FIELD"],
    ["https://track.example/p#{sub}", "INVALID_FIELD"],
    ["track.example/p", "INVALID_FIELD"],
  ])("%s is refused (%s)", async (url, code) => {
    await expect(set(url)).rejects.toMatchObject({ code });
    expect((await read()).postback).toBeNull();
  });

  test("a test call has sample values, says so, and is in the log", async () => {
    await expect(
      testPostback({ ctx: ctx(partner), input: { body: { event: "payout.paid" } } }, host.network),
    ).rejects.toMatchObject({ code: "POSTBACK_NOT_SET" });
    await set(`https://${HOST}/p?e={event}&a={amount}&c={currency}&t={test}`);
    const { calls } = await testPostback(
      { ctx: ctx(partner), input: { body: { event: "payout.paid" } } },
      host.network,
    );
    expect(paths()).toEqual(["/p?e=payout.paid&a=805.231236&c=USDC&t=1"]);
    expect(calls).toMatchObject([{ test: true, state: "delivered", status: 204, attempts: 1 }]);
  });

  test("that is removed is not called, and neither is that of a deleted account", async () => {
    await set();
    await signUp(partner.code);
    await announce(START);
    await removePostback({ ctx: { actor: partner.actor, client, now: START } });
    expect(await send(START + MINUTE_MS)).toBe(0);
    expect(await read()).toEqual({ postback: null, calls: [] });
    await set();
    await signUp(partner.code);
    await announce(START + 1);
    await deleteAccount({ ctx: { actor: partner.actor, now: START } }, [partnerRows]);
    expect(await send(START + MINUTE_MS)).toBe(0);
    const of = and(eq(partnerPostbacks.partnerId, partner.id));
    expect(await db.select().from(partnerPostbacks).where(of)).toEqual([]);
  });
});
