/**
 * Durable signed orders a second, against three limits measured in the same run: bare `node:http`, bare
 * signature verification, and both together. Machines differ and drift; the ratios are the result.
 *
 * `npm run bench:venue [orders]`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createPublicKey, verify } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call, limit, OPERATOR_KEY, TestTrader } from "#services/venue/testing.ts";
import { type LoadResult, load, requestBytes } from "./_load.ts";

const ORDERS = Number(process.argv[2] ?? 30_000);
const CONNECTIONS = 64;

async function start(script: string, args: string[], environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${script} exited with ${code}`)));
    child.stdout?.on("data", (data: Buffer) => {
      const found = /"port":(\d+)/.exec(data.toString())?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  return { port, stop: () => child.kill("SIGTERM") };
}

/** Two funded traders: one rests sells, the other buys them. */
async function prepareTraders(url: string): Promise<[TestTrader, TestTrader]> {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
  const operator = (path: string, body: object) =>
    call(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await operator("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
  const traders: [TestTrader, TestTrader] = [new TestTrader(url, "a"), new TestTrader(url, "b")];
  for (const trader of traders) {
    await trader.createKey(Date.now());
    await operator("/v1/operator/deposits", {
      account: trader.address,
      amount: "1000000000",
      reference: trader.address,
    });
  }
  return traders;
}

function signedOrders([seller, buyer]: [TestTrader, TestTrader], count: number): Buffer[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const sells = index % 2 === 0;
    const body = limit(sells ? "SELL" : "BUY", "0.001", "64000");
    if (!sells) body.time_in_force = "IOC";
    // Distinct timestamps keep the signed bytes distinct; they stay inside the venue's window.
    const timestamp = now - 12_000 + Math.floor(index / 2);
    const request = (sells ? seller : buyer).placeRequest(body, timestamp);
    return requestBytes("POST /v1/orders", request.headers, request.body);
  });
}

async function measureBare(mode: "http" | "verify", trader: TestTrader): Promise<LoadResult> {
  const publicKey = Buffer.from(trader.publicKey).toString("hex");
  const bare = await start("bench/_bare-server.ts", [mode, publicKey], {});
  const signed = trader.placeRequest(limit("SELL", "0.001", "64000"), Date.now());
  const request = requestBytes("POST /", signed.headers, signed.body);
  await load(
    bare.port,
    Array.from({ length: 2_000 }, () => request),
    CONNECTIONS,
  );
  const result = await load(
    bare.port,
    Array.from({ length: ORDERS }, () => request),
    CONNECTIONS,
  );
  bare.stop();
  return result;
}

function measureVerification(trader: TestTrader): number {
  const digest = Buffer.from("ab".repeat(32));
  const signature = Buffer.from(trader.sign(digest), "hex");
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), trader.publicKey]);
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  const rounds = 10_000;
  const started = performance.now();
  for (let index = 0; index < rounds; index += 1) verify(null, digest, key, signature);
  return (rounds / (performance.now() - started)) * 1000;
}

async function measureVenue(): Promise<{ result: LoadResult; trader: TestTrader }> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const venue = await start("services/venue/main.ts", [], {
    DATA_DIR: folder,
    VENUE_PORT: "0",
    VENUE_OPERATOR_KEY: OPERATOR_KEY,
  });
  const url = `http://127.0.0.1:${venue.port}`;
  const traders = await prepareTraders(url);
  const keepMark = setInterval(() => {
    void call(`${url}/v1/operator/marks`, {
      method: "POST",
      headers: { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ marks: { BTCUSDC: "64000" } }),
    });
  }, 1_000);
  const requests = signedOrders(traders, ORDERS + 2_000);
  await load(venue.port, requests.slice(0, 2_000), CONNECTIONS);
  const result = await load(venue.port, requests.slice(2_000), CONNECTIONS);
  clearInterval(keepMark);
  venue.stop();
  await rm(folder, { recursive: true, force: true });
  return { result, trader: traders[0] };
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const perSecond = (value: number) => Math.round(value).toLocaleString("en").padStart(9);

const { result: venue, trader } = await measureVenue();
const http = await measureBare("http", trader);
const pipeline = await measureBare("verify", trader);
const verification = measureVerification(trader);

print(`${ORDERS} orders, ${CONNECTIONS} connections, load generator on the same machine`);
print(`bare node:http + JSON              ${perSecond(http.perSecond)}/s`);
print(`bare verification (one core)       ${perSecond(verification)}/s`);
print(`bare node:http + JSON + verify     ${perSecond(pipeline.perSecond)}/s`);
print(
  `venue: durable signed orders       ${perSecond(venue.perSecond)}/s  p50 ${venue.p50.toFixed(1)} ms  p99 ${venue.p99.toFixed(1)} ms`,
);
print(`answers                            ${JSON.stringify(venue.statuses)}`);
print(`venue / bare http                  ${(venue.perSecond / http.perSecond).toFixed(2)}`);
print(`venue / bare verification          ${(venue.perSecond / verification).toFixed(2)}`);
print(`venue / bare http + JSON + verify  ${(venue.perSecond / pipeline.perSecond).toFixed(2)}`);
