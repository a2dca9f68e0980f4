/**
 * From a partner's link to the partner's ledger, with a real venue in between: referred people pay a tenth less there, and each fee is
 * booked once, whatever fails in between and however often it is retried.
 */

import http from "node:http";
import type { AddressInfo } from "node:net";
import { base58 } from "@scure/base";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newWallet, startTime, Visitor, type Wallet } from "#app/api/auth/auth.testing.ts";
import { findPostgres, openReplicas } from "#lib/identity/accounts/accounts.testing.ts";
import { Secret } from "#lib/kernel/env.ts";
import { AnotherFeedError, ingestFees, ShortFeedError } from "#lib/partner/intake/ingest-fees.ts";
import { setDiscounts } from "#lib/partner/referrals/set-discounts.ts";
import { partnerAccounts, partnerFeeds, partnerLedger } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { FEE_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import { createFeeFeed, type FeeFeed } from "#lib/trading/venue-client/fee-feed.ts";
import {
  limit,
  market,
  PARTNER_KEY,
  startVenue,
  TestTrader,
  type TestVenue,
} from "#services/venue/venue.testing.ts";

let venue: TestVenue;
let feed: FeeFeed;
let maker: TestTrader;
let names = 0;

beforeAll(async () => {
  venue = await openVenue();
  feed = feedOf(venue.url);
  maker = await trader(venue, "maker");
});
afterAll(async () => {
  feed.close();
  setHttpRuntime();
  await venue.close();
});
beforeEach(startTime);

async function openVenue(): Promise<TestVenue> {
  const opened = await startVenue({ partnerKey: PARTNER_KEY, clock: "system" });
  await opened.operator("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
  return opened;
}

const feedOf = (url: string) => createFeeFeed({ url, key: new Secret(PARTNER_KEY) });

async function trader(at: TestVenue, name: string): Promise<TestTrader> {
  const made = new TestTrader(at.url, name);
  await made.createKey(at.clock.now());
  const deposit = { account: made.address, amount: "1000000", reference: name };
  expect((await at.operator("/v1/operator/deposits", deposit)).status).toBe(201);
  return made;
}

/** Two orders of one millisecond would be the same signed bytes, and a venue ahead of the app would change the order of fees. */
async function nextMillisecond(clock: TestVenue["clock"]): Promise<number> {
  const before = clock.now();
  while (clock.now() === before) await new Promise(setImmediate);
  return clock.now();
}

/** This many trades of 64 USD; the taker pays 450 ppm of each. */
async function trade(taker: TestTrader, count = 1, at = { venue, maker }): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const marks = { marks: { BTCUSDC: "64000" } };
    await at.venue.operator("/v1/operator/marks", marks);
    const now = await nextMillisecond(at.venue.clock);
    expect((await at.maker.place(limit("SELL", "0.001", "64000"), now)).status).toBe(201);
    const { body } = await taker.place(market("BUY", "0.001"), now);
    expect(body["status"]).toBe("CLOSED");
  }
}

/** The wallet whose key the trader has. */
const walletOf = (of: TestTrader): Wallet => ({
  address: of.address,
  sign: (message) => base58.encode(Buffer.from(of.sign(message), "hex")),
});

async function signedIn(wallet: Wallet = newWallet()): Promise<Visitor> {
  const visitor = new Visitor();
  expect((await visitor.signIn(wallet)).status).toBe(200);
  return visitor;
}

async function partnerWith(code: string): Promise<Visitor> {
  const visitor = await signedIn();
  const { body } = await visitor.post("/api/v1/partner", { code });
  expect(body).toMatchObject({ partner: { code } });
  return visitor;
}

/** Follows the link and signs up with the trader's wallet. */
async function comeBy(code: string, of: TestTrader): Promise<Visitor> {
  const visitor = new Visitor();
  expect((await visitor.get(`/r/${code}`)).status).toBe(200);
  expect(visitor.cookies.get("svc_ref")).toBe(code);
  expect((await visitor.signIn(walletOf(of))).status).toBe(200);
  return visitor;
}

const takeIn = (source: Pick<FeeFeed, "readFees"> = feed, venueUrl = venue.url) =>
  ingestFees({ feed: source, venueUrl, isSimulated: true }, () => Date.now() + 60_000);

