/** Every acknowledged order survives: replay gives the same state, and SIGKILL under load loses nothing. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import { stateHash } from "./engine/state-hash.ts";
import { call, limit, market, OPERATOR_KEY, startVenue, TestTrader } from "./testing.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "venue-"));
});

afterEach(() => rm(folder, { recursive: true }));

test("a restart replays to the same state, and the same bytes are still a duplicate", async () => {
  const first = await startVenue({ folder: join(folder, "venue") });
  const [maker, taker] = [new TestTrader(first.url, "maker"), new TestTrader(first.url, "taker")];
  await first.operator("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
  for (const trader of [maker, taker]) {
    await trader.createKey(first.clock.now());
    const body = { account: trader.address, amount: "50000", reference: trader.address };
    await first.operator("/v1/operator/deposits", body);
  }
  for (let index = 0; index < 20; index += 1) {
    first.clock.advance(1);
    await maker.place(limit("SELL", "0.01", `${64_000 + index}`), first.clock.now());
    await taker.place(market("BUY", "0.005"), first.clock.now());
  }
  const at = first.clock.now();
  const last = maker.placeRequest(limit("BUY", "0.01", "60000"), at);
  const placed = await call(`${first.url}/v1/orders`, last);
  const hash = stateHash(first.venue.state);
  await first.close();

  const second = await startVenue({ folder: join(folder, "venue") });
  expect(stateHash(second.venue.state)).toBe(hash);
  const again = await call(`${second.url}/v1/orders`, last);
  expect([again.status, again.body["error"]]).toEqual([409, "DUPLICATE_REQUEST"]);
  expect((again.body["data"] as OrderRecord).id).toBe((placed.body as OrderRecord).id);
  await second.close();
});

/** The real process, on a port of its choice. */
async function spawnVenue(): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ["services/venue/main.ts"], {
    env: { NODE_ENV: "test", DATA_DIR: folder, VENUE_PORT: "0", VENUE_OPERATOR_KEY: OPERATOR_KEY },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the venue exited with ${code}`)));
    child.stdout?.on("data", (data: Buffer) => {
      const found = /"port":(\d+)/.exec(data.toString())?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  return { process: child, url: `http://127.0.0.1:${port}` };
}

async function kill(child: ChildProcess) {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
}

async function operator(url: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
  await call(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

test("SIGKILL while orders flow: every acknowledged order is there afterwards, with the same id", async () => {
  const acknowledged = new Map<string, string>();
  let venue = await spawnVenue();
  const key = { text: "" };
  for (let round = 0; round < 4; round += 1) {
    const trader = new TestTrader(venue.url, "flood");
    await operator(venue.url, "/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
    if (round === 0) {
      await operator(venue.url, "/v1/operator/deposits", {
        account: trader.address,
        amount: "1000000",
        reference: "one",
      });
      await trader.createKey(Date.now());
      key.text = trader.key;
    }
    trader.key = key.text;
    let stopped = false;
    const sender = async (lane: number) => {
      for (let index = 0; !stopped; index += 1) {
        const price = String(50_000 + round * 1_000 + lane * 100 + (index % 100));
        const body = { ...limit("BUY", "0.001", price), client_id: `${round}-${lane}-${index}` };
        const answer = await trader.place(body, Date.now()).catch(() => undefined);
        if (answer === undefined) return;
        if (answer.status === 422) return;
        if (answer.status === 201) {
          const order = answer.body as OrderRecord;
          acknowledged.set(order.id, order.digest);
        }
      }
    };
    const lanes = Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(sender));
    await new Promise((resolve) => setTimeout(resolve, 60 + round * 25));
    await kill(venue.process);
    stopped = true;
    await lanes;
    venue = await spawnVenue();
    const reader = new TestTrader(venue.url, "flood");
    reader.key = key.text;
    const orders = (await reader.read("/v1/orders?status=ALL")).body["results"] as OrderRecord[];
    const found = new Map(orders.map((order) => [order.id, order.digest]));
    for (const [id, digest] of acknowledged) expect(found.get(id)).toBe(digest);
    expect(new Set(orders.map((order) => order.digest)).size).toBe(orders.length);
  }
  expect(acknowledged.size).toBeGreaterThan(20);
  await kill(venue.process);
}, 60_000);
