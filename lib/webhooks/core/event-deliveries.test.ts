/** Finding the webhooks of each event does not compare each event with each webhook. */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { matching } from "./event-deliveries.ts";

const WEBHOOKS = 10_000;
const OWNERS = 2_000;
const EVENTS = 100;

type Plan = {
  "Actual Rows"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Plan[];
};

const compared = (plan: Plan): number =>
  (plan["Rows Removed by Join Filter"] ?? 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + compared(part), 0);

test("an account's events are compared with that account's webhooks only", async () => {
  const db = await testDatabase();
  await db.execute(sql`insert into users (id, created_at)
    select 'usr_' || n, now() from generate_series(1, ${OWNERS}::integer) n`);
  await db.execute(sql`insert into webhooks
      (id, user_id, url, events, filter, status, max_per_second, created_at)
    select 'whk_' || n, 'usr_' || (1 + n % ${OWNERS}::integer), 'https://hooks.example',
      '["swap.confirmed"]'::jsonb, '{}'::jsonb, 'active', 10, 0
    from generate_series(1, ${WEBHOOKS}::integer) n`);
  await db.execute(sql`insert into webhook_events (type, user_id, dedup_key, created_at, data)
    select 'swap.confirmed', 'usr_' || n, lpad(n::text, 64, '0'), 1, '{}'
    from generate_series(1, ${EVENTS}::integer) n`);
  await db.execute(sql`analyze webhooks, webhook_events`);
  // In the form of the fan-out, which has no index.
  const taken = sql`(select * from webhook_events order by position limit ${EVENTS}::integer)`;
  const { rows } = await db.execute(sql`explain (analyze, format json) ${matching(taken)}`);
  const [explained] = (rows[0]?.["QUERY PLAN"] ?? []) as { Plan: Plan }[];
  const { Plan: plan = {} } = explained ?? {};
  expect(plan["Actual Rows"]).toBe((EVENTS * WEBHOOKS) / OWNERS);
  expect(compared(plan)).toBeLessThan(EVENTS);
  await db.$client.end();
});
