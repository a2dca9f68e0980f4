/**
 * Reads and sends per second of the chain's process, next to a bare HTTP server that answers as many bytes and to the VM without a
 * chain around it; and how long a restart takes.
 *
 * `npm run bench:chain -- [rounds] [transactions before the restart] [--smoke]`
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ChainNode } from "#lib/platform/chain-client/chain-node.ts";
import { GENESIS_HASH, USDC_MINT } from "#lib/protocol/solana.ts";
import { spawnNode, stopChild } from "#scripts/bench/shared/child-process.ts";
import { requestsPerSecond } from "#scripts/bench/shared/many-requests.ts";
import { amount, figure } from "#scripts/bench/shared/options.ts";
import { count, median, print, printCalibration, row } from "#scripts/bench/shared/report.ts";
import { BASE_PRICES } from "#services/chain/genesis/build-genesis.ts";
import { openChain } from "#services/chain/open-chain.ts";
import { readTransaction } from "#services/chain/vm/wire-transaction.ts";
import { Transfers } from "./_transfers.ts";

const rounds = figure(0, 5, 1);
const restartAfter = figure(1, 100_000, 500);
const READS = amount(6_000, 100);
const SENDS = amount(4_000, 100);
const READ_GOAL = 3_000;
const SEND_GOAL = 1_500;
const RESTART_GOAL_SECONDS = 10;
const SEED = "5a".repeat(32);
const FUNDS = 1_000_000_000_000;

const folder = mkdtempSync(join(tmpdir(), "bench-chain-"));
const PORT = 24_300 + (process.pid % 500) * 2;
const url = `http://127.0.0.1:${PORT}/`;
const RECIPIENT = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const transfers = new Transfers(SEED, RECIPIENT);
let sent = 0;

async function startChain(): Promise<{ child: ChildProcess; seconds: number }> {
  const started = performance.now();
  const child = spawnNode(
    ["services/chain/main.ts"],
    { DATA_DIR: folder, CHAIN_PORT: String(PORT), LOG_LEVEL: "warn" },
    ["ignore", "ignore", "inherit"],
  );
  for (;;) {
    if (child.exitCode !== null) throw new Error("the chain did not start");
    const up = await fetch(`${url}healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return { child, seconds: (performance.now() - started) / 1_000 };
    await sleep(10);
  }
}

const call = (method: string, params: unknown[]) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

const READ = call("getAccountInfo", [USDC_MINT, { encoding: "base64", commitment: "confirmed" }]);

function reads(target: string): Promise<number> {
  return requestsPerSecond({ url: target, headers: () => ({}), status: 200, body: READ }, READS);
}

async function sends(node: ChainNode): Promise<number> {
  const life = z.looseObject({ value: z.looseObject({ blockhash: z.string() }) });
  const { value } = await node.call("getLatestBlockhash", [{ commitment: "confirmed" }], life);
  const from = sent;
  sent += SENDS;
  const texts = Array.from({ length: SENDS }, (_, index) =>
    transfers.signed(1 + from + index, value.blockhash).toString("base64"),
  );
  const body = (index: number) =>
    call("sendTransaction", [texts[index - from] ?? "", { encoding: "base64" }]);
  return requestsPerSecond({ url, headers: () => ({}), status: 200, body }, SENDS, from);
}

/** Answers each request with the bytes of a read, after parsing it. */
async function bareServer(answer: string) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString("utf8"));
      response.writeHead(200, { "content-length": Buffer.byteLength(answer) });
      response.end(answer);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Lands transactions without HTTP. @returns how many a second */
async function fill(transactions: number): Promise<number> {
  let now = Date.now();
  const chain = await openChain({
    folder: join(folder, "chain"),
    genesisHash: GENESIS_HASH.simulated,
    clock: { now: () => now },
    log: { info: () => {}, warn: print, fatal: () => {} },
    begin: {
      slotMs: 400,
      finalSlots: 5,
      treasury: undefined,
      vault: null,
      prices: () => Promise.resolve(BASE_PRICES),
    },
  });
  const { ledger } = chain;
  const started = performance.now();
  for (let done = 0; done < transactions; ) {
    const { blockhash } = ledger.blockhashAt(ledger.slot("confirmed"));
    for (const end = Math.min(done + 500, transactions); done < end; done += 1) {
      sent += 1;
      const wire = readTransaction(transfers.signed(sent, blockhash));
      const result = ledger.submit(wire, { preflight: true });
      if ("refused" in result) {
        throw new Error(`transaction ${done}: ${JSON.stringify(result.refused.error)}`);
      }
    }
    now += 400;
    ledger.tick();
    await ledger.settled();
  }
  const perSecond = transactions / ((performance.now() - started) / 1_000);
  // As a kill leaves it: no last snapshot.
  chain.history.close();
  return perSecond;
}

try {
  printCalibration();
  const { child } = await startChain();
  const node = new ChainNode(url);
  for (const key of [transfers.from.publicKey, RECIPIENT]) {
    await node.call("requestAirdrop", [key, FUNDS], z.string());
  }
  const answer = await (
    await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: READ,
    })
  ).text();
  const bare = await bareServer(answer);
  const figures = { reads: [] as number[], bare: [] as number[], sends: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const read = await reads(url);
    const limit = await reads(bare.url);
    const sentPerSecond = await sends(node);
    // The first round warms both up.
    if (round === 0) continue;
    figures.reads.push(read);
    figures.bare.push(limit);
    figures.sends.push(sentPerSecond);
  }
  bare.close();
  const balance = z.looseObject({ value: z.number() });
  const { value } = await node.call(
    "getBalance",
    [RECIPIENT, { commitment: "processed" }],
    balance,
  );
  // Amounts are 1, 2, 3, …: their sum shows that every transfer landed.
  if (value !== FUNDS + (sent * (sent + 1)) / 2) throw new Error("not every transfer has landed");
  node.close();
  await sleep(1_000);
  await stopChild(child);
  row("", "a second", "of a bare server", "goal");
  const ratio = (values: number[]) => (median(values) / median(figures.bare)).toFixed(2);
  row("getAccountInfo", count(median(figures.reads)), ratio(figures.reads), count(READ_GOAL));
  row("bare server", count(median(figures.bare)), "1.00", "");
  row(
    "sendTransaction, with preflight",
    count(median(figures.sends)),
    ratio(figures.sends),
    count(SEND_GOAL),
  );
  const landed = await fill(restartAfter);
  row(`transactions without HTTP`, count(landed), "", "");
  const again = await startChain();
  row(
    `restart after ${count(sent)} transactions`,
    `${again.seconds.toFixed(2)} s`,
    "",
    `${RESTART_GOAL_SECONDS} s`,
  );
  await stopChild(again.child, "SIGKILL");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
