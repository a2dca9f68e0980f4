import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterEach, expect, test } from "vitest";
import { inTrace, type Span, type SpanStart, setTracer } from "#lib/kernel/log/tracing.ts";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { describeStatement, traceStatements } from "./_traced-pool.ts";
import { postgresPool } from "./client.ts";
import { testDatabase } from "./db.testing.ts";
import { borrowDatabase } from "./lent-databases.testing.ts";

afterEach(() => setTracer(undefined));

test.each([
  ['select "id" from "partner_ledger" where "id" = $1', "SELECT", "partner_ledger"],
  ["insert into \"audit_log\" values ('from secrets')", "INSERT", "audit_log"],
  ['  UPDATE "webhooks" set "name" = $1', "UPDATE", "webhooks"],
  ['with due as (select 1 from "lanes") select * from due', "WITH", "lanes"],
  ["select 'a key from elsewhere'", "SELECT", undefined],
  ["commit", "COMMIT", undefined],
  ["$$", "STATEMENT", undefined],
])("%s is %s of %s", (text, operation, table) => {
  expect(describeStatement(text)).toEqual({ operation, table });
});

/** Records what is started, and how it ends. */
function recordSpans(): { name: string; failure: string | undefined }[] {
  const ended: { name: string; failure: string | undefined }[] = [];
  setTracer({
    current: new AsyncLocalStorage<Span>(),
    start: ({ name }: SpanStart): Span => ({
      traceId: "1".repeat(32),
      traceparent: "",
      isOpen: true,
      set: () => {},
      rename: () => {},
      end: (failure) => void ended.push({ name, failure }),
    }),
  });
  return ended;
}

test("statements of a transaction have spans, a failed one its SQLSTATE, and none its text", async () => {
  const ended = recordSpans();
  const db = await testDatabase();
  ended.length = 0;
  const root = () => ({ name: "root", kind: "server" as const });
  await inTrace(root, async () => {
    await db.transaction((tx) => tx.execute(sql`select ${"hidden"} from audit_log`));
    await db.execute(sql`select * from nowhere`).catch(() => undefined);
  });
  expect(ended).toEqual([
    { name: "BEGIN", failure: undefined },
    { name: "SELECT audit_log", failure: undefined },
    { name: "COMMIT", failure: undefined },
    { name: "SELECT nowhere", failure: "42P01" },
    { name: "root", failure: undefined },
  ]);
  await db.$client.end();
});

test("a statement outside of a request has no span", async () => {
  const ended = recordSpans();
  const db = await testDatabase();
  await db.execute(sql`select 1`);
  await db.$client.end();
  expect(ended).toEqual([]);
});

const server = await probePostgres(process.env);
test.skipIf(server === undefined && !isPostgresPromised(process.env))(
  "a pool of Postgres has one span a statement, also when the statements wait for a connection",
  async () => {
    const ended = recordSpans();
    const own = await borrowDatabase(server);
    const pool = traceStatements(postgresPool({ connectionString: own.url }));
    const db = drizzle({ client: pool });
    const root = () => ({ name: "root", kind: "server" as const });
    await inTrace(root, async () => {
      const many = Array.from({ length: 30 }, () => db.execute(sql`select 1 from pg_class`));
      await Promise.all(many);
      await db.transaction((tx) => tx.execute(sql`select 1 from pg_am`));
      await db.transaction((tx) => tx.execute(sql`select 1 from pg_am`));
    });
    await pool.end();
    await own.drop();
    const count = (name: string) => ended.filter((span) => span.name === name).length;
    expect(["SELECT pg_class", "SELECT pg_am", "BEGIN", "COMMIT", "root"].map(count)).toEqual([
      30, 2, 2, 2, 1,
    ]);
    expect(ended).toHaveLength(37);
  },
);
