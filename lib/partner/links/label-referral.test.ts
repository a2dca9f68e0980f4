/** Aliases and notes are the partner's own, found by search, and end with the account of either. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteAccount } from "#lib/identity/accounts/delete-account.ts";
import { partnerRows } from "#lib/partner/account-rows.ts";
import {
  book,
  countRows,
  fee,
  makePartner,
  makeReferral,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { ReferralsQuery, readReferrals } from "#lib/partner/reads/read-referrals.ts";
import { partnerAccounts, partnerReferrals } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { LabelBody, labelReferral } from "./label-referral.ts";

const NOW = Date.UTC(2026, 0, 1);

let db: Database;
let partner: TestPartner;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  partner = await makePartner(db, "labels", NOW);
});
afterAll(() => db.$client.end());

async function refer(wallet: string, by = partner): Promise<string> {
  const referralId = await makeReferral(db, by, wallet, NOW);
  await db.insert(partnerAccounts).values({ account: wallet, referralId, boundAt: NOW });
  return referralId;
}

const label = (id: string, body: object, { actor } = partner) =>
  labelReferral({
    ctx: { actor, client: { address: "127.0.0.1", agent: "test" }, now: NOW },
    input: { params: { id }, body: LabelBody.parse(body) },
  });

async function found(search: string, more: object = {}) {
  const query = ReferralsQuery.parse({ search, ...more });
  return readReferrals({ ctx: { actor: partner.actor, now: NOW + 10 }, input: { query } });
}

const idsOf = async (search: string) => (await found(search)).results.map(({ id }) => id);

test("a referral has an alias and a note, each changed alone, and none when it is emptied", async () => {
  const id = await refer("AAAA1111wallet2222ZZZZ");
  expect(await label(id, { alias: "  Ada " })).toEqual({ id, alias: "Ada", note: null });
  expect(await label(id, { note: "met in Lisbon" })).toMatchObject({ alias: "Ada" });
  expect((await found("")).results).toMatchObject([{ id, alias: "Ada", note: "met in Lisbon" }]);
  expect(await label(id, { alias: "", note: null })).toEqual({ id, alias: null, note: null });
  expect(await label(id, {})).toEqual({ id, alias: null, note: null });
});

test("a search reads alias, note, id and what is shown of a wallet, in any case, and counts what it finds", async () => {
  const one = await refer("BBBBhiddenpartCCCC");
  const two = await refer("DDDDhiddenpartEEEE");
  await label(one, { alias: "100% Élan", note: "likes perps" });
  expect(await idsOf("100% é")).toEqual([one]);
  expect(await idsOf("LIKES")).toEqual([one]);
  expect(await idsOf(two.slice(0, 14))).toEqual([two]);
  expect(await idsOf("dddd…eeee")).toEqual([two]);
  expect(await found("likes")).toMatchObject({ count: 1, next: null });
  expect(await idsOf("%")).toEqual([one]);
});

test("a search does not tell what is hidden of a wallet", async () => {
  expect(await idsOf("hiddenpart")).toEqual([]);
});

test("pages of a search continue within it", async () => {
  const ids = await Promise.all(
    ["F1F1longwalletF1F1", "F2F2longwalletF2F2"].map((one) => refer(one)),
  );
  for (const id of ids) await label(id, { alias: "a pair" });
  const first = await found("pair", { limit: "1" });
  const second = await found("pair", { limit: "1", cursor: first.next });
  expect([...first.results, ...second.results].map(({ id }) => id).toSorted()).toEqual(
    ids.toSorted(),
  );
  expect(second.next).toBeNull();
});

test("a partner labels no referral of another one, and finds none", async () => {
  const other = await makePartner(db, "other-labels", NOW);
  const theirs = await refer("GGGGwalletHHHH", other);
  await label(theirs, { alias: "secret" }, other);
  await expect(label(theirs, { alias: "mine" })).rejects.toMatchObject({
    code: "REFERRAL_NOT_FOUND",
  });
  expect(await idsOf("secret")).toEqual([]);
});

test.each([{ alias: "x".repeat(41) }, { note: "x".repeat(501) }, { name: "x" }])(
  "the label %j is refused",
  (body) => {
    expect(LabelBody.safeParse(body).success).toBe(false);
  },
);

test("labels leave the ledger as it is", async () => {
  const id = await refer("JJJJwalletKKKK");
  await book(db, [fee("JJJJwalletKKKK", 100, NOW + 1)], NOW + 2);
  const [before, rows] = [await found(id), await countRows(db)];
  await label(id, { alias: "still the same" });
  const { results, ledger_seq, as_of } = await found(id);
  expect({ ledger_seq, as_of, rows: await countRows(db) }).toEqual({
    ledger_seq: before.ledger_seq,
    as_of: before.as_of,
    rows,
  });
  expect(results[0]?.figures).toEqual(before.results[0]?.figures);
});

test("labels end with the account of the person, and with that of the partner", async () => {
  const leaver = await makePartner(db, "leaver", NOW);
  const [gone, retained] = [
    await refer("LLLLwalletMMMM", leaver),
    await refer("NNNNwalletOOOO", leaver),
  ];
  for (const id of [gone, retained]) await label(id, { alias: "known", note: "by name" }, leaver);
  const read = async (id: string) =>
    (await db.select().from(partnerReferrals).where(eq(partnerReferrals.id, id)))[0];
  const userId = (await read(gone))?.userId ?? "";
  const person = { ...leaver.actor, userId, sessionId: `${userId}.external` };
  await deleteAccount({ ctx: { actor: person, now: NOW } }, [partnerRows]);
  expect(await read(gone)).toMatchObject({ alias: null, note: null });
  expect(await read(retained)).toMatchObject({ alias: "known" });
  await deleteAccount({ ctx: { actor: leaver.actor, now: NOW } }, [partnerRows]);
  expect(await read(retained)).toMatchObject({ alias: null, note: null });
});
