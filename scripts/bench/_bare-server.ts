/**
 * A server that sets the upper bound for the venue, in its own process with as many threads on one port as the venue
 * has gateways. `http` parses a JSON body and answers with as many bytes as the venue; `verify` also hashes as many
 * bytes and verifies one Ed25519 signature per request. Neither matches orders nor writes anything.
 *
 * `node scripts/bench/_bare-server.ts <http|verify> <threads> <public key, hex> <node|sodium>`
 */
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import {
  createVerifier,
  type VerifierKind,
  verifyingKey,
} from "#services/venue/signature/verifier.ts";

/** The size of a venue's answer to a placed order, without and with a fill. */
const ANSWER_BYTES = 760;
/** The size of an order's domain, account and payload. */
const SIGNED_BYTES = 130;

type Settings = {
  mode: string;
  publicKey: string;
  verifier: VerifierKind;
  port: number;
  threads: number;
};

function listen(settings: Settings): Promise<number> {
  const key = verifyingKey(Buffer.from(settings.publicKey, "hex"));
  const verifier = createVerifier(settings.verifier);
  const padding = "x".repeat(ANSWER_BYTES);
  const isVerifying = settings.mode === "verify";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const body: unknown = JSON.parse(text);
      let valid = true;
      if (isVerifying) {
        const digest = hash("sha256", text.padEnd(SIGNED_BYTES).slice(0, SIGNED_BYTES), "hex");
        const signature = Buffer.from(String(request.headers["x-signature"]), "hex");
        valid = verifier.verify(key, Buffer.from(digest, "latin1"), signature);
      }
      const answer = JSON.stringify({ order: body, padding: "" });
      const bytes = Buffer.from(answer.replace('""', `"${padding.slice(answer.length)}"`));
      const headers = { "content-type": "application/json", "content-length": bytes.length };
      response.writeHead(valid ? 201 : 401, headers);
      response.end(bytes);
    });
  });
  const shared = settings.threads > 1;
  server.listen({ port: settings.port, host: "127.0.0.1", reusePort: shared, backlog: 4096 });
  return once(server, "listening").then(() => (server.address() as AddressInfo).port);
}

async function main(): Promise<void> {
  const [mode = "http", threads = "1", publicKey = "", verifier = "node"] = process.argv.slice(2);
  const settings = {
    mode,
    publicKey,
    verifier: verifier as VerifierKind,
    port: 0,
    threads: Number(threads),
  };
  // As in the venue, every listening thread is a worker beside the main thread.
  for (let started = 0; started < settings.threads; started += 1) {
    const worker = new Worker(new URL(import.meta.url), { workerData: settings });
    const [port] = (await once(worker, "message")) as [number];
    settings.port = port;
  }
  process.stdout.write(`{"port":${settings.port}}\n`);
}

if (isMainThread) await main();
else parentPort?.postMessage(await listen(workerData as Settings));
