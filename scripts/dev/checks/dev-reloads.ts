/**
 * `npm run check:reloads [-- --reloads 50]`: edits a watched source of a development server again and again, in a copy
 * of the sources, and compares before and after: pollers, streams, and requests to the venue.
 */

import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { TestVenue } from "#lib/trading/market-data/market-data.testing.ts";
import { root } from "#scripts/dev/root.ts";
import { reservePort } from "#scripts/dev/stack/ports.ts";

const { values } = parseArgs({ options: { reloads: { type: "string", default: "50" } } });
const reloads = Number(values.reloads);

/** Everything imports this file: route handlers, pages and, through another loader, the server itself. */
const WATCHED = join("lib", "trading", "market-data", "market-hub.ts");
const PROBE = join("app", "api", "reload-probe");
const MARKET = "BTCUSDC";
/** Memory for what a fresh development server still compiles does not count as growth. */
const WARM_UP = 3;
const READY_MS = 120_000;
const RELOAD_MS = 30_000;
const WINDOW_MS = 8_000;
/** Requests to the venue come from timers and are counted over a window, so the counts may differ by this much. */
const MAX_GROWTH = 1.2;

type Measurement = { pollers: number; streams: number; requestsASecond: number; rssBytes: number };

/** A copy of the sources, with dependencies as hard links because there are many and they are only read. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), "dev-reloads-"));
  const left = new Set([".git", ".next", ".data", ".cache", "node_modules"]);
  for (const name of readdirSync(root)) {
    if (!left.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  linkTree(join(root, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, PROBE), { recursive: true });
  writeFileSync(
    join(copy, PROBE, "route.ts"),
    `import { marketData, REVISION } from "#lib/trading/market-data/market-hub.ts";
export const dynamic = "force-dynamic";
export const GET = async () => Response.json({ revision: REVISION, markets: (await marketData().markets()).length });
`,
  );
  appendFileSync(join(copy, WATCHED), "\nexport const REVISION = 0;\n");
  return copy;
}

function linkTree(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    // Caches are copied, because they are written to.
    if (name === ".cache") continue;
    const source = join(from, name);
    const stat = lstatSync(source);
    if (stat.isDirectory()) linkTree(source, join(to, name));
    else if (stat.isSymbolicLink()) symlinkSync(readlinkSync(source), join(to, name));
    else linkSync(source, join(to, name));
  }
}

function startApp(copy: string, { port, venueUrl }: { port: number; venueUrl: string }) {
  return spawn(process.execPath, ["server.ts"], {
    cwd: copy,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "development",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: join(copy, ".data"),
      DATABASE_URL: "",
      VENUE_URL: venueUrl,
      SESSION_SECRET: "s".repeat(40),
      ENCRYPTION_SECRET: "e".repeat(40),
      LOG_LEVEL: "warn",
    },
  });
}

class Watched {
  readonly #app: string;
  readonly #venue: TestVenue;
  readonly #copy: string;

  constructor(app: string, venue: TestVenue, copy: string) {
    this.#app = app;
    this.#venue = venue;
    this.#copy = copy;
  }

  /** Waits until everything that the check requests has been compiled once. */
  async ready(): Promise<void> {
    for (const path of ["/readyz", "/api/reload-probe", `/trade/${MARKET}`]) {
      await this.#until(READY_MS, async () => (await fetch(`${this.#app}${path}`)).ok);
    }
  }

  /**
   * Changes the source and waits until the server answers with the change; a page and a stream come and go
   * meanwhile.
   */
  async reload(revision: number): Promise<void> {
    const file = join(this.#copy, WATCHED);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/REVISION = \d+/, `REVISION = ${revision}`));
    const stream = this.openStream();
    await this.#until(RELOAD_MS, async () => {
      const answer = await fetch(`${this.#app}/api/reload-probe`);
      return answer.ok && ((await answer.json()) as { revision: number }).revision === revision;
    });
    const page = await fetch(`${this.#app}/trade/${MARKET}`);
    await page.arrayBuffer();
    if (!page.ok) throw new Error(`The page answers ${page.status} after reload ${revision}.`);
    stream.destroy();
  }

  openStream() {
    const request = get(`${this.#app}/api/perps-dex/stream?market=${MARKET}&kline=1s,1m`);
    request.on("response", (response) => response.resume().on("error", () => {}));
    request.on("error", () => {});
    return request;
  }

  async measure(): Promise<Measurement> {
    await sleep(WINDOW_MS);
    const before = this.#venue.requests.length;
    await sleep(WINDOW_MS);
    const requests = this.#venue.requests.length - before;
    const text = await (await fetch(`${this.#app}/metrics`)).text();
    return {
      pollers: sumOf(text, "svc_pollers_running"),
      streams: sumOf(text, "svc_streams_open"),
      requestsASecond: requests / (WINDOW_MS / 1_000),
      rssBytes: sumOf(text, "process_resident_memory_bytes"),
    };
  }

  async #until(timeoutMs: number, check: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (!(await check().catch(() => false))) {
      if (performance.now() > end)
        throw new Error(`The server did not get there in ${timeoutMs} ms.`);
      await sleep(100);
    }
  }
}

function sumOf(metrics: string, name: string): number {
  const lines = metrics.split("\n").filter((line) => new RegExp(`^${name}[ {]`).test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

function say(name: string, { pollers, streams, requestsASecond, rssBytes }: Measurement): void {
  const rate = requestsASecond.toFixed(1);
  const memory = Math.round(rssBytes / 1_048_576);
  console.log(
    `${name}: ${pollers} pollers, ${streams} streams, ${rate} venue requests/s, ${memory} MB`,
  );
}

function requireNoGrowth(before: Measurement, after: Measurement): void {
  const isSame = before.pollers === after.pollers && before.streams === after.streams;
  if (
    isSame &&
    before.pollers > 0 &&
    after.requestsASecond <= before.requestsASecond * MAX_GROWTH
  ) {
    return;
  }
  throw new Error(`Something is left behind by ${reloads} hot reloads.`);
}

async function run(copy: string, venue: TestVenue): Promise<void> {
  const reserved = await reservePort(0, "127.0.0.1", () => {});
  const address = { port: reserved.port, venueUrl: await venue.listen() };
  const app: ChildProcess = startApp(copy, address);
  const exited = new Promise((resolve) => app.once("exit", resolve));
  try {
    const watched = new Watched(`http://127.0.0.1:${address.port}`, venue, copy);
    await watched.ready();
    const stream = watched.openStream();
    for (let revision = 1; revision <= WARM_UP; revision += 1) await watched.reload(revision);
    const before = await watched.measure();
    say("before", before);
    for (let done = 1; done <= reloads; done += 1) {
      await watched.reload(WARM_UP + done);
      if (done % 10 === 0) console.log(`${done} of ${reloads} reloads`);
    }
    const after = await watched.measure();
    say(`after ${reloads} reloads`, after);
    stream.destroy();
    requireNoGrowth(before, after);
  } finally {
    app.kill("SIGTERM");
    await exited;
    reserved.release();
  }
}

const copy = copySources();
const venue = new TestVenue([MARKET]);
venue.market(MARKET).mark = { price: "100", at: Date.now() };
try {
  await run(copy, venue);
} finally {
  await venue.close();
  rmSync(copy, { recursive: true, force: true });
}
