/**
 * Durable signed orders per second over HTTP, against servers with as many threads that only parse, or parse, hash
 * and verify. Machines differ and drift, so the result is the ratios within one run.
 *
 * At the end, the cost of a replica's polls; `--record` writes it for docs/scaling.md.
 *
 * `npm run bench:venue -- [orders per run] [gateways] [--record] [--smoke]`
 */
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Wallet } from "#lib/kernel/wallet.ts";
import { createVerifier, type VerifierKind } from "#services/venue/signature/verifier.ts";
import { fundTraders, runLoad, type ServerLoad, startVenueProcess } from "./_venue-process.ts";
import { measureReads } from "./_venue-reads.ts";
import { type Running, start } from "./shared/child-process.ts";
import { amount, figure } from "./shared/options.ts";
import { count, median, print, printCalibration, row } from "./shared/report.ts";

const ORDERS = figure(0, 10_000, 200);
const GATEWAYS = figure(1, availableParallelism(), 1);
const CONNECTIONS = 64;
const TRADERS = amount(200, 20);
const BATCH = 20;
const FIXED_RATE = 2_000;
const FIXED_SECONDS = amount(10, 0.1);
const ROUNDS = amount(3, 1);

type Round = { http: ServerLoad; pipeline: ServerLoad; singles: ServerLoad };
type Figures = { rounds: Round[]; fixed: ServerLoad; batches: ServerLoad };

function assertAccepted(what: string, result: ServerLoad): ServerLoad {
  const refused = Object.keys(result.statuses).some((status) => !status.startsWith("2"));
  if (!refused && result.refusedItems === 0) return result;
  const items = `${result.refusedItems} items`;
  throw new Error(`${what}: refused ${JSON.stringify(result.statuses)}, ${items}`);
}

/** The three servers take turns, so that a machine that slows down slows all of them. */
async function measure(verifier: VerifierKind): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const venue = await startVenueProcess(folder, {
    VENUE_GATEWAYS: String(GATEWAYS),
    VENUE_VERIFIER: verifier,
  });
  const running: Running[] = [venue];
  try {
    const traders = await fundTraders(venue, TRADERS);
    const startBare = async (mode: "http" | "verify") => {
      const { publicKey } = Wallet.ofHex(traders[0]?.seed ?? "");
      const key = Buffer.from(publicKey).toString("hex");
      const args = [mode, String(GATEWAYS), key, verifier];
      const bare = await start("scripts/bench/_bare-server.ts", args);
      running.push(bare);
      return bare;
    };
    const [http, pipeline] = [await startBare("http"), await startBare("verify")];
    const job = { connections: CONNECTIONS, batch: 1, traders };
    const run = async (): Promise<Round> => ({
      http: await runLoad(http, { ...job, requests: ORDERS, repeated: true }),
      pipeline: await runLoad(pipeline, { ...job, requests: ORDERS, repeated: true }),
      singles: assertAccepted("singles", await runLoad(venue, { ...job, requests: ORDERS })),
    });
    // The first round warms up all of them.
    await run();
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await run());
    const slow = { ...job, requests: FIXED_RATE * FIXED_SECONDS, rate: FIXED_RATE };
    const fixed = assertAccepted("at a fixed rate", await runLoad(venue, slow));
    const large = { ...job, requests: ORDERS / 5, batch: BATCH };
    const batches = assertAccepted("batches", await runLoad(venue, large));
    return { rounds, fixed, batches };
  } finally {
    for (const { stop } of running) await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

function printResult(name: string, result: ServerLoad, orders = 1): void {
  const { perSecond, p50, p99, cpu } = result;
  const figures = [milliseconds(p50), milliseconds(p99), `${count(cpu / orders)} µs`];
  row(name, `${count(perSecond * orders)}/s`, ...figures);
}

function of(rounds: Round[], name: keyof Round): ServerLoad {
  const sorted = rounds.map((round) => round[name]).toSorted((x, y) => x.perSecond - y.perSecond);
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) throw new Error("no rounds were run");
  return middle;
}

function printRatios({ rounds }: Figures): void {
  const ratio = (name: string, of: (round: Round) => number) =>
    row(
      name,
      median(rounds.map(of)).toFixed(2),
      `(${rounds.map((r) => of(r).toFixed(2)).join(", ")})`,
    );
  ratio("  venue / bare HTTP + JSON", (round) => round.singles.perSecond / round.http.perSecond);
  ratio("  venue / bare with verify", (r) => r.singles.perSecond / r.pipeline.perSecond);
  ratio("  CPU: bare with verify / venue", (r) => r.pipeline.cpu / r.singles.cpu);
}

printCalibration();
print(
  `${count(ORDERS)} orders a run, ${ROUNDS} rounds, ${CONNECTIONS} connections, ${GATEWAYS} gateways and bare threads`,
);
print("the load generator, in a process of its own, has the same cores");
row("medians", "orders", "p50", "p99", "CPU an order");
const isInstalled = createVerifier().name === "sodium";
const singles = new Map<VerifierKind, number>();
for (const verifier of isInstalled ? (["node", "sodium"] as const) : (["node"] as const)) {
  const figures = await measure(verifier);
  const { rounds, fixed, batches } = figures;
  print(`verified by ${verifier === "node" ? "node:crypto" : "sodium-native"}`);
  printResult("  bare HTTP + JSON", of(rounds, "http"));
  printResult("  bare HTTP + JSON + hash + verify", of(rounds, "pipeline"));
  printResult("  venue, saturated", of(rounds, "singles"));
  printResult(`  venue, at ${count(FIXED_RATE)}/s`, fixed);
  printResult(`  venue, batches of ${BATCH}`, batches, BATCH);
  printRatios(figures);
  singles.set(verifier, of(rounds, "singles").perSecond);
}
const [slow = 0, fast] = singles.values();
if (fast === undefined) print("sodium-native is not installed: npm install sodium-native");
else row("venue with sodium-native / without", (fast / slow).toFixed(2));
await measureReads();
