/** A statement's rows are those hashed at their booking, and its sums agree with every other read. */

import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appendEntries } from "#lib/partner/ledger/append-rows.ts";
import { chainStart } from "#lib/partner/ledger/hash-chain.ts";
import { LINE_COLUMNS } from "#lib/partner/ledger/ledger-line.ts";
import {
  book,
  fee,
  makePartner,
  makeReferral,
  type TestPartner,
} from "#lib/partner/partner.testing.ts";
import { EarningsQuery, readEarnings } from "#lib/partner/reads/read-earnings.ts";
import { readSummary } from "#lib/partner/reads/read-summary.ts";
import { partnerSettlements } from "#lib/partner/schema/partner.ts";
import { endedPayout, takeBack } from "#lib/partner/testing/entries.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { type EarningBuckets, PartnerStatementFile } from "#lib/protocol/wire/partner.ts";
import { localTime, periodText } from "./_statement-period.ts";
import {
  askStatement,
  type Given,
  linesIn,
  makePast,
  type Past,
  paperTexts,
  statementText,
  verifier,
} from "./files.testing.ts";

const START = Date.UTC(2026, 0, 1);
const NOW = START + 100 * DAY_MS;

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const parse = (text: string): PartnerStatementFile =>
  PartnerStatementFile.parse(JSON.parse(text)) as PartnerStatementFile;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const RANGES: Record<string, string>[] = [
  {},
  { from: "2024-04-01", to: "2024-10-01", tz: "Europe/Berlin" },
  { from: "2024-07-07T07:07:07.777Z" },
  { to: "2024-03-01", tz: "Asia/Kathmandu" },
];

describe("a statement of a random history", () => {
  let past: Past;
  beforeAll(async () => {
    past = await makePast(db, 800, 11);
  });

  const each = async (
    check: (
      who: { actor: TestPartner["actor"]; now: number },
      partner: TestPartner,
    ) => Promise<void>,
  ) => {
    for (const partner of past.partners)
      await check({ actor: partner.actor, now: past.now }, partner);
  };

  test("has in each line of the CSV file the hashed fields and their hash", async () => {
    let rows = 0;
    await each(async (who, { id }) => {
      const [header, ...lines] = linesIn(await statementText(who, { format: "csv" }));
      expect(header).toBe([...LINE_COLUMNS, "hash"].join(","));
      let hash = chainStart(id);
      for (const line of lines) {
        expect(line.split(",")).toHaveLength(22);
        if (/^\d+,(?:opening|closing|signature),/.test(line)) expect(line.slice(-64)).toBe(hash);
        else {
          hash = sha256(`${hash}\n${line.slice(0, -65)}`);
          expect(line.slice(-64)).toBe(hash);
          rows += 1;
        }
      }
      const summary = await readSummary({ ctx: who, input: { query: {} } });
      expect(hash).toBe(summary.head_hash);
      expect(lines.at(-1)).toMatch(new RegExp(`^${summary.ledger_seq},signature,`));
    });
    expect(rows).toBeGreaterThan(300);
  });

  test.each(RANGES)("is the same as JSON and as CSV, and verifies: %o", async (range) => {
    const { verify, linesOf, compare } = await verifier();
    await each(async (who, { id, code }) => {
      const text = await statementText(who, { ...range, format: "json" });
      const statement = parse(text);
      const at = { as_of: statement.as_of, as_of_seq: statement.ledger_seq.toString() };
      const csv = linesIn(await statementText(who, { ...range, ...at, format: "csv" }));
      expect(linesOf(statement)).toEqual(csv);
      const found = await verify(csv, statement.closing.hash);
      compare(statement, found);
      expect(statement.partner).toEqual({ id, code });
      expect(found).toMatchObject({ first: statement.opening.seq + 1, seq: statement.closing.seq });
      expect(found.rows).toBe(statement.entries.length);
      expect(await statementText(who, { ...range, ...at, format: "json" })).toBe(text);
    });
  });

  test("has exactly the rows of its range, and begins where the one before ended", async () => {
    await each(async (who) => {
      const of = async (given: Record<string, string>) =>
        parse(await statementText(who, { ...given, tz: "America/New_York" }));
      const whole = await of({});
      const edges = ["2024-03-10", "2024-06-15", "2024-11-03"];
      const parts = [
        await of({ to: edges[0]! }),
        await of({ from: edges[0]!, to: edges[1]! }),
        await of({ from: edges[1]!, to: edges[2]! }),
        await of({ from: edges[2]! }),
      ];
      expect(parts.flatMap(({ entries }) => entries)).toEqual(whole.entries);
      for (const [index, part] of parts.entries()) {
        const before = parts[index - 1];
        expect(part.opening).toEqual(before?.closing ?? whole.opening);
        for (const { accrued_at: time } of part.entries)
          expect((part.from === null || time >= part.from) && time < part.to).toBe(true);
      }
      expect(parts.at(-1)!.closing).toEqual(whole.closing);
      expect(parts[1]!.from).toBe("2024-03-10T05:00:00.000Z");
    });
  });

  test("adds up to the figures of summary and earnings in the same snapshot", async () => {
    await each(async (who) => {
      for (const range of RANGES) {
        const statement = parse(await statementText(who, range));
        const query = EarningsQuery.parse({ tz: "UTC", ...range, granularity: "month" });
        const { totals } = (await readEarnings({ ctx: who, input: { query } })) as EarningBuckets;
        expect(statement.totals).toMatchObject(totals);
      }
      const summary = await readSummary({ ctx: who, input: { query: {} } });
      const { closing, now } = parse(await statementText(who, {}));
      const { reconciles, ...balances } = summary.balances;
      expect([closing.balances, reconciles]).toEqual([balances, true]);
      expect(now).toEqual({
        level: summary.level,
        share_percent: summary.share_percent,
        referred_fees_30d: summary.referred_fees_30d,
        head_hash: summary.head_hash,
      });
    });
  });
});

