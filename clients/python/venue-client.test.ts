/** The client in Python, as a program: what it makes of clocks that are wrong, and of proxies in between. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const ORDER = `{"market": "BTCUSDC", "side": "BUY", "size": "0.1", "order_type": "MARKET", "time_in_force": "IOC"}`;

type Answer = { status: number; headers?: Record<string, string>; body: string };

let server: Server | undefined;
afterEach(() => server?.close());

const HAS_PYTHON = process.env["CI"] === "true" || spawnSync("python3", ["--version"]).status === 0;

/** Answers the writes one after the other. @returns the output of the program, and the timestamps that were signed */
async function run(program: string, answers: Answer[]) {
  const timestamps: number[] = [];
  server = createServer((request, response) => {
    const isWrite = request.method !== "GET";
    if (isWrite) timestamps.push(Number(request.headers["x-signature-timestamp"]));
    const answer = isWrite ? answers.shift() : undefined;
    const { status, headers, body } = answer ?? { status: 200, body: '{"results":[],"next":null}' };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = `
import time
from svc_client.venue_client import Signer, UnknownOutcome, VenueClient, VenueRefusal
time.sleep = lambda seconds: print("waits", seconds)
client = VenueClient("http://127.0.0.1:${port}", Signer(bytes(range(32))), api_key="key")
order = ${ORDER}
`;
  const child = spawn("python3", ["-B", "-c", `${client}${program}`], { cwd: FOLDER });
  return { output: await outputOf(child), timestamps };
}

function outputOf(child: ChildProcess): Promise<string> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data: Buffer) => {
      output += data.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(output));
  });
}

const PLACED: Answer = { status: 201, body: '{"id": "7"}' };

test.skipIf(!HAS_PYTHON)(
  "a clock that was set right counts at once, whatever was signed by the wrong one",
  async () => {
    const refused = { status: 401, body: '{"error": "TIMESTAMP_OUT_OF_WINDOW", "message": "no"}' };
    const program = `
time.time = lambda: 1_800_000_060
try:
    client.place_order(order)
except VenueRefusal as refusal:
    print(refusal.code)
time.time = lambda: 1_800_000_000
print(client.place_order(order)["id"], client.place_order(order)["id"])
`;
    const { output, timestamps } = await run(program, [refused, PLACED, PLACED]);
    expect(output).toBe("TIMESTAMP_OUT_OF_WINDOW\n7 7\n");
    expect(timestamps).toEqual([1_800_000_060_000, 1_800_000_000_000, 1_800_000_000_001]);
  },
);

test.skipIf(!HAS_PYTHON)(
  "a proxy's date of the next try is no time to wait, and the write is sent again",
  async () => {
    const headers = { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" };
    const proxy = { status: 503, headers, body: "<html>busy</html>" };
    const { output } = await run('print(client.place_order(order)["id"])\n', [proxy, PLACED]);
    expect(output).toBe("waits 0.25\n7\n");
  },
);
