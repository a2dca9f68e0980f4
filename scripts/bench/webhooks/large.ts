/** Claims and pages among very many webhooks and deliveries. */
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { claim } from "#lib/webhooks/engine/claim-deliveries.ts";
import { addOwner } from "#lib/webhooks/engine/engine.testing.ts";
import { DeliveriesQuery, listDeliveries } from "#lib/webhooks/manage/read-deliveries.ts";
import { listWebhooks } from "#lib/webhooks/manage/webhooks.ts";
import { amount } from "#scripts/bench/shared/options.ts";
import { count, percentile, print, row } from "#scripts/bench/shared/report.ts";
import { type Bench, clear, DATA } from "./deliveries.ts";
import { against } from "./goal.ts";

const FEW = 10;
const MANY = amount(10_000, 40);
const WEBHOOKS_OF_ONE = 20;
const ROWS_OF_ONE = amount(100_000, 500);
const ROUNDS = amount(200, 2);
/** Webhooks with work in a round, and how much each has. */
const DUE = 10;
const DUE_OF_ONE = 8;
const GOAL_RATIO = 2;
const GOAL_READ_MS = 50;

export async function measureLarge({ db }: Bench, rows: number): Promise<void> {
  print(`\n${count(MANY)} webhooks with ${count(rows)} deliveries, next to ${FEW} with none`);
  const few = await addOwner(db);
  await fill(db, few, { webhooks: FEW, rows: 0 });
  const alone = await claimTimes(db);
  await clear(db);
  const owner = await addOwner(db);
  await fill(db, owner, { webhooks: WEBHOOKS_OF_ONE, rows: ROWS_OF_ONE, busy: 1 });
  const others = await addOwner(db);
  await fill(db, others, { webhooks: MANY - WEBHOOKS_OF_ONE, rows: rows - ROWS_OF_ONE });
  await db.execute(sql`analyze`);
  const among = await claimTimes(db);
  const [a, b] = [alone, among].map((times) => percentile(times, 0.5));
  const ratio = (b ?? 0) / (a ?? 1);
  against(
    { most: GOAL_RATIO },
    `claim of ${DUE * DUE_OF_ONE}, p50 ms, ratio`,
    ratio,
    (a ?? 0).toFixed(1),
    (b ?? 0).toFixed(1),
  );
  row("  p95 ms", percentile(alone, 0.95).toFixed(1), percentile(among, 0.95).toFixed(1));
  await measurePages(db, owner);
  await clear(db);
}

/** `busy`: how many of the webhooks have the deliveries, all if it is absent. */
type Size = { webhooks: number; rows: number; busy?: number };

async function fill(
  db: Database,
  userId: string,
  { webhooks, rows, busy = webhooks }: Size,
): Promise<void> {
  await db.execute(sql`
    insert into webhooks (id, user_id, url, events, filter, status, max_per_second, created_at)
    select ${userId}::text || '_' || n, ${userId}, 'https://hooks.example/', '["agentic.intent"]', '{}', 'active', 500, 0
    from generate_series(0, ${webhooks - 1}::integer) n`);
  await db.execute(sql`
    insert into webhook_lanes (webhook_id, is_open, due_at, tokens, filled_at)
    select id, true, null, 500, 0 from webhooks where user_id = ${userId}`);
  const step = 50_000;
  for (let from = 0; from < rows; from += step) {
    await db.execute(sql`
      insert into webhook_deliveries
        (id, webhook_id, type, dedup_key, event_at, data, is_live, state, attempt, created_at, ended_at)
      select 'old_' || ${userId}::text || n,
        ${userId}::text || '_' || n % ${busy}::integer,
        'agentic.intent', encode(sha256((${userId}::text || n)::bytea), 'hex'), n, ${JSON.stringify(DATA)}, true, 'delivered', 1, n, n
      from generate_series(${from}::integer, ${Math.min(from + step, rows) - 1}::integer) n`);
  }
}

/** Each round some webhooks have work, which is claimed and counts as delivered then. */
async function claimTimes(db: Database): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = Date.now();
    await db.execute(sql`
      with chosen as (select id from webhooks order by md5(id || ${round}::text) limit ${DUE}), due as (
        insert into webhook_deliveries
          (id, webhook_id, type, dedup_key, event_at, data, is_live, state, attempt, due_at, created_at)
        select 'new_' || ${round}::text || '_' || id || n, id, 'agentic.intent',
          encode(sha256((${round}::text || id || n)::bytea), 'hex'), ${now}::bigint, ${JSON.stringify(DATA)},
          true, 'pending', 0, ${now}::bigint, ${now}::bigint
        from chosen, generate_series(1, ${DUE_OF_ONE}::integer) n)
      update webhook_lanes set due_at = ${now}::bigint, is_tried = true where webhook_id in (select id from chosen)`);
    const started = performance.now();
    const claimed = await claim(db, { now, most: 256, mostSlow: 128 });
    times.push(performance.now() - started);
    if (claimed.length !== DUE * DUE_OF_ONE) throw new Error(`A claim took ${claimed.length}.`);
    await db.execute(sql`
      update webhook_deliveries set state = 'delivered', due_at = null, lease_until = null where state = 'sending'`);
    await db.execute(
      sql`update webhook_lanes set due_at = null, tokens = 500 where due_at is not null`,
    );
  }
  return times;
}

async function measurePages(db: Database, userId: string): Promise<void> {
  const actor = {
    kind: "session",
    userId,
    sessionId: "",
    account: undefined,
    provedAt: 0,
  } as const;
  const at = () => ({ actor, client: { address: "", agent: "" }, now: Date.now(), quotas: [] });
  const query = DeliveriesQuery.parse({});
  const params = { id: `${userId}_0` };
  const reads = {
    [`list of ${WEBHOOKS_OF_ONE} webhooks`]: () => listWebhooks({ ctx: at() }),
    [`deliveries of one with ${count(ROWS_OF_ONE)}`]: () =>
      listDeliveries({ ctx: at(), input: { params, query } }),
    "  of those that died": () =>
      listDeliveries({ ctx: at(), input: { params, query: { ...query, state: "dead" } } }),
  };
  for (const [name, read] of Object.entries(reads)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      await read();
      times.push(performance.now() - started);
    }
    against(
      { most: GOAL_READ_MS },
      `${name}, p50, p95 ms`,
      percentile(times, 0.95),
      percentile(times, 0.5).toFixed(1),
    );
  }
}