describe("a statement", () => {
  let partner: TestPartner;
  let who: { actor: TestPartner["actor"]; now: number };
  let paid: string;
  let back: string;

  beforeAll(async () => {
    partner = await makePartner(db, "on-paper", START);
    who = { actor: partner.actor, now: NOW };
    await makeReferral(db, partner, "ann", START);
    await makeReferral(db, partner, "bob", START);
    const odd = { ...fee("ann", 1, START + DAY_MS), charged: 123_456_789_123_456_789n };
    const fees = [
      odd,
      fee("bob", 30_000, START + 2 * DAY_MS, "copy"),
      fee("bob", 777, START + 3 * DAY_MS, "swap"),
    ];
    await book(db, fees, NOW);
    await takeBack({ db, partner }, 3, START + 4 * DAY_MS);
    paid = await endedPayout(
      { db, partner },
      { amount: 1_234_567n, at: START + 5 * DAY_MS, endedAt: START + 6 * DAY_MS },
    );
    const failed = {
      amount: 5_000_000n,
      at: START + 7 * DAY_MS,
      endedAt: START + 8 * DAY_MS,
      failure: "no account",
    };
    back = await endedPayout({ db, partner }, failed);
  });

  test("of an open settlement shows the amount among its accounts, in transit", async () => {
    const debtor = await makePartner(db, "with-debts", START);
    await makeReferral(db, debtor, "cid", START);
    await book(db, [fee("cid", 1_000, START)], NOW);
    const move = {
      settlementId: "stl_open",
      amount: 50_000_000_000n,
      occurredAt: NOW,
      simulated: true,
    } as const;
    const entries = [{ kind: "settlement", ...move } as const];
    await db.transaction((change) =>
      appendEntries(change, { partnerId: debtor.id, now: NOW, entries }),
    );
    await takeBack({ db, partner: debtor }, 1, NOW);
    const text = await statementText({ actor: debtor.actor, now: NOW }, {});
    const { closing } = parse(text);
    // The fee is reversed while its earning is being paid out, so the partner owes it.
    expect(closing.accounts).toEqual([
      { account: `partner:${debtor.id}:accrued`, side: "debit", amount: "0.5" },
      { account: "settlement:stl_open", side: "credit", amount: "0.5" },
    ]);
    expect(closing.balances).toEqual({
      accrued: "0",
      settled: "0",
      in_transit: "0.5",
      pending: "-0.5",
    });
    const { verify, linesOf, compare } = await verifier();
    const statement = parse(text);
    compare(statement, await verify(linesOf(statement)));
  });

  test.each(["csv", "json", "pdf"])("of a partner without rows is complete: %s", async (format) => {
    const empty = await makePartner(db, `empty-${format}`, NOW);
    const answer = await askStatement({ actor: empty.actor, now: NOW }, { format });
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="svc-partner-empty-${format}-statement-start-20260411T000000Z.${format}"`,
    );
    expect(answer.headers.get("x-ledger-seq")).toBe("0");
    const text = await answer.text();
    const { verify, linesOf } = await verifier();
    if (format === "pdf") expect(text.startsWith("%PDF-1.7")).toBe(true);
    else {
      const lines = format === "csv" ? linesIn(text) : linesOf(parse(text));
      expect(await verify(lines, chainStart(empty.id))).toMatchObject({ rows: 0, seq: 0 });
    }
  });

  test("exists only for a partner, and only of an existing snapshot", async () => {
    await expect(
      statementText({ ...who, now: START - 1 }, { as_of_seq: "99" }),
    ).rejects.toMatchObject({
      code: "INVALID_FIELD",
    });
    const refused = statementText(who, { from: "2026-02-01", to: "2026-01-01" });
    await expect(refused).rejects.toMatchObject({ code: "MALFORMED_QUERY" });
  });

  const pdf = (given: Given, of = partner) => paperTexts(db, { partner: of, now: NOW }, given);

  test("on paper has every figure in full, as text that can be copied", async () => {
    const texts = await pdf({});
    const { totals, closing, now } = parse(await statementText(who, {}));
    const all = texts.join("\n");
    for (const { fees, earned } of [totals, totals.copy, ...totals.by_product])
      expect(texts).toEqual(expect.arrayContaining([fees, earned]));
    expect(totals.fees).toBe("123457089.123456789");
    expect(texts).toEqual(expect.arrayContaining(Object.values(closing.balances)));
    const { accrued, settled, in_transit: transit, pending } = closing.balances;
    expect(all.replaceAll("\n", " ")).toContain(
      `${accrued} = ${settled} + ${transit} + ${pending}`,
    );
    expect(texts).toEqual(
      expect.arrayContaining([paid, back, "confirmed", "failed", "1.234567", "5"]),
    );
    expect(texts).toContain(`signature-of-${paid}`);
    expect(texts).toContain(now.head_hash);
    expect(texts).toContain(now.head_hash.match(/.{8}/g)!.join(" "));
    expect(texts.some((text) => text.startsWith("on-paper") && text.includes(partner.id))).toBe(
      true,
    );
    expect(all).toContain("row 8 of the ledger, 2026-04-11T00:00:00.000Z");
    expect(all).toContain("http://localhost:3000/verify-statement.mjs");
    expect(all).not.toContain("are simulated");
  });

  test("on paper covers its range, in its time zone", async () => {
    const texts = await pdf({ from: "2026-01-03", to: "2026-01-05", tz: "Europe/Berlin" });
    expect(texts).toContain("2026-01-03 to 2026-01-04 (Europe/Berlin)");
    expect(texts).toContain("2 to 3 of the ledger");
    const { totals } = parse(
      await statementText(who, { from: "2026-01-03", to: "2026-01-05", tz: "Europe/Berlin" }),
    );
    expect(totals).toMatchObject({ fees: "307.77", settlements: "0" });
    expect(texts).toEqual(expect.arrayContaining([totals.fees, totals.earned, "None."]));
  });

  test("on paper has the 200 top referrals, sums the others in one line, and labels simulated data", async () => {
    const many = await makePartner(db, "many-referrals", START);
    const accounts = Array.from({ length: 205 }, (_, index) => `of-many-${index}`);
    for (const account of accounts) await makeReferral(db, many, account, START);
    const fees = accounts.map((account, index) => ({
      ...fee(account, 100 + index, START + index),
      simulated: true,
    }));
    await book(db, fees, NOW);
    await db.insert(partnerSettlements).values({
      id: "stl_simulated",
      runId: "run_simulated",
      partnerId: many.id,
      amount: 1n,
      periodEnd: NOW,
      state: "created",
      network: "simulated",
      mint: "mint",
      recipient: "somebody",
      openedSeq: 205,
      createdAt: NOW,
      simulated: true,
    });
    const texts = await pdf({}, many);
    expect(texts.filter((text) => /^ref_[0-9a-f]+$/.test(text))).toHaveLength(200);
    const others = texts.indexOf("All others");
    // The five that paid least: 1.00 to 1.04, at 10 %.
    expect(texts.slice(others, others + 4)).toEqual(["All others", "5.1", "0.51", "5"]);
    expect(texts.join("\n")).toContain("Some rows of this ledger are simulated");
    const pages = texts.filter((text) => /^Page \d+ of \d+$/.test(text));
    expect(pages).toEqual(pages.map((_, index) => `Page ${index + 1} of ${pages.length}`));
    expect(pages.length).toBeGreaterThan(3);
    expect(texts.filter((text) => text === "Referral").length).toBe(pages.length - 1);
  });

  test("on paper is the same file for the same snapshot", async () => {
    const given = { format: "pdf", as_of: new Date(NOW).toISOString(), as_of_seq: "6" };
    const bytes = async (now: number) =>
      Buffer.from(await (await askStatement({ ...who, now }, given)).arrayBuffer());
    expect((await bytes(NOW)).equals(await bytes(NOW + DAY_MS))).toBe(true);
  });
});

test("times on paper have their offset, and no more digits than they need", () => {
  expect(localTime(Date.UTC(2026, 0, 31, 11), "Europe/Berlin")).toBe("2026-01-31 12:00 +01:00");
  expect(localTime(Date.UTC(2026, 6, 1, 0, 0, 5), "UTC")).toBe("2026-07-01 00:00:05 +00:00");
  expect(localTime(Date.UTC(2026, 6, 1, 0, 0, 5, 70), "Asia/Kathmandu")).toBe(
    "2026-07-01 05:45:05.070 +05:45",
  );
  const at = { as_of: "2026-01-31T11:00:00.000Z", tz: "UTC" };
  expect(periodText({ ...at, from: null, to: "2026-01-31T11:00:00.001Z" })).toBe(
    "First row to 2026-01-31 11:00 +00:00",
  );
  expect(
    periodText({ ...at, from: "2026-01-30T12:00:00.000Z", to: "2026-01-31T00:00:00.000Z" }),
  ).toBe("2026-01-30 12:00 +00:00 to before 2026-01-31 00:00 +00:00");
});
