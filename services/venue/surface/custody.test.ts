/** The custody key credits deposits and reports the outcome of withdrawals, and nothing else. Where there is a custody key, no other key can. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TransferRecord } from "#lib/protocol/wire/account.ts";
import { ROUTES } from "#services/venue/gateway/routes.ts";
import {
  type Answer,
  CUSTODY_KEY,
  call,
  OPERATOR_KEY,
  PARTNER_KEY,
  READER_KEY,
  startVenue,
  type TestTrader,
  transactionOf,
} from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

const KEYS = { custodyKey: CUSTODY_KEY, partnerKey: PARTNER_KEY, readerKey: READER_KEY };

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture(KEYS);
});
afterAll(() => fixture.close());

const DEPOSITS = "/v1/operator/deposits";
const INSURANCE = "/v1/operator/insurance";
const TX = transactionOf("a deposit");

let counted = 0;
/** A valid deposit with a reference of its own. */
function depositOf(trader: TestTrader) {
  counted += 1;
  return { account: trader.address, amount: "7", reference: `solana:${counted}`, tx_hash: TX };
}

const transferIn = ({ body }: Answer) => body["transfer"] as TransferRecord;

async function reserve(amount = "10"): Promise<string> {
  const answer = await fixture.alice.withdraw(amount, fixture.now());
  expect(answer.status).toBe(201);
  return transferIn(answer).id;
}

const report = (id: string, what: string, body: object) =>
  fixture.venue.custody(`/v1/custody/withdrawals/${id}/${what}`, body);
const sent = (id: string, signature: string, last_valid_block_height = 100) =>
  report(id, "sent", { signature, last_valid_block_height });
const settled = (id: string, tx_hash: string) => report(id, "settled", { tx_hash });
const returned = (id: string, reason = "no token account") => report(id, "returned", { reason });

function withKey(key: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return call(`${fixture.venue.url}${path}`, { headers, ...init });
}

describe("a deposit", () => {
  test("takes the custody key, once per reference, and shows its transaction", async () => {
    const { venue, bob } = fixture;
    const deposit = depositOf(bob);
    const first = await venue.custody(DEPOSITS, deposit);
    const again = await venue.custody(DEPOSITS, deposit);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(transferIn(first)).toMatchObject({
      kind: "DEPOSIT",
      status: "SETTLED",
      amount: "7",
      tx_hash: TX,
      source: "custody",
    });
    const other = await venue.custody(DEPOSITS, { ...deposit, tx_hash: transactionOf("other") });
    expect(refusalOf(other)).toEqual([409, "DUPLICATED_REFERENCE"]);
  });

  test("of the insurance fund too", async () => {
    const fund = { amount: "3", reference: "fund 1", tx_hash: TX };
    const answer = await fixture.venue.custody(INSURANCE, fund);
    expect([answer.status, transferIn(answer)]).toMatchObject([
      201,
      { account: "insurance", tx_hash: TX, source: "custody" },
    ]);
  });

  test.each<[string, object, string]>([
    ["without a transaction", { tx_hash: undefined }, "MISSING_FIELD"],
    ["with null for a transaction", { tx_hash: null }, "MISSING_FIELD"],
    ["with a transaction that is none", { tx_hash: "abc" }, "INVALID_FIELD"],
    ["with a key for a transaction", { tx_hash: "1".repeat(32) }, "INVALID_FIELD"],
    ["with a transaction of 63 bytes", { tx_hash: "1".repeat(63) }, "INVALID_FIELD"],
    ["of seven decimals", { amount: "0.0000001" }, "INVALID_DECIMAL"],
    ["of nothing", { amount: "0" }, "INVALID_DECIMAL"],
    ["with an unknown field", { memo: "x" }, "UNKNOWN_FIELD"],
  ])("%s is refused", async (_, change, code) => {
    const { venue, bob } = fixture;
    const { seq } = venue.venue.state;
    const answer = await venue.custody(DEPOSITS, { ...depositOf(bob), ...change });
    expect(refusalOf(answer)).toEqual([400, code]);
    expect(venue.venue.state.seq).toBe(seq);
  });

  test.each<[string, () => string]>([
    ["the operator key", () => OPERATOR_KEY],
    ["the partner key", () => PARTNER_KEY],
    ["the reader key", () => READER_KEY],
    ["the key of an account", () => fixture.alice.key],
    ["another custody key", () => `custody_${"0e".repeat(32)}`],
  ])("%s cannot credit where there is custody", async (_, key) => {
    const { bob, venue } = fixture;
    const { deposits } = venue.venue.state;
    const fund = { amount: "1", reference: "x", tx_hash: TX };
    expect(refusalOf(await withKey(key(), DEPOSITS, depositOf(bob)))).toEqual([
      403,
      "CUSTODY_ONLY",
    ]);
    expect(refusalOf(await withKey(key(), INSURANCE, fund))).toEqual([403, "CUSTODY_ONLY"]);
    expect(venue.venue.state.deposits).toBe(deposits);
  });

  test("without custody takes the operator key alone, with a transaction or without", async () => {
    const without = await openVenueFixture();
    const { tx_hash, ...bare } = depositOf(without.bob);
    expect(transferIn(await without.venue.operator(DEPOSITS, bare))).toMatchObject({
      tx_hash: null,
      source: "operator",
    });
    const named = { ...bare, reference: "named", tx_hash };
    expect(transferIn(await without.venue.operator(DEPOSITS, named)).tx_hash).toBe(TX);
    const wrong = { ...bare, reference: "wrong", tx_hash: "abc" };
    expect(refusalOf(await without.venue.operator(DEPOSITS, wrong))).toEqual([
      400,
      "INVALID_FIELD",
    ]);
    const custody = await without.venue.custody(DEPOSITS, { ...named, reference: "custody" });
    expect(refusalOf(custody)).toEqual([403, "OPERATOR_ONLY"]);
    await without.close();
  });
});

