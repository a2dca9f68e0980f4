/** What an event adds to the transaction of its cause: here a proposed order with its audit row. */

import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { newId } from "#lib/kernel/ids.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { amount } from "#scripts/bench/shared/options.ts";
import { percentile, print, row } from "#scripts/bench/shared/report.ts";
import { type Bench, clear, DATA, ownerOf } from "./deliveries.ts";
import { against } from "./goal.ts";

const ROUNDS = amount(1_000, 5);
const GOAL_RATIO = 1.3;

export async function measureAnnouncing(bench: Bench): Promise<void> {
  print(`\na transaction that proposes an order, ${ROUNDS} times, taking turns`);
  const { userId } = await ownerOf(bench, ["/ok"]);
  const times: { plain: number[]; announced: number[] } = { plain: [], announced: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.plain.push(await timed(() => propose(bench.db, userId, false)));
    times.announced.push(await timed(() => propose(bench.db, userId, true)));
  }
  await clear(bench.db);
  const [plain, announced] = [times.plain, times.announced].map((all) => percentile(all, 0.5));
  const ratio = (announced ?? 0) / (plain ?? 1);
  against(
    { most: GOAL_RATIO },
    "p50 ms without an event, with, ratio",
    ratio,
    (plain ?? 0).toFixed(2),
    (announced ?? 0).toFixed(2),
  );
  row(
    "  p95 ms",
    percentile(times.plain, 0.95).toFixed(2),
    percentile(times.announced, 0.95).toFixed(2),
  );
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function propose(db: Database, userId: string, isAnnounced: boolean): Promise<void> {
  const now = Date.now();
  const id = newId("sto");
  return emitting(db, async (change, _emit, announce) => {
    await lockAccount(change, userId);
    await change.insert(stagedOrders).values({
      id,
      userId,
      account: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
      sourceKind: "mcp_key",
      sourceId: "mk_bench",
      sourceName: "bench",
      order: {
        market: "BTCUSDC",
        side: "BUY",
        size: "0.01",
        price: "60000",
        order_type: "LIMIT",
        time_in_force: "GTC",
        flags: 0,
      },
      snapshot: {},
      createdAt: new Date(now),
      expiresAt: new Date(now + 300_000),
    });
    const actor = { kind: "service" } as const;
    await recordAudit(change, { now, userId, actor, action: "order.staged", target: id });
    if (!isAnnounced) return;
    const event = { userId, subject: id, version: "waiting", now, data: DATA, assets: ["BTC"] };
    await announce({ type: "agentic.intent", ...event });
  });
}
