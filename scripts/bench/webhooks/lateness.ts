/** How late attempts begin: the first after its event was committed, the others after their waits (divided by 1,000). */
import { sql } from "drizzle-orm";
import { MAX_ATTEMPTS } from "#lib/protocol/webhook-retry-schedule.ts";
import { waitAfter } from "#lib/webhooks/core/retry-wait.ts";
import { amount } from "#scripts/bench/shared/options.ts";
import { percentile, print } from "#scripts/bench/shared/report.ts";
import {
  announceAtRate,
  type Bench,
  clear,
  ownerOf,
  paths,
  untilDelivered,
  withEngine,
} from "./deliveries.ts";
import { against } from "./goal.ts";

const WEBHOOKS = 20;
const FIRST = { events: amount(100, 2), everyMs: 200 };
const LATER = { events: amount(20, 1), everyMs: 200 };
const DIVISOR = amount(1_000, 20_000);
const GOAL_P50_MS = 15;
const GOAL_P99_MS = 100;

export async function measureLateness(bench: Bench): Promise<void> {
  print(`\nmilliseconds that an attempt begins late, ${WEBHOOKS} webhooks`);
  printLateness("attempt 1 after its commit", await firstAttempts(bench));
  const { late, early } = await laterAttempts(bench);
  printLateness(`attempts 2 to ${MAX_ATTEMPTS} after their waits`, late);
  against({ most: 0 }, "  early", early);
}

function printLateness(name: string, late: readonly number[]): void {
  against({ most: GOAL_P50_MS }, `${name}, p50`, percentile(late, 0.5));
  against({ most: GOAL_P99_MS }, "  p99", percentile(late, 0.99));
}

async function firstAttempts(bench: Bench): Promise<number[]> {
  const { userId } = await ownerOf(bench, paths("ok", WEBHOOKS));
  const commits = await withEngine(bench, async () => {
    const commits = await announceAtRate(bench.db, userId, FIRST);
    await untilDelivered(bench.db, userId, FIRST.events * WEBHOOKS);
    return commits;
  });
  const { rows } = await bench.db.execute(sql`
    select (d.data::jsonb->>'n')::integer as n, a.started_at
    from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id`);
  await clear(bench.db);
  return rows.map(({ n, started_at }) => Number(started_at) - (commits.get(Number(n)) ?? 0));
}

async function laterAttempts(bench: Bench): Promise<{ late: number[]; early: number }> {
  const { userId } = await ownerOf(bench, paths("flaky", WEBHOOKS));
  await withEngine(
    bench,
    async () => {
      await announceAtRate(bench.db, userId, LATER);
      await untilDelivered(bench.db, userId, LATER.events * WEBHOOKS);
    },
    DIVISOR,
  );
  const { rows } = await bench.db.execute(sql`
    select number, started_at, lag(ended_at) over (partition by delivery_id order by number) as ended_before
    from webhook_attempts`);
  await clear(bench.db);
  const late = rows
    .filter(({ number }) => Number(number) > 1)
    .map(({ number, started_at, ended_before }) => {
      const due = Number(ended_before) + waitAfter(Number(number) - 1, { divisor: DIVISOR });
      return Number(started_at) - due;
    });
  return { late, early: late.filter((ms) => ms < 0).length };
}
