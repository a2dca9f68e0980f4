/** Writes the usage of keys to the database. */
import "server-only";
import { sql } from "drizzle-orm";
import { machineReads } from "#lib/machines/schema/assistant-controls.ts";
import { botKeys, keyUsage, mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { LastUse, UsageCount, UsageStore, UsedKind } from "./collector.ts";

/** Rows of one statement; at most five parameters each, and Postgres allows 65,535. */
const ROWS = 5_000;
const TABLES = { mcp_key: mcpKeys, bot_key: botKeys, oauth_grant: oauthGrants };

/** Into the database of the process. */
export const usageStore: UsageStore = {
  addCounts: async (counts) => {
    const db = await database();
    // The same order in all replicas, so that statements over the same rows cannot deadlock.
    const sorted = counts.toSorted((one, other) => compare(idOf(one), idOf(other)));
    const parts = slices(sorted);
    // All or none, because failed writes are repeated.
    if (parts.length > 1) await db.transaction((change) => addAll(change, parts));
    else await addAll(db, parts);
  },
  addReads: async (reads) => {
    const db = await database();
    const rows = reads
      .map(({ lastAt, ...read }) => ({ ...read, lastAt: new Date(lastAt) }))
      .toSorted((one, other) => compare(readIdOf(one), readIdOf(other)));
    const parts = slices(rows);
    if (parts.length > 1) {
      await db.transaction(async (change) => {
        for (const part of parts) await addReads(change, part);
      });
    } else await addReads(db, rows);
  },
  moveLastUse: async (kind, uses) => {
    const db = await database();
    const sorted = uses.toSorted((one, other) => compare(one.keyId, other.keyId));
    for (const rows of slices(sorted)) await moveLastUse(db, kind, rows);
  },
};

const FIRST_USE = sql`, first_used_at = coalesce(known.first_used_at, used.at)`;

type Writer = Pick<Database, "insert">;

async function addAll(db: Writer, parts: readonly UsageCount[][]): Promise<void> {
  for (const rows of parts) await addCounts(db, rows);
}

async function addCounts(db: Writer, rows: readonly UsageCount[]): Promise<void> {
  await db
    .insert(keyUsage)
    .values([...rows])
    .onConflictDoUpdate({
      target: [keyUsage.keyId, keyUsage.day, keyUsage.outcome],
      set: { count: sql`${keyUsage.count} + excluded.count` },
    });
}

type ReadRow = typeof machineReads.$inferInsert;

async function addReads(db: Writer, rows: readonly ReadRow[]): Promise<void> {
  await db
    .insert(machineReads)
    .values([...rows])
    .onConflictDoUpdate({
      target: [machineReads.keyId, machineReads.day, machineReads.what],
      set: {
        count: sql`${machineReads.count} + excluded.count`,
        lastAt: sql`greatest(${machineReads.lastAt}, excluded.last_at)`,
      },
    });
}

async function moveLastUse(db: Database, kind: UsedKind, rows: readonly LastUse[]): Promise<void> {
  const table = TABLES[kind];
  // The first use of a grant is stored too, because it need not follow the consent at once.
  const first = kind === "oauth_grant" ? FIRST_USE : sql``;
  const values = sql.join(
    rows.map(
      ({ keyId, at, client }) =>
        sql`(${keyId}::text, ${new Date(at).toISOString()}::timestamptz, ${client.address}::text, ${client.agent}::text)`,
    ),
    sql`, `,
  );
  await db.execute(sql`
    with used (id, at, address, agent) as (values ${values}),
      locked as (
        select id from ${table} where id in (select id from used) order by id for update
      )
    update ${table} as known
      set last_used_at = used.at, last_used_address = used.address, last_used_agent = used.agent${first}
      from used join locked using (id)
      where known.id = used.id and (known.last_used_at is null or known.last_used_at < used.at)`);
}

function slices<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, index) =>
    rows.slice(index * ROWS, (index + 1) * ROWS),
  );
}

function idOf({ keyId, day, outcome }: UsageCount): string {
  return `${keyId} ${day} ${outcome}`;
}

function readIdOf({ keyId, day, what }: ReadRow): string {
  return `${keyId} ${day} ${what}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
