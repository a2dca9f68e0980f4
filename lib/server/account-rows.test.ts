/** A deletion erases the rows of an account in every table there is, and no row of another account. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteAccount } from "#lib/identity/accounts/delete-account.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { askDatabase, fillEveryTable } from "#lib/platform/db/every-table.testing.ts";
import { ACCOUNT_ROWS } from "./account-rows.ts";

const NOW = Date.UTC(2026, 4, 1);

/** Tables whose rows stay with the user's id, and why. */
const KEPT = {
  audit_log: "what was done; address, agent and details are erased",
  partner_referrals: "a referred wallet keeps its discount for life",
  partners: "the ledger of the partner programme refers to it",
};

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  await fillEveryTable(askDatabase(db));
  await db.execute("update users set deleted_at = null");
  await db.execute("update sessions set revoked_at = null, expires_at = '2100-01-01'");
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const read = async (text: string) => (await askDatabase(db)(text)).flat().map(String);
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Every table that names a user, with how many of its rows name this one. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const tables = await read(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id' order by 1",
  );
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [count] = await read(`select count(*) from ${table} where user_id = ${quote(userId)}`);
    counts[table] = Number(count);
  }
  return counts;
}

test("every reference to an account is a user_id", async () => {
  const columns = await read(`select distinct a.attname from pg_constraint x
    join pg_attribute a on a.attrelid = x.conrelid and a.attnum = any(x.conkey)
    where x.contype = 'f' and x.confrelid = 'users'::regclass`);
  expect(columns).toEqual(["user_id"]);
});

test("each table loses the rows of a deleted account, or keeps them for a reason", async () => {
  const [userId = "", , other = ""] = await read("select id from users order by id");
  const [sessionId = ""] = await read(`select id from sessions where user_id = ${quote(userId)}`);
  const [before, others] = [await rowsOf(userId), await rowsOf(other)];
  const empty = Object.keys(before).filter((table) => before[table] === 0);
  expect(empty).toEqual([]);
  const actor = { kind: "session", userId, sessionId, account: undefined, provedAt: NOW } as const;
  await deleteAccount({ ctx: { actor, now: NOW } }, ACCOUNT_ROWS);
  const after = await rowsOf(userId);
  const left = Object.keys(after).filter((table) => after[table] !== 0);
  expect(left).toEqual(Object.keys(KEPT));
  expect(await rowsOf(other)).toEqual(others);
});