describe("a report", () => {
  test("moves a withdrawal on, and the same again answers the same", async () => {
    const { reserved, withdrawn } = fixture.venue.venue.state;
    const id = await reserve();
    const steps = [
      () => sent(id, transactionOf("p1"), 10),
      () => sent(id, transactionOf("p2"), 20),
      () => settled(id, transactionOf("p2")),
    ];
    for (const step of steps) {
      const [first, again] = [await step(), await step()];
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body).toEqual(first.body);
    }
    expect((await fixture.venue.custody(`/v1/custody/withdrawals/${id}`)).body).toMatchObject({
      status: "SETTLED",
      tx_hash: transactionOf("p2"),
      attempts: [
        { signature: transactionOf("p1"), last_valid_block_height: 10 },
        { signature: transactionOf("p2"), last_valid_block_height: 20 },
      ],
    });
    const state = fixture.venue.venue.state;
    expect([state.reserved - reserved, state.withdrawn - withdrawn]).toEqual([0n, 10_000_000_000n]);
  });

  test("returns what was not sent", async () => {
    const id = await reserve();
    const [first, again] = [await returned(id), await returned(id)];
    expect([first.status, again.status, transferIn(again).status]).toEqual([200, 200, "RETURNED"]);
  });

  test.each<[string, (id: string) => Promise<Answer>[], (id: string) => Promise<Answer>, string]>([
    ["settles what was not sent", () => [], (id) => settled(id, TX), "WITHDRAWAL_STATE"],
    ["returns what was sent", (id) => [sent(id, TX)], (id) => returned(id), "WITHDRAWAL_STATE"],
    ["sends what was returned", (id) => [returned(id)], (id) => sent(id, TX), "WITHDRAWAL_STATE"],
    [
      "returns for another reason",
      (id) => [returned(id)],
      (id) => returned(id, "another"),
      "WITHDRAWAL_STATE",
    ],
    [
      "settles with a transaction that was not sent",
      (id) => [sent(id, TX)],
      (id) => settled(id, transactionOf("other")),
      "WITHDRAWAL_ATTEMPT_DIFFERS",
    ],
    [
      "sends the same with another block height",
      (id) => [sent(id, TX, 1)],
      (id) => sent(id, TX, 2),
      "WITHDRAWAL_ATTEMPT_DIFFERS",
    ],
  ])("that %s is a 409", async (_, before, wrong, code) => {
    const id = await reserve();
    for (const answer of before(id)) expect((await answer).status).toBe(200);
    const { body } = await fixture.venue.custody(`/v1/custody/withdrawals/${id}`);
    expect(refusalOf(await wrong(id))).toEqual([409, code]);
    expect((await fixture.venue.custody(`/v1/custody/withdrawals/${id}`)).body).toEqual(body);
  });

  test("of a withdrawal that does not exist is a 404", async () => {
    for (const answer of [
      await sent("wdr_none", TX),
      await settled("wdr_none", TX),
      await returned("wdr_none"),
      await fixture.venue.custody("/v1/custody/withdrawals/wdr_none"),
    ]) {
      expect(refusalOf(answer)).toEqual([404, "WITHDRAWAL_NOT_FOUND"]);
    }
  });

  test.each<[string, string, object, string]>([
    ["sent", "no signature", { last_valid_block_height: 1 }, "MISSING_FIELD"],
    ["sent", "no height", { signature: TX }, "MISSING_FIELD"],
    [
      "sent",
      "a text for a height",
      { signature: TX, last_valid_block_height: "1" },
      "INVALID_FIELD",
    ],
    ["sent", "a negative height", { signature: TX, last_valid_block_height: -1 }, "INVALID_FIELD"],
    [
      "sent",
      "no base58",
      { signature: "0".repeat(88), last_valid_block_height: 1 },
      "INVALID_FIELD",
    ],
    ["settled", "a short hash", { tx_hash: TX.slice(4) }, "INVALID_FIELD"],
    ["settled", "a destination", { tx_hash: TX, to: "x" }, "UNKNOWN_FIELD"],
    ["returned", "no reason", {}, "MISSING_FIELD"],
    ["returned", "an empty reason", { reason: "" }, "INVALID_FIELD"],
    ["returned", "201 characters", { reason: "x".repeat(201) }, "INVALID_FIELD"],
    ["returned", "an amount", { reason: "x", amount: "1" }, "UNKNOWN_FIELD"],
  ])("%s with %s is refused", async (what, _, body, code) => {
    const id = await reserve("1");
    expect(refusalOf(await report(id, what, body))).toEqual([400, code]);
    expect((await returned(id, "x".repeat(200))).status).toBe(200);
  });

  test.each<[string, () => string]>([
    ["the operator key", () => OPERATOR_KEY],
    ["the partner key", () => PARTNER_KEY],
    ["the reader key", () => READER_KEY],
    ["the key of an account", () => fixture.alice.key],
  ])("%s cannot report", async (_, key) => {
    const id = await reserve("1");
    const path = `/v1/custody/withdrawals/${id}`;
    for (const [what, body] of [
      ["sent", { signature: TX, last_valid_block_height: 1 }],
      ["settled", { tx_hash: TX }],
      ["returned", { reason: "x" }],
    ] as const) {
      expect(refusalOf(await withKey(key(), `${path}/${what}`, body))).toEqual([
        403,
        "CUSTODY_ONLY",
      ]);
    }
    expect((await fixture.venue.custody(path)).body["status"]).toBe("RESERVED");
  });
});

