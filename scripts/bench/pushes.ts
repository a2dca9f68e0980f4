/**
 * A number of the calendar goes to many accounts: from the vendor's print, as it is stored, to the last notice of the inbox and to the
 * browsers, on PGlite in a worker (the embedded default) and on Postgres, next to the same requests to the push service alone.
 *
 * `npm run bench:pushes -- [pglite|postgres] [accounts] [browsers] [--smoke]`; without an answering Postgres (TEST_DATABASE_URL or the local
 * one), that part is skipped.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import webPush from "web-push";
import { Secret } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { ownDatabase, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { closeDatabase, type Database, openDatabase } from "#lib/platform/db/client.ts";
import { internet } from "#lib/platform/outbound/guarded-request.ts";
import { localTargets } from "#lib/platform/outbound/permitted-targets.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { pushSubscriptions } from "#lib/pushes/schema/pushes.ts";
import { newBrowser } from "#lib/pushes/testing/browser.ts";
import { calendarItem, putItem } from "#lib/pushes/testing/world.ts";
import { PushSender } from "#lib/pushes/web/push-sender.ts";
import { pushConnections, sendWebPush } from "#lib/pushes/web/web-push.ts";
import { PushWriter } from "#lib/pushes/writing/push-writer.ts";
import { figure } from "./shared/options.ts";
import { percentile, print, printCalibration, row } from "./shared/report.ts";

const accounts = figure(0, 10_000, 100);
const browsers = figure(1, 2_000, 20);
const AT_ONCE = 64;
const ROWS_AT_ONCE = 1_000;
/** A number leaves within two seconds of the vendor's print. */
const GOAL_MS = 2_000;
const LOG = { warn: (details: unknown) => print(JSON.stringify(details)) };
const SUBJECT = "mailto:operator@example.com";

/** When each request came, in milliseconds of `performance.now()`. */
const received: number[] = [];
const service = createServer((request, response) => {
  received.push(performance.now());
  request.resume().on("end", () => response.writeHead(201).end());
});
await new Promise<void>((resolve) => {
  service.listen(0, "127.0.0.1", resolve);
});
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const network = { ...internet, targets: localTargets };
const connections = pushConnections();
const terms = { keys: webPush.generateVAPIDKeys(), subject: SUBJECT, network, connections };

async function addPeople(db: Database): Promise<void> {
  const ids = Array.from({ length: accounts }, () => newId("usr"));
  for (let start = 0; start < accounts; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, start + ROWS_AT_ONCE);
    await db.insert(users).values(some.map((id) => ({ id, createdAt: new Date(0) })));
  }
  for (let start = 0; start < browsers; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, Math.min(browsers, start + ROWS_AT_ONCE));
    const rest = { locale: "en", agent: "a browser", createdAt: 0, failures: 0 };
    await db.insert(pushSubscriptions).values(
      some.map((userId) => {
        const id = newId("psub");
        return { id, userId, endpoint: `${origin}/${id}`, ...newBrowser().keys, ...rest };
      }),
    );
  }
}

/** The same requests without a database. @returns milliseconds for all of them */
async function sendAlone(): Promise<number> {
  const { keys } = newBrowser();
  const message = { title: "CPI m/m", body: "0.4%", path: "/calendar", tag: "psh", ttl: 900 };
  const before = performance.now();
  let begun = 0;
  const next = async (): Promise<void> => {
    while (begun < browsers) {
      begun += 1;
      await sendWebPush({ endpoint: `${origin}/alone`, ...keys }, message, terms);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return performance.now() - before;
}

/** Runs again when it was asked to meanwhile, as the process part does. */
function repeated(run: () => Promise<unknown>): { wake: () => void; idle: () => Promise<void> } {
  let [requested, running] = [false, undefined as Promise<void> | undefined];
  const loop = async (): Promise<void> => {
    while (requested) {
      requested = false;
      await run();
    }
    running = undefined;
  };
  const wake = (): void => {
    requested = true;
    running ??= loop();
  };
  return { wake, idle: async () => running };
}

async function measure(name: string, db: Database): Promise<void> {
  await addPeople(db);
  const alone = await sendAlone();
  received.length = 0;
  const now = () => Date.now();
  const sender: PushSender = new PushSender({
    db,
    terms: async () => terms,
    now,
    log: LOG,
    wake: () => sending.wake(),
  });
  const sending = repeated(() => sender.run());
  const writer = new PushWriter({ db, levels: new Map(), now, wake: sending.wake });
  const at = now();
  const number = { status: "released", actual: "0.4", surprise: "0.1", releasedAt: new Date(at) };
  const before = performance.now();
  await putItem(db, calendarItem({ id: "cal_bench", scheduledAt: at, ...number } as never));
  await writer.run(at);
  const written = performance.now() - before;
  while (received.length < browsers) {
    await sending.idle();
    await sender.idle();
  }
  // What became of the last ones is still being written.
  await sender.idle();
  await sending.idle();
  await sender.idle();
  const notices = await db.$count(inboxNotices);
  if (notices !== accounts) throw new Error(`${notices} notices for ${accounts} accounts`);
  const times = received.map((time) => time - before);
  const seconds = (value: number) => `${(value / 1_000).toFixed(2)} s`;
  print();
  row(`${name}, ${accounts} accounts, ${browsers} browsers`, "first", "median", "last");
  row("notices of the inbox", "", "", seconds(written));
  row("browsers", ...[Math.min(...times), percentile(times, 0.5), Math.max(...times)].map(seconds));
  row("the same requests alone", "", "", seconds(alone));
  const inTime = times.filter((time) => time <= GOAL_MS).length;
  print(`within ${GOAL_MS / 1_000} s: ${inTime} of ${browsers} browsers`);
}

async function onPglite(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-bench-pushes-"));
  try {
    await measure("PGlite", await openDatabase({ dataDir, databaseUrl: undefined }));
  } finally {
    await closeDatabase();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<void> {
  const server = await probePostgres(process.env);
  if (server === undefined) return;
  const own = await ownDatabase(server);
  try {
    await measure(
      "Postgres",
      await openDatabase({ dataDir: "", databaseUrl: new Secret(own.url) }),
    );
  } finally {
    await closeDatabase();
    await own.drop();
  }
}

printCalibration();
try {
  if (!process.argv.includes("postgres")) await onPglite();
  if (!process.argv.includes("pglite")) await onPostgres();
} finally {
  connections.close();
  service.close();
  service.closeAllConnections();
}