/** Newest first, as in the partner's reads. */
async function earningsOf(partner: Visitor) {
  const { status, body } = await partner.get("/api/v1/partner/earnings?limit=1000");
  expect(status).toBe(200);
  return body.results as { fee: string; gross: string; earned: string; referral_id: string }[];
}

describe("a partner's link", () => {
  let db: Database;
  beforeAll(async () => {
    db = await testDatabase();
    setDatabase(db);
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
  });

  test("gives a person who signs up a discount of a tenth at the venue from then on, and the partner a share of the fees", async () => {
    const partner = await partnerWith("ada");
    const person = await trader(venue, "a person");
    await trade(person);
    const visitor = await comeBy("ada", person);
    expect(visitor.cookies.has("svc_ref")).toBe(false);
    // Before the venue has the discount, a fee is full, and counts.
    await trade(person);
    expect(await setDiscounts({ feed, waiting: new Map() }, Date.now())).toMatchObject({ set: 1 });
    await trade(person);
    await takeIn();
    const earnings = await earningsOf(partner);
    expect(earnings).toMatchObject([
      { gross: "0.0288", fee: "0.02592", earned: "0.002592" },
      { gross: "0.0288", fee: "0.0288", earned: "0.00288" },
    ]);
    const { body } = await partner.get("/api/v1/partner/referrals");
    expect(body.results).toMatchObject([
      { id: earnings[0]?.referral_id, discount: "set", figures: { count: 2, fees: "0.05472" } },
    ]);
    expect(JSON.stringify(body)).not.toContain(person.address);
  });

  test("books no zero fee", async () => {
    const partner = await partnerWith("free");
    const person = await trader(venue, "a guest of the venue");
    await comeBy("free", person);
    await trade(person);
    const path = `/v1/operator/accounts/${person.address}/fee-discount`;
    await venue.operator(path, { fee_discount_ppm: 1_000_000 });
    await trade(person);
    await takeIn();
    expect(await earningsOf(partner)).toHaveLength(1);
  });

  test("gives a wallet that is linked later the discount too, and counts it from then on", async () => {
    const partner = await partnerWith("late");
    const [first, second] = [await trader(venue, "first"), await trader(venue, "second")];
    const visitor = await comeBy("late", first);
    await trade(second);
    const proof = await visitor.proof(walletOf(second), "link");
    expect((await visitor.post("/api/v1/identities/wallet", proof)).status).toBe(201);
    await setDiscounts({ feed, waiting: new Map() }, Date.now());
    await trade(second);
    await takeIn();
    expect(await earningsOf(partner)).toMatchObject([{ fee: "0.02592", gross: "0.0288" }]);
  });

  test("counts when it was the last one followed before the sign-up; a later one does not", async () => {
    const [first, last, later] = [
      await partnerWith("first"),
      await partnerWith("last"),
      await partnerWith("later"),
    ];
    const person = await trader(venue, "of two links");
    const visitor = new Visitor();
    await visitor.get("/r/first");
    await visitor.get("/r/last");
    await visitor.get("/r/nobody");
    await visitor.signIn(walletOf(person));
    await comeBy("later", person);
    await trade(person);
    await takeIn();
    const counts = await Promise.all(
      [first, last, later].map(async (one) => (await earningsOf(one)).length),
    );
    expect(counts).toEqual([0, 1, 0]);
  });

  test("does not bind a person who already has an account, nor the partner in person", async () => {
    const partner = await partnerWith("mine");
    const wallet = newWallet();
    const visitor = await signedIn(wallet);
    await visitor.get("/r/mine");
    await visitor.signIn(wallet);
    expect(visitor.cookies.has("svc_ref")).toBe(false);
    await partner.get("/r/mine");
    const { body } = await partner.get("/api/v1/partner/referrals");
    expect(body).toMatchObject({ count: 0, results: [] });
  });

  test("survives a refused sign-in and counts at the next one", async () => {
    await partnerWith("kept");
    const visitor = new Visitor();
    await visitor.get("/r/kept");
    const proof = { ...(await visitor.proof(newWallet())), signature: newWallet().sign("another") };
    expect((await visitor.form("/api/auth/callback/wallet", proof)).status).toBe(401);
    expect(visitor.cookies.get("svc_ref")).toBe("kept");
  });

  test("refers nobody once the partner's account is deleted, and signing up still works", async () => {
    const partner = await partnerWith("gone");
    const visitor = new Visitor();
    await visitor.get("/r/gone");
    expect((await partner.delete("/api/v1/account", { confirm: "delete" })).status).toBe(204);
    const other = new Visitor();
    await other.get("/r/gone");
    expect([...other.cookies.keys()]).toEqual([]);
    const person = await trader(venue, "too late");
    expect((await visitor.signIn(walletOf(person))).status).toBe(200);
    const bound = eq(partnerAccounts.account, person.address);
    expect(await db.select().from(partnerAccounts).where(bound)).toEqual([]);
  });
});

