/** How long deliveries to healthy webhooks take beside a hundred receivers that never answer. */
import { sql } from "drizzle-orm";
import { fanOutEvents } from "#lib/webhooks/engine/fan-out.ts";
import { amount } from "#scripts/bench/shared/options.ts";
import { percentile, print, row } from "#scripts/bench/shared/report.ts";
import {
  announceAtRate,
  announceMany,
  type Bench,
  clear,
  ownerOf,
  paths,
  untilDelivered,
  withEngine,
} from "./deliveries.ts";
import { against } from "./goal.ts";

const HEALTHY = 10;
const HANGING = 100;
/** Deliveries that wait at each of them from the beginning. */
const BACKLOG = amount(20, 1);
const EVENTS = { events: amount(300, 4), everyMs: 50 };
const GOAL_RATIO = 2;

export async function measureHanging(bench: Bench): Promise<void> {
  print(
    `\n${HEALTHY} healthy webhooks beside ${HANGING} that hang with ${BACKLOG} deliveries each`,
  );
  await times(bench, 0);
  const alone = await times(bench, 0);
  const beside = await times(bench, HANGING);
  const [a, b] = [alone, beside].map((all) => percentile(all, 0.99));
  row(
    "from commit to answer, p50 ms",
    percentile(alone, 0.5).toFixed(0),
    percentile(beside, 0.5).toFixed(0),
  );
  const ratio = (b ?? 0) / (a ?? 1);
  against(
    { most: GOAL_RATIO },
    "  p99 ms alone, beside, ratio",
    ratio,
    (a ?? 0).toFixed(0),
    (b ?? 0).toFixed(0),
  );
}

async function times(bench: Bench, hanging: number): Promise<number[]> {
  const { db } = bench;
  const { userId } = await ownerOf(bench, paths("ok", HEALTHY));
  const others = await ownerOf(bench, paths("hang", hanging));
  await announceMany(db, others.userId, BACKLOG);
  while ((await fanOutEvents(db, Date.now())) > 0);
  const commits = await withEngine(bench, async () => {
    const commits = await announceAtRate(db, userId, EVENTS);
    await untilDelivered(db, userId, EVENTS.events * HEALTHY);
    return commits;
  });
  const { rows } = await db.execute(sql`
    select (d.data::jsonb->>'n')::integer as n, d.ended_at
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where w.user_id = ${userId} and d.state = 'delivered'`);
  await clear(db);
  return rows.map(({ n, ended_at }) => Number(ended_at) - (commits.get(Number(n)) ?? 0));
}
