/** Webhooks to measure with, events for them, and waiting until their deliveries arrived. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { onAnnounced } from "#lib/platform/events/webhook-outbox.ts";
import { addOwner, addWebhook, makeEngine } from "#lib/webhooks/engine/engine.testing.ts";

/** What all measurements take. */
export type Bench = {
  db: Database;
  /** Address of a Postgres server, which other processes open too. */
  databaseUrl?: string;
  /** The receiver's address. */
  receiver: string;
};

export type Owner = { userId: string; webhooks: string[] };

/** About as large as a proposed order. */
export const DATA = { order: "x".repeat(600) };
const LOOK_EVERY_MS = 20;

/** One account with a webhook for each path of the receiver. */
export async function ownerOf({ db, receiver }: Bench, paths: readonly string[]): Promise<Owner> {
  const userId = await addOwner(db);
  const webhooks: string[] = [];
  for (const path of paths) {
    webhooks.push(await addWebhook(db, { userId, url: `${receiver}${path}` }));
  }
  return { userId, webhooks };
}

export function paths(kind: "ok" | "flaky" | "hang", many: number): string[] {
  return Array.from({ length: many }, (_, index) => `/${kind}/${index}`);
}

let announced = 0;

/** One event, whose data has its number. @returns the moment before the commit, Unix milliseconds */
export async function announceOne(
  db: Database,
  userId: string,
): Promise<{ n: number; at: number }> {
  announced += 1;
  const n = announced;
  const event = { userId, subject: `bench_${n}`, version: "1", data: { n, ...DATA } };
  return emitting(db, async (_change, _emit, announce) => {
    await announce({ type: "agentic.intent", now: Date.now(), ...event });
    return { n, at: Date.now() };
  });
}

/** Events at a fixed rate. @returns the moments before their commits, by number */
export async function announceAtRate(
  db: Database,
  userId: string,
  { events, everyMs }: { events: number; everyMs: number },
): Promise<Map<number, number>> {
  const commits = new Map<number, number>();
  const started = performance.now();
  for (let event = 0; event < events; event += 1) {
    await sleep(Math.max(0, started + event * everyMs - performance.now()));
    const { n, at } = await announceOne(db, userId);
    commits.set(n, at);
  }
  return commits;
}

/** Events of an owner in one statement, before anything is measured. */
export async function announceMany(db: Database, userId: string, events: number): Promise<void> {
  announced += events;
  await db.execute(sql`
    insert into webhook_events (type, user_id, dedup_key, created_at, data)
    select 'agentic.intent', ${userId}, encode(sha256((${userId}::text || ${announced}::text || '.' || n)::bytea), 'hex'),
      ${Date.now()}::bigint, ${JSON.stringify(DATA)}
    from generate_series(1, ${events}::integer) n`);
}

/** Runs an engine during `work`. `divisor` shortens the waits between attempts. */
export async function withEngine<Result>(
  { db }: Bench,
  work: () => Promise<Result>,
  divisor = 1_000,
): Promise<Result> {
  const engine = makeEngine(db, { divisor });
  onAnnounced(() => engine.wake());
  engine.start();
  try {
    return await work();
  } finally {
    onAnnounced(undefined);
    await engine.stop();
  }
}

export async function deliveredTo(db: Database, userId: string): Promise<number> {
  const { rows } = await db.execute(sql`
    select count(*) as delivered from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where w.user_id = ${userId} and d.state = 'delivered'`);
  return Number(rows[0]?.["delivered"]);
}

/** Waits until that many deliveries of an owner arrived, by look-ups that cost little beside the deliveries. */
export async function untilDelivered(db: Database, userId: string, many: number): Promise<void> {
  for (;;) {
    const { rows } = await db.execute(sql`
      select exists (select from webhook_events where not is_fanned_out and user_id = ${userId})
        or exists (select from webhook_deliveries d join webhooks w on w.id = d.webhook_id
          where w.user_id = ${userId} and d.state <> 'delivered') as waits`);
    if (rows[0]?.["waits"] === false) break;
    await sleep(LOOK_EVERY_MS);
  }
  const delivered = await deliveredTo(db, userId);
  if (delivered !== many) throw new Error(`${delivered} of ${many} deliveries arrived.`);
}

/** Deletes what a measurement left behind. */
export async function clear(db: Database): Promise<void> {
  await db.execute(sql`truncate webhook_attempts, webhook_deliveries, webhook_events,
    webhook_lanes, webhook_secrets, webhooks, staged_orders cascade`);
}