describe("each fee is booked once", () => {
  let db: Database;
  let person: TestTrader;
  let partner: Visitor;
  const cutters: Cutter[] = [];

  beforeEach(async () => {
    db = await testDatabase();
    setDatabase(db);
    partner = await partnerWith("ada");
    person = await trader(venue, `person ${++names}`);
    await comeBy("ada", person);
    await trade(person, 6);
  });
  afterEach(async () => {
    await Promise.all(cutters.splice(0).map(({ close }) => close()));
    setDatabase(undefined);
    await db.$client.end();
  });

  /** Checks that the ledger has the same fees as the venue. */
  async function expectAll(): Promise<void> {
    const charged = (await everyFee()).filter(({ account }) => account === person.address);
    const rows = await db.select().from(partnerLedger).orderBy(asc(partnerLedger.seq));
    expect(rows.map(({ fee }) => fee)).toEqual(
      charged.map((fee) => parseDecimal(fee.charged, FEE_DECIMALS)),
    );
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const [index, { key }] of rows.entries()) {
      expect(key).toContain(`:${charged[index]?.tradeId}:TAKER:`);
    }
    expect(await earningsOf(partner)).toHaveLength(rows.length);
  }

  async function everyFee() {
    return (await feed.readFees(0)).fees;
  }

  const readPosition = async () => (await db.select().from(partnerFeeds))[0]?.afterSeq ?? 0;

  /** The real feed in pages of this size. */
  const inPagesOf = (size: number): Pick<FeeFeed, "readFees"> => ({
    readFees: async (after) => {
      const { fees, next } = await feed.readFees(after);
      const page = fees.slice(0, size);
      return { fees: page, next: fees.length > size ? (page.at(-1)?.seq ?? null) : next };
    },
  });

  test("when the intake runs again, and later fees follow", async () => {
    expect(await takeIn()).toBe(6);
    expect(await takeIn()).toBe(0);
    await trade(person, 2);
    expect(await takeIn()).toBe(2);
    await expectAll();
  });

  test.each([2, 3, 5, 1_000])(
    "when two replicas read the feed at once, in pages of %i",
    async (size) => {
      const booked = await Promise.all([takeIn(inPagesOf(size)), takeIn(inPagesOf(size))]);
      expect(booked[0] + booked[1]).toBe(6);
      await expectAll();
    },
  );

  test("when the process ends between reading a page and writing it", async () => {
    const ends = (after: number): Pick<FeeFeed, "readFees"> => {
      let reads = 0;
      const { readFees } = inPagesOf(2);
      return {
        readFees: async (...args) => {
          const page = await readFees(...args);
          if (++reads > after) throw new Error("the process ended");
          return page;
        },
      };
    };
    await expect(takeIn(ends(0))).rejects.toThrow("ended");
    expect(await readPosition()).toBe(0);
    await expect(takeIn(ends(3))).rejects.toThrow("ended");
    expect(await readPosition()).toBeGreaterThan(0);
    await takeIn();
    await expectAll();
  });

  test("when the process ends between booking a page and storing its position", async () => {
    await db.execute(`
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the process ended'; end $$`);
    await db.execute(
      `create trigger refuse before update on partner_feeds for each row execute function refuse()`,
    );
    await expect(takeIn()).rejects.toThrow("partner_feeds");
    expect(await db.select().from(partnerLedger)).toEqual([]);
    await db.execute(`drop trigger refuse on partner_feeds`);
    expect(await takeIn()).toBe(6);
    await expectAll();
  });

  test("when the answer breaks off in the middle of a page", async () => {
    const cutter = await cutterBefore(venue.url);
    cutters.push(cutter);
    for (const share of [0, 0.3, 0.99]) {
      cutter.share = share;
      await expect(takeIn(cutter.feed)).rejects.toMatchObject({ name: "UpstreamError" });
      expect([await readPosition(), await db.select().from(partnerLedger)]).toEqual([0, []]);
    }
    cutter.share = 1;
    expect(await takeIn(cutter.feed)).toBe(6);
    await expectAll();
  });

  test("when the feed is read from its beginning again", async () => {
    expect(await takeIn()).toBe(6);
    const rows = await db.select().from(partnerLedger);
    await db.delete(partnerFeeds);
    expect(await takeIn(inPagesOf(3))).toBe(0);
    expect(await db.select().from(partnerLedger)).toEqual(rows);
    expect(await readPosition()).toBe((await everyFee()).at(-1)?.seq);
  });

  test("and never from another journal, even one that is further on", async () => {
    expect(await takeIn()).toBe(6);
    const position = await readPosition();
    const rows = await db.select().from(partnerLedger);
    const other = await openVenue();
    const others = feedOf(other.url);
    const at = { venue: other, maker: await trader(other, "maker") };
    const same = await trader(other, "the same person");
    // While the feed is shorter than before, there is nothing to compare and nothing is booked.
    await trade(same, 1, at);
    await expect(takeIn(others)).rejects.toThrow(ShortFeedError);
    await trade(same, Math.ceil(position / 2) + 1, at);
    await expect(takeIn(others)).rejects.toThrow(AnotherFeedError);
    expect(await readPosition()).toBe(position);
    expect(await db.select().from(partnerLedger)).toEqual(rows);
    others.close();
    await other.close();
    // The venue is back.
    await trade(person);
    expect(await takeIn()).toBe(1);
    await expectAll();
  });
});

