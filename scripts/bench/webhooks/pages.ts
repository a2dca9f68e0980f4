/** How long pages of the built app take while it delivers 500 times a second. */
import { ENCRYPTION } from "#lib/webhooks/engine/engine.testing.ts";
import { startApp } from "#scripts/bench/shared/app.ts";
import { start } from "#scripts/bench/shared/child-process.ts";
import { amount } from "#scripts/bench/shared/options.ts";
import { count, print } from "#scripts/bench/shared/report.ts";
import { readPages } from "#scripts/bench/streams/clients.ts";
import { MARKET } from "#scripts/bench/streams/feed.ts";
import type { PagesResult } from "#scripts/bench/streams/messages.ts";
import { announceMany, type Bench, clear, deliveredTo, ownerOf, paths } from "./deliveries.ts";
import { against } from "./goal.ts";

const PAGES = ["/healthz", "/api/perps-dex/markets", `/trade/${MARKET}`];
const PER_SECOND = 8;
const SECONDS = amount(20, 2);
const WEBHOOKS = amount(100, 5);
const EVENTS_A_SECOND = 5;
const GOAL_RATIO = 1.5;

export async function measurePages(bench: Bench, root: string): Promise<void> {
  const venue = await start("scripts/bench/streams/venue-process.ts");
  const app = await startApp(root, {
    VENUE_URL: `http://127.0.0.1:${venue.port}`,
    DATABASE_URL: bench.databaseUrl ?? "",
    ENCRYPTION_SECRET: ENCRYPTION.reveal(),
    WEBHOOK_ALLOWED_TARGETS: new URL(bench.receiver).host,
  });
  app.child.stderr?.pipe(process.stderr);
  try {
    await app.ready();
    const pages = { port: app.port, paths: PAGES, perSecond: PER_SECOND };
    await readPages({ ...pages, seconds: amount(10, 1) });
    const idle = await readPages({ ...pages, seconds: SECONDS });
    const { userId } = await ownerOf(bench, paths("ok", WEBHOOKS));
    const announcing = setInterval(
      () => void announceMany(bench.db, userId, EVENTS_A_SECOND),
      1_000,
    );
    const busy = await readPages({ ...pages, seconds: SECONDS });
    clearInterval(announcing);
    const delivered = await deliveredTo(bench.db, userId);
    print(`\npages of the app, alone and beside ${count(delivered / SECONDS)} deliveries a second`);
    printPages(idle, busy);
  } finally {
    await app.stop();
    await venue.stop();
    await clear(bench.db);
  }
}

function printPages(idle: PagesResult, busy: PagesResult): void {
  for (const [path, { p99, statuses }] of Object.entries(busy)) {
    const before = idle[path]?.p99 ?? Number.NaN;
    const figures = [before, p99].map((ms) => ms.toFixed(1));
    against({ most: GOAL_RATIO }, `${path}, p99 ms, ratio`, p99 / before, ...figures);
    if (Object.keys(statuses).join() !== "200") print(`  answers: ${JSON.stringify(statuses)}`);
  }
}
