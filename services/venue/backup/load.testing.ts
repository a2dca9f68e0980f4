/** Clients that trade at a venue's process while a backup of it is made, and the tools as an operator runs them. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, vi } from "vitest";
import { COMPILED } from "#lib/kernel/compiled.testing.ts";
import { JournalReader } from "#services/venue/journal/journal-reader.ts";
import {
  spawnVenue as spawnWithGateways,
  type VenueProcess,
} from "#services/venue/process.testing.ts";
import { readStory } from "#services/venue/testing/failover/check-logs.ts";
import { FailoverClient } from "#services/venue/testing/failover/client.ts";
import { call, OPERATOR_KEY, TestTrader } from "#services/venue/venue.testing.ts";

const CLIENTS = ["client 1", "client 2", "client 3"];
const MARK_EVERY_MS = 1_000;
const WAIT = { interval: 20 };

export async function operator(url: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
  const answer = await call(`${url}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(300);
}

const setMark = (url: string) =>
  operator(url, "/v1/operator/marks", { marks: { BTCUSDC: "64000" } });

export class Load {
  readonly clients: FailoverClient[];
  readonly #running: Promise<void>[];

  /** A mark is stale after 5 s, and orders are refused then. */
  readonly #marks: NodeJS.Timeout;

  private constructor(url: string, clients: FailoverClient[]) {
    this.clients = clients;
    this.#marks = setInterval(() => void setMark(url).catch(() => undefined), MARK_EVERY_MS);
    this.#running = clients.map((client) => client.run());
  }

  /** Funds an account for each client and lets them trade. */
  static async start(url: string): Promise<Load> {
    await setMark(url);
    const clients: FailoverClient[] = [];
    for (const name of CLIENTS) {
      const trader = new TestTrader(url, name);
      const deposit = { account: trader.address, amount: "1000000", reference: `${name} ${url}` };
      await operator(url, "/v1/operator/deposits", deposit);
      await trader.createKey(Date.now());
      clients.push(new FailoverClient(name, [url], trader.key));
    }
    return new Load(url, clients);
  }

  /** Ids of acknowledged orders by their digests. */
  acknowledged(): Map<string, string> {
    const entries = this.clients.flatMap(({ log }) => log);
    return new Map(
      entries.flatMap((entry) => (entry.kind === "height" ? [] : [[entry.digest, entry.id]])),
    );
  }

  /** Resolves when `count` more orders are acknowledged. */
  async further(count: number): Promise<void> {
    const { size } = this.acknowledged();
    await vi.waitFor(() => {
      const missing = size + count - this.acknowledged().size;
      if (missing > 0) throw new Error(`${missing} orders are missing`);
    }, WAIT);
  }

  async stop(): Promise<void> {
    clearInterval(this.#marks);
    for (const client of this.clients) client.stop();
    await Promise.all(this.#running);
  }
}

/** The venue in a process with one gateway, which is enough for three clients. */
export const spawnVenue = (data: string): Promise<VenueProcess> =>
  spawnWithGateways(data, { VENUE_GATEWAYS: "1" });

/** Runs a tool of `scripts/operate/venue`. */
export async function runTool(
  tool: "backup" | "restore" | "audit",
  args: string[],
  journalUrl?: string,
): Promise<{ code: number | null; said: string; complained: string }> {
  const child = spawn(process.execPath, [`scripts/operate/venue/${tool}.ts`, ...args], {
    env: { NODE_ENV: "test", ...COMPILED, ...(journalUrl && { VENUE_JOURNAL_URL: journalUrl }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exited, said, complained };
}

/** Hashes of all blocks by height, and ids of orders by digest, as a replay of the files has them. */
export function contentsOf(folder: string): { hashes: string[]; orders: Map<string, string> } {
  const reader = new JournalReader(folder);
  const reads = [];
  for (let read = reader.next(); read !== undefined; read = reader.next()) reads.push(read);
  reader.close();
  const { orders } = readStory(
    reads.map(({ block, position: { hash } }) => ({
      block,
      hash,
      bytes: Buffer.alloc(0),
      epoch: 0,
    })),
  );
  return { hashes: reads.map(({ position }) => position.hash), orders };
}
