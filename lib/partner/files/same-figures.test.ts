/** One snapshot has the same figures in the four endpoints, in the CSV files and on paper; links and aliases change none. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { LabelBody, labelReferral } from "#lib/partner/links/label-referral.ts";
import { createLink, LinkBody } from "#lib/partner/links/links.ts";
import { countRows, type TestPartner } from "#lib/partner/partner.testing.ts";
import { EarningsQuery, readEarnings } from "#lib/partner/reads/read-earnings.ts";
import { ReferralsQuery, readReferrals } from "#lib/partner/reads/read-referrals.ts";
import { readSettlements, SettlementsQuery } from "#lib/partner/reads/read-settlements.ts";
import { readSummary, SummaryQuery } from "#lib/partner/reads/read-summary.ts";
import { countClick } from "#lib/partner/referrals/link-clicks.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { EARNING_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type { EarningBuckets } from "#lib/protocol/wire/partner.ts";
import { exportEarnings } from "./export-earnings.ts";
import { exportReferrals } from "./export-referrals.ts";
import { exportSettlements } from "./export-settlements.ts";
import { makePast, type Past, paperTexts, request, statementText } from "./files.testing.ts";

let db: Database;
let past: Past;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  past = await makePast(db, 600, 23);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

type Table = Record<string, string>[];

/** No cell of these columns has a comma. */
function tableOf(csv: string): Table {
  const [head = "", ...lines] = csv.trimEnd().split("\r\n");
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
}

/** Exact, in 1e-11 USD. */
function sumOf(amounts: readonly (string | undefined)[]): bigint {
  return amounts.reduce((sum, amount) => {
    const units = parseSigned(amount ?? "", EARNING_DECIMALS);
    if (units === undefined) throw new Error(`${amount} is no amount.`);
    return sum + units;
  }, 0n);
}

/** Everything that a partner can read at the snapshot of `at`. */
async function readAll(partner: TestPartner, at: { as_of: string; as_of_seq: string }) {
  const ctx = { actor: partner.actor, now: past.now };
  const file = { ...at, format: "csv" };
  const whole = { ...at, limit: "1000" };
  const month = { ...at, granularity: "month" };
  const textOf = async (answer: Promise<Response>) => (await answer).text();
  return {
    summary: await readSummary({ ctx, input: { query: SummaryQuery.parse(at) } }),
    earnings: (await readEarnings({
      ctx,
      input: { query: EarningsQuery.parse(month) },
    })) as EarningBuckets,
    referrals: await readReferrals({ ctx, input: { query: ReferralsQuery.parse(whole) } }),
    settlements: await readSettlements({ ctx, input: { query: SettlementsQuery.parse(whole) } }),
    feesFile: await textOf(
      exportEarnings({ ctx, input: { query: EarningsQuery.parse(file), request: request() } }),
    ),
    referralsFile: await textOf(
      exportReferrals({ ctx, input: { query: ReferralsQuery.parse(file), request: request() } }),
    ),
    settlementsFile: await textOf(
      exportSettlements({
        ctx,
        input: { query: SettlementsQuery.parse(file), request: request() },
      }),
    ),
    statement: await statementText(ctx, file),
    paper: await paperTexts(db, { partner, now: past.now }, at),
  };
}

/** The newest snapshot of a partner, as parameters. */
async function present({ actor }: TestPartner) {
  const ctx = { actor, now: past.now };
  const { as_of, ledger_seq, head_hash } = await readSummary({ ctx, input: { query: {} } });
  return { at: { as_of, as_of_seq: String(ledger_seq) }, head_hash };
}

test("endpoints, CSV files and paper agree to the last digit at one ledger_seq", async () => {
  let rows = 0;
  for (const partner of past.partners) {
    const { at } = await present(partner);
    const all = await readAll(partner, at);
    const { summary, earnings, referrals, settlements, paper } = all;
    const reads = [summary, earnings, referrals, settlements];
    expect(reads.map(({ ledger_seq }) => ledger_seq)).toEqual(
      reads.map(() => Number(at.as_of_seq)),
    );
    const accrued = sumOf([summary.balances.accrued]);
    const fees = tableOf(all.feesFile);
    rows += fees.length;
    for (const column of ["fee", "earned"] as const) {
      const total = earnings.totals[column === "fee" ? "fees" : "earned"];
      expect(sumOf(fees.map((row) => row[column]))).toBe(sumOf([total]));
    }
    for (const earned of [
      [earnings.totals.earned],
      earnings.results.map((one) => one.earned),
      referrals.results.map(({ total }) => total.earned),
      tableOf(all.referralsFile).map((row) => row["total_earned"]),
      fees.map((row) => row["earned"]),
    ])
      expect(sumOf(earned)).toBe(accrued);
    const { settled, in_transit: transit, pending, reconciles } = summary.balances;
    expect(reconciles).toBe(true);
    expect(sumOf([settled, transit, pending])).toBe(accrued);
    expect(settlements.totals).toEqual({ settled, in_transit: transit });
    const paid = tableOf(all.settlementsFile).filter(({ state }) => state === "confirmed");
    expect(sumOf(paid.map(({ amount }) => amount))).toBe(sumOf([settled]));
    expect(paper).toEqual(
      expect.arrayContaining([
        summary.balances.accrued,
        settled,
        transit,
        pending,
        earnings.totals.fees,
        earnings.totals.earned,
        summary.head_hash,
      ]),
    );
    expect(all.statement.trimEnd().endsWith(summary.head_hash)).toBe(true);
  }
  expect(rows).toBeGreaterThan(200);
});

test("links, clicks and aliases leave ledger, statements and every figure as they are", async () => {
  const [partner] = past.partners;
  if (partner === undefined) throw new Error("There is no partner.");
  const { at, head_hash } = await present(partner);
  const [before, rows] = [await readAll(partner, at), await countRows(db)];
  const client = { address: "192.0.2.7", agent: "Mozilla/5.0" };
  const ctx = { actor: partner.actor, client, now: past.now };
  await createLink({
    ctx,
    input: { body: LinkBody.parse({ name: "Newsletter", code: "same-figures" }) },
  });
  for (const code of [partner.code, "same-figures"]) {
    expect(await countClick({ code, headers: new Headers(), client, now: past.now })).toBeDefined();
  }
  for (const { id } of before.referrals.results) {
    const body = LabelBody.parse({ alias: `known ${id.slice(-4)}`, note: "by name" });
    await labelReferral({ ctx, input: { params: { id }, body } });
  }
  expect(await present(partner)).toEqual({ at, head_hash });
  expect(await countRows(db)).toBe(rows);
  const after = await readAll(partner, at);
  const unnamed = ({ results, ...page }: typeof after.referrals) => ({
    ...page,
    results: results.map((one) => ({ ...one, alias: null, note: null })),
  });
  expect(after.referrals.results[0]).toMatchObject({ note: "by name" });
  expect({ ...after, referrals: unnamed(after.referrals), referralsFile: "" }).toEqual({
    ...before,
    referrals: unnamed(before.referrals),
    referralsFile: "",
  });
});
