/** A ledger with a row that is changed, missing or of another partner is found, with its place. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { book, fee, makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { verifyLedgers } from "./verify-ledgers.ts";

const START = Date.UTC(2026, 0, 1);
let db: Database;
let partnerId: string;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  const partner = await makePartner(db, "chained", START);
  await makeReferral(db, partner, "ann", START);
  for (let index = 1; index <= 5; index += 1)
    await book(db, [fee("ann", 1_000 + index, START + index)], START + index);
  const { rows } = await db.execute(sql`select id from partners`);
  partnerId = String(rows[0]?.["id"]);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

/** The verdict after a change that only the owner of the database can make, and that is undone. */
async function after(change: string): Promise<unknown> {
  let verdict: unknown;
  const undo = new Error("undo");
  const work = db.transaction(async (open) => {
    await open.execute(sql`alter table partner_ledger disable trigger all`);
    await open.execute(sql.raw(change));
    verdict = await verifyLedgers(open).catch((error: unknown) => error);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  return verdict;
}

test("whole chains are counted", async () => {
  expect(await verifyLedgers(db)).toEqual({ partners: 1, rows: 5 });
});

test.each([
  ["a time", "update partner_ledger set occurred_at = occurred_at - 1 where seq = 3", 3],
  ["a hash", "update partner_ledger set hash = repeat('0', 64) where seq = 5", 5],
  ["a missing row", "delete from partner_ledger where seq = 2", 2],
])("%s that does not fit is found", async (_, change, seq) => {
  expect(await after(change)).toMatchObject({
    code: "LEDGER_BROKEN",
    message: `The ledger of partner ${partnerId} is broken at row ${seq}`,
  });
});