const { serverUrl, isSkipped } = await findPostgres(process.env);

describe.skipIf(isSkipped)("two replicas on one Postgres", () => {
  test("book each fee once and bind each person once, at the same time", async () => {
    const replicas = await openReplicas(serverUrl);
    replicas.use("first");
    const partner = await partnerWith("ada");
    const people = [await trader(venue, "one of two"), await trader(venue, "two of two")];
    for (const person of people) await comeBy("ada", person);
    for (let round = 0; round < 5; round += 1) {
      for (const person of people) await trade(person, 2);
      const runs = (["first", "second", "first", "second"] as const).map((which) => {
        replicas.use(which);
        return takeIn();
      });
      const booked = await Promise.all(runs);
      expect(booked.reduce((sum, one) => sum + one, 0)).toBe(4);
      // A person signs up while fees of the same partner are booked.
      for (const person of people) await trade(person);
      const newcomer = await trader(venue, `newcomer ${round}`);
      const [more] = await Promise.all([takeIn(), comeBy("ada", newcomer)]);
      expect(more).toBe(2);
      const bound = and(eq(partnerAccounts.account, newcomer.address));
      expect(await replicas.db.select().from(partnerAccounts).where(bound)).toHaveLength(1);
    }
    expect(await earningsOf(partner)).toHaveLength(30);
    await replicas.close();
  });
});

type Cutter = {
  feed: FeeFeed;
  /** Share of each answer that gets through before the connection ends; 1 is all of it. */
  share: number;
  close: () => Promise<void>;
};

/** A proxy in front of the venue that loses the connection in the middle of an answer. */
async function cutterBefore(url: string): Promise<Cutter> {
  const server = http.createServer((request, response) => {
    void (async () => {
      const headers = { authorization: request.headers.authorization ?? "" };
      const body = Buffer.from(await (await fetch(`${url}${request.url}`, { headers })).text());
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": body.length,
      });
      const part = body.subarray(0, Math.floor(body.length * cutter.share));
      if (cutter.share === 1) response.end(body);
      else response.write(part, () => response.destroy());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = feedOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const cutter: Cutter = {
    feed: own,
    share: 1,
    close: async () => {
      own.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return cutter;
}
