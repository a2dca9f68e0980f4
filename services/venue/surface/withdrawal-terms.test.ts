/** What a withdrawal costs and how often an account may withdraw: the owner signs the fee that the venue asks for, and no other. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { WithdrawFields } from "#lib/protocol/signing/signing.ts";
import { CUSTODY_KEY } from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

const CENT = 10_000_000n;
const A_DAY = 3;
const PAYING = { fee: "0.1", opens_account: false };

let fixture: VenueFixture;
beforeEach(async () => {
  const withdrawals = { fee: 10n * CENT, openingFee: 100n * CENT, aDay: A_DAY };
  fixture = await openVenueFixture({ custodyKey: CUSTODY_KEY, withdrawals });
});
afterEach(() => fixture.close());

const withdraw = (terms: Omit<WithdrawFields, "amount">, amount = "5") =>
  fixture.alice.withdraw(amount, fixture.now(), terms);

test("anybody reads what is asked for", async () => {
  const { status, body } = await fixture.get("/v1/withdrawals/terms");
  expect([status, body]).toEqual([200, { fee: "0.1", opening_fee: "1", a_day: A_DAY }]);
});

test("a withdrawal shows its fee, and its amount leaves the balance whole", async () => {
  const answer = await withdraw({ fee: "0.10", opens_account: false }, "100");
  expect(answer.status).toBe(201);
  expect(answer.body["transfer"]).toMatchObject({ amount: "100", fee: "0.1" });
  const { results } = (await fixture.alice.read("/v1/accounts")).body as { results: object[] };
  expect(results[0]).toMatchObject({ balance: "99900" });
});

test.each([
  ["none", {}, "0.1"],
  ["less", { fee: "0.099999", opens_account: false }, "0.1"],
  ["more", { fee: "0.100001", opens_account: false }, "0.1"],
  ["that of an opening without one", { fee: "1.1", opens_account: false }, "0.1"],
  ["an opening without its price", { fee: "0.1", opens_account: true }, "1.1"],
])("another fee is refused, and the right one is named: %s", async (_, terms, fee) => {
  const answer = await withdraw(terms);
  expect(refusalOf(answer)).toEqual([422, "WITHDRAWAL_FEE"]);
  expect(answer.body["message"]).toContain(`is ${fee} USDC`);
});

test.each([
  [{ fee: "0.1000001", opens_account: false }, "INVALID_FIELD"],
  [{ fee: "-1", opens_account: false }, "INVALID_DECIMAL"],
  [{ opens_account: true }, "MISSING_FIELD"],
  [{ fee: "0.1", opens_account: 1 as unknown as boolean }, "INVALID_FIELD"],
])("a body of another form is refused: %j", async (terms, code) => {
  expect(refusalOf(await withdraw(terms))).toEqual([400, code]);
});

test("the fee and 1 USDC are the least amount", async () => {
  expect(refusalOf(await withdraw(PAYING, "1.099999"))).toEqual([422, "WITHDRAWAL_TOO_SMALL"]);
  expect((await withdraw(PAYING, "1.1")).status).toBe(201);
});

test("a day has so many withdrawals of an account, the same bytes again are none, and a day later there are more", async () => {
  const { alice, bob, now, venue } = fixture;
  const at = now();
  const first = await alice.withdraw("5", at, PAYING);
  for (let count = 1; count < A_DAY; count += 1) expect((await withdraw(PAYING)).status).toBe(201);
  const refused = await withdraw(PAYING);
  expect(refusalOf(refused)).toEqual([422, "WITHDRAWALS_A_DAY"]);
  expect(refused.body["message"]).toContain(new Date(at + DAY_MS).toISOString());
  const again = await alice.withdraw("5", at, PAYING);
  expect(again.body).toMatchObject({ error: "DUPLICATE_REQUEST", data: first.body });
  expect((await bob.withdraw("5", now(), PAYING)).status).toBe(201);
  venue.clock.advance(DAY_MS);
  await venue.tick();
  expect((await withdraw(PAYING)).status).toBe(201);
  expect(refusalOf(await withdraw(PAYING))).toEqual([201, undefined]);
});