describe("the custody key", () => {
  test("opens nothing else: neither accounts nor what is the operator's", async () => {
    const own = new Set(["creditor", "custody", "custodyReader", "public"]);
    const { seq } = fixture.venue.venue.state;
    const others = ROUTES.filter(({ access }) => !own.has(access));
    expect(others.length).toBeGreaterThan(20);
    for (const { method, path } of others) {
      const answer = await call(fixture.venue.url + path.replace(/\{[a-z_]+\}/, "1"), {
        method,
        headers: { authorization: `Bearer ${CUSTODY_KEY}`, "content-type": "application/json" },
        body: method === "GET" ? null : "{}",
      });
      expect([401, 403], `${method} ${path}`).toContain(answer.status);
    }
    expect(fixture.venue.venue.state.seq).toBe(seq);
  });

  test("that is missing or malformed gets an answer with the expected key", async () => {
    const path = "/v1/custody/totals";
    const anonymous = await fixture.get(path);
    expect(refusalOf(anonymous)).toEqual([401, "MISSING_CREDENTIAL"]);
    expect(anonymous.body["message"]).toContain("the custody key or the reader key");
    const basic = await fixture.get(path, { authorization: "Basic x" });
    expect(refusalOf(basic)).toEqual([401, "MALFORMED_CREDENTIAL"]);
  });

  test("is accepted by no venue that has none, and from the operator's addresses only", async () => {
    const without = await startVenue();
    for (const path of ["/v1/custody/totals", "/v1/custody/transfers"]) {
      expect(refusalOf(await without.custody(path))).toEqual([403, "CUSTODY_ONLY"]);
    }
    await without.close();
    const guarded = await startVenue({
      ...KEYS,
      operatorAddresses: ["192.0.2.7"],
      trustedProxies: 1,
    });
    const from = (address: string, key: string) =>
      call(`${guarded.url}/v1/custody/totals`, {
        headers: { authorization: `Bearer ${key}`, "x-forwarded-for": address },
      });
    for (const key of [CUSTODY_KEY, READER_KEY]) {
      expect((await from("192.0.2.7", key)).status).toBe(200);
      expect(refusalOf(await from("192.0.2.8", key))).toEqual([403, "IP_NOT_ALLOWED"]);
    }
    await guarded.close();
  });

  test("is not limited; the reader key, and whoever has none, counts against the address", async () => {
    const venue = await startVenue({ ...KEYS, addressPerMinute: 3 });
    const ask = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await call(`${venue.url}/v1/custody/totals`, { headers })).status;
    };
    for (let count = 0; count < 6; count += 1) expect(await ask(CUSTODY_KEY)).toBe(200);
    expect([await ask(READER_KEY), await ask(OPERATOR_KEY), await ask(READER_KEY)]).toEqual([
      200, 403, 200,
    ]);
    expect([await ask(READER_KEY), await ask(OPERATOR_KEY)]).toEqual([429, 429]);
    await venue.close();
  });

  test("works at every gateway thread", async () => {
    const venue = await startVenue({ ...KEYS, gateways: 2 });
    for (let count = 0; count < 6; count += 1) {
      const headers = { authorization: `Bearer ${CUSTODY_KEY}`, connection: "close" };
      const answer = await call(`${venue.url}/v1/custody/totals`, { headers });
      expect(answer.body).toMatchObject({ liabilities: "0" });
    }
    await venue.close();
  });
});
