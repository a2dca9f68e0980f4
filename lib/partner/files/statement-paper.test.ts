/** The PDF statement in the language of its reader, with marks between thousands and with the payee. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  book,
  fee,
  makePartner,
  makeReferral,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { changeProfile, ProfileBody, readProfile } from "#lib/partner/profile/profile.ts";
import { rangeOf } from "#lib/partner/reads/range.ts";
import { takeSnapshot } from "#lib/partner/reads/snapshot.ts";
import { spanOf } from "#lib/partner/reads/span.ts";
import { partnerAccounts, partners } from "#lib/partner/schema/partner.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import type { Payee } from "#lib/protocol/wire/partner.ts";
import { statementFacts } from "./_statement-facts.ts";
import { statementPdf } from "./_statement-pdf.ts";
import type { StatementLanguage } from "./_statement-texts.ts";
import { textsIn } from "./files.testing.ts";

const NOW = Date.UTC(2026, 0, 10);
const PAYEE: Payee = {
  name: "Ada Müller e.K.",
  address: ["Straße des 17. Juni 1", "10115 Berlin"],
  tax_id: "DE 123 456 789",
};

let db: Database;
let partner: TestPartner;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  partner = await makePartner(db, "paper", NOW - 5);
  const referralId = await makeReferral(db, partner, "paper-wallet", NOW - 5);
  await db
    .insert(partnerAccounts)
    .values({ account: "paper-wallet", referralId, boundAt: NOW - 5 });
  await book(db, [fee("paper-wallet", 123_456_789, NOW - 1)], NOW);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

async function textsOf(language: StatementLanguage, payee: Payee | null): Promise<string> {
  const { id, code } = partner;
  const snapshot = await takeSnapshot(db, { partnerId: id, query: {}, now: NOW });
  const range = rangeOf({ tz: "UTC" }, snapshot);
  const span = await spanOf(db, snapshot, range);
  const read = { db, partner: { id, code }, snapshot, range, tz: "UTC", span };
  const paper = { language, payee, compress: false };
  return textsIn(await statementPdf(read, await statementFacts(read), paper)).join("\n");
}

test("amounts have all their digits and the marks of the language", async () => {
  const english = await textsOf("en", null);
  expect(english).toContain("1,234,567.89");
  expect(english).toContain("123,456.789");
  const german = await textsOf("de", null);
  expect(german).toContain("1.234.567,89");
  expect(german).toContain("123.456,789");
  expect(german).toContain("Verdienst nach Empfehlung");
  expect(german).not.toMatch(/Earnings|Payouts|Balances|Page \d/);
  expect(await textsOf("ar", null)).toContain("Partner statement");
});

test("the payee is printed line by line, and without one nothing is", async () => {
  const german = await textsOf("de", PAYEE);
  for (const line of ["Ada Müller e.K.", "Straße des 17. Juni 1", "10115 Berlin", "DE 123 456 789"])
    expect(german.split("\n")).toContain(line);
  expect(await textsOf("en", null)).not.toContain("Payee");
});

const change = (payee: unknown) =>
  changeProfile({
    ctx: { actor: partner.actor, client: { address: "127.0.0.1", agent: "test" }, now: NOW },
    input: { body: ProfileBody.parse({ payee }) },
  });

test("a payee is encrypted at rest, read by its partner, and removed", async () => {
  await change(PAYEE);
  const [row] = await db.select().from(partners);
  expect(row?.payee).toMatch(/^[A-Za-z0-9+/=]{60,}$/);
  expect(row?.payee).not.toContain("Ada");
  const { partner: shown } = await readProfile({ ctx: { actor: partner.actor, now: NOW } });
  expect(shown?.payee).toEqual(PAYEE);
  const other = await makePartner(db, "paper-thief", NOW);
  await db.update(partners).set({ payee: row?.payee ?? null });
  const { partner: stolen } = await readProfile({ ctx: { actor: other.actor, now: NOW } });
  expect(stolen?.payee).toBeNull();
  await change(null);
  expect(
    (await readProfile({ ctx: { actor: partner.actor, now: NOW } })).partner?.payee,
  ).toBeNull();
});

test.each([
  [{ ...PAYEE, name: "" }],
  [{ ...PAYEE, name: "two\nlines" }],
  [{ ...PAYEE, address: ["two\nlines"] }],
  [{ ...PAYEE, name: "Ада" }],
  [{ ...PAYEE, address: "abcdefg".split("") }],
  [{ ...PAYEE, tax_id: "x".repeat(51) }],
  [{ ...PAYEE, tax_id: "a\u0000b" }],
  [{ ...PAYEE, more: 1 }],
])("%j is refused", (payee) => {
  expect(ProfileBody.safeParse({ payee }).success).toBe(false);
});
