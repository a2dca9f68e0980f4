/**
 * The Postgres server of the journal dies or hangs under a load of signed orders, and its synchronous standby server is
 * promoted: everything that was acknowledged is there, once. Skips where the server's programs are not installed.
 * VENUE_FAILOVER_ROUNDS=25 does each so often, with new servers each time.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type PostgresProxy, startPostgresProxy } from "./journal-store/postgres-proxy.testing.ts";
import { problemsOf, readStory, readTable } from "./testing/failover/check-logs.ts";
import { FailoverClient } from "./testing/failover/client.ts";
import { VenueNode } from "./testing/failover/nodes.ts";
import { findPostgresPrograms, PostgresPair } from "./testing/failover/postgres-pair.ts";
import { call, OPERATOR_KEY, TestTrader } from "./venue.testing.ts";

const ROUNDS = Number(process.env["VENUE_FAILOVER_ROUNDS"] ?? 1);
const FAULTS = Array.from({ length: ROUNDS }, () => ["SIGKILL", "SIGSTOP"] as const).flat();
const WAIT = { interval: 100 };
const programs = findPostgresPrograms();

describe.skipIf(programs === undefined)("two venues on a Postgres with a standby server", () => {
  let folder: string;
  let servers: PostgresPair;
  let proxy: PostgresProxy;
  let nodes: VenueNode[] = [];
  let clients: FailoverClient[] = [];
  let supervising: Promise<void>[] = [];
  let isOver = false;

  beforeEach(async () => {
    if (programs === undefined) return;
    folder = await mkdtemp(join(tmpdir(), "failover-"));
    servers = await PostgresPair.start(programs, await mkdtemp(join(tmpdir(), "pair-")));
    proxy = await startPostgresProxy(servers.firstUrl);
    isOver = false;
    nodes = [
      await VenueNode.create(join(folder, "a"), proxy.url),
      await VenueNode.create(join(folder, "b"), proxy.url),
    ];
    for (const node of nodes) await node.start();
    supervising = nodes.map(supervise);
  });

  afterEach(async () => {
    isOver = true;
    for (const client of clients.splice(0)) client.stop();
    for (const node of nodes) await node.kill();
    await Promise.allSettled(supervising);
    await proxy.close();
    servers.stop();
    await rm(folder, { recursive: true });
    await rm(servers.folder, { recursive: true });
  });

  /** Starts a venue again when it ends, as its supervisor would. */
  async function supervise(node: VenueNode): Promise<void> {
    for (;;) {
      await node.exited;
      if (isOver) return;
      await node.start().catch(() => undefined);
    }
  }

  const operator = (url: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
    return call(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  };

  /** Moves the mark where the primary is; orders flow again then. */
  async function primary(): Promise<string> {
    for (const node of nodes) {
      if (!(await node.isPrimary())) continue;
      await operator(node.url, "/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
      return node.url;
    }
    throw new Error("nobody is the primary");
  }

  const orders = () => clients.flatMap(({ log }) => log).filter(({ kind }) => kind === "order");

  async function startClients(): Promise<Promise<void>[]> {
    const url = await vi.waitFor(primary, WAIT);
    for (const name of ["client 1", "client 2", "client 3"]) {
      const trader = new TestTrader(url, name);
      const deposit = { account: trader.address, amount: "1000000", reference: name };
      expect((await operator(url, "/v1/operator/deposits", deposit)).status).toBe(201);
      await trader.createKey(Date.now());
      const urls = nodes.map((node) => node.url);
      clients.push(new FailoverClient(name, urls, trader.key));
    }
    return clients.map((client) => client.run());
  }

  async function awaitOrders(count: number): Promise<void> {
    const wanted = orders().length + count;
    await vi.waitFor(async () => {
      await primary();
      expect(orders().length).toBeGreaterThan(wanted);
    }, WAIT);
  }

  test.each(FAULTS)("%s of the server loses nothing that was acknowledged", async (signal) => {
    const running = await startClients();
    await awaitOrders(50);
    servers.signalFirst(signal);
    servers.promoteSecond();
    proxy.moveTo(servers.secondUrl);
    await awaitOrders(50);
    for (const client of clients) client.stop();
    await Promise.all(running);
    const story = readStory(await readTable(servers.secondUrl));
    const logs = clients.map(({ log }) => log);
    expect(problemsOf(logs, story)).toEqual([]);
  });
});
