/**
 * Two venues share a journal in Postgres. Whatever happens to either of them under a load of signed orders, nothing that
 * was acknowledged is lost or doubled, nothing goes back, and a primary that wakes after its time acknowledges nothing.
 * VENUE_FAILOVER_ROUNDS=25 runs longer.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { epochCommand, isHandover } from "./journal-store/journal-table.ts";
import { type PostgresProxy, startPostgresProxy } from "./journal-store/postgres-proxy.testing.ts";
import { problemsOf, readStory, readTable, type Story } from "./testing/failover/check-logs.ts";
import { FailoverClient } from "./testing/failover/client.ts";
import { VenueNode } from "./testing/failover/nodes.ts";
import { call, OPERATOR_KEY, TestTrader } from "./venue.testing.ts";

const ROUNDS = Number(process.env["VENUE_FAILOVER_ROUNDS"] ?? 1);
const CLIENTS = ["client 1", "client 2", "client 3", "client 4"];
/** An account of clients that know one node only. */
const LATE = "late client";
const WAIT = { interval: 50 };
/** Makes the other venue the primary, which a test can wait for. */
const REFUSES = "refuses connections";
/** What happens to the line between the primary and Postgres. */
const LINE_FAULTS: readonly (readonly [name: string, inflict: (line: PostgresProxy) => void])[] = [
  [REFUSES, (line) => line.cut({ stay: true })],
  ["drops its connections", (line) => line.cut()],
  ["falls silent with open connections", (line) => line.silence()],
  ["loses the answers of commits", (line) => line.loseAnswers("insert", 3)],
  ["loses commits on their way", (line) => line.loseRequests("insert", 3)],
  ["passes two kilobytes a second", (line) => line.slowRequests(2_000)],
];
/** Longer than a primary without Postgres answers and a standby waits. */
const FAULT_MS = 8_000;

const server = await probePostgres(process.env);
const isAbsent = server === undefined && !isPostgresPromised(process.env);

/** The same two through all tests; the last test ends one of them. */
describe.skipIf(isAbsent)("two venues on one journal", () => {
  let database: OwnDatabase;
  let folder: string;
  /** From each of the venues to Postgres. */
  let lines: PostgresProxy[] = [];
  let nodes: VenueNode[] = [];
  const clients: FailoverClient[] = [];
  let running: Promise<void>[] = [];
  let lateKey = "";

  beforeAll(async () => {
    database = await ownDatabase(server);
    folder = await mkdtemp(join(tmpdir(), "failover-"));
    lines = [await startPostgresProxy(database.url), await startPostgresProxy(database.url)];
    nodes = await Promise.all(
      lines.map(({ url }, index) => VenueNode.create(join(folder, `node ${index}`), url)),
    );
    for (const node of nodes) await node.start();
    const [primary] = await roles();
    await startClients(primary.url);
  });

  afterAll(async () => {
    for (const client of clients) client.stop();
    await Promise.allSettled(running);
    for (const node of nodes) {
      node.signal("SIGCONT");
      await node.kill();
    }
    for (const line of lines) await line.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** The primary first. */
  const roles = () =>
    vi.waitFor(async () => {
      const primary = await Promise.all(nodes.map((node) => node.isPrimary()));
      expect(primary.filter(Boolean)).toHaveLength(1);
      return primary[0] ? ([nodes[0]!, nodes[1]!] as const) : ([nodes[1]!, nodes[0]!] as const);
    }, WAIT);

  async function operator(url: string, path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    expect((await call(`${url}${path}`, request)).status).toBeLessThan(300);
  }

  const mark = (url: string) =>
    operator(url, "/v1/operator/marks", { marks: { BTCUSDC: "64000" } });

  /** A funded account. @returns its key */
  async function openAccount(url: string, name: string): Promise<string> {
    const trader = new TestTrader(url, name);
    const deposit = { account: trader.address, amount: "1000000", reference: name };
    await operator(url, "/v1/operator/deposits", deposit);
    await trader.createKey(Date.now());
    return trader.key;
  }

  async function startClients(url: string): Promise<void> {
    await mark(url);
    lateKey = await openAccount(url, LATE);
    const urls = nodes.map((node) => node.url);
    for (const name of CLIENTS) {
      clients.push(new FailoverClient(name, urls, await openAccount(url, name)));
    }
    running = clients.map((client) => client.run());
  }

  const acknowledgedBy = (node: VenueNode, after: number) =>
    clients
      .flatMap(({ log }) => log)
      .filter((entry) => entry.kind === "order" && entry.node === node.url && entry.sentAt > after);

  /** Orders that each client has sent from now on are answered by `node`. */
  async function serves(node: VenueNode): Promise<void> {
    const now = performance.now();
    await vi.waitFor(async () => {
      if (await node.isPrimary()) await mark(node.url);
      expect(acknowledgedBy(node, now).length).toBeGreaterThan(20);
    }, WAIT);
  }

  /** The same for the present primary; a mark keeps orders flowing. */
  async function servesSomewhere(after: string): Promise<void> {
    const now = performance.now();
    await vi.waitFor(async () => {
      for (const node of nodes) if (await node.isPrimary()) await mark(node.url);
      const served = nodes.flatMap((node) => acknowledgedBy(node, now));
      expect(served.length, after).toBeGreaterThan(20);
    }, WAIT);
  }

  /** It wakes with requests before it, answers none of them, and finds the height of its next block taken. */
  async function wake(node: VenueNode): Promise<void> {
    const late = [true, false].map((readsOnly) => {
      const client = new FailoverClient(LATE, [node.url], lateKey);
      return { client, sending: client.run({ readsOnly }) };
    });
    await vi.waitFor(() => {
      for (const { client } of late) expect(client.unanswered).toBeGreaterThan(0);
    }, WAIT);
    node.signal("SIGCONT");
    expect(await node.exited).toBe(1);
    for (const { client } of late) client.stop();
    await Promise.all(late.map(({ sending }) => sending));
    expect(late.flatMap(({ client }) => client.log)).toEqual([]);
  }

  /** Starts a venue again whenever it ends, until the returned function is called. */
  function supervise(node: VenueNode): () => Promise<void> {
    const over = Promise.withResolvers<"over">();
    const supervision = (async () => {
      while ((await Promise.race([over.promise, node.exited])) !== "over")
        await node.start().catch(() => sleep(100));
    })();
    return () => {
      over.resolve("over");
      return supervision;
    };
  }

  /** Compares all answers that clients got with the journal. @returns the result */
  async function checkAll(): Promise<Story> {
    const logs = clients.map(({ log }) => [...log]);
    const story = readStory(await readTable(database.url));
    expect(problemsOf(logs, story)).toEqual([]);
    return story;
  }

  test(`nothing acknowledged is lost or doubled when a primary is killed, stopped and woken, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [primary, standby] = await roles();
      await serves(primary);
      const fault = (["SIGKILL", "SIGSTOP", "standby"] as const)[round % 3] ?? "SIGKILL";
      if (fault === "standby") {
        await standby.kill();
        await serves(primary);
        await standby.start();
        continue;
      }
      primary.signal(fault);
      await serves(standby);
      if (fault === "SIGSTOP") await wake(primary);
      await primary.start();
      const refused = await call(`${primary.url}/v1/markets`);
      expect([refused.status, refused.body["error"]]).toEqual([503, "NOT_PRIMARY"]);
      expect(refused.headers.get("retry-after")).toBe("1");
      await vi.waitFor(async () => {
        const { body } = await call(`${primary.url}/v1/markets`);
        expect(body["data"]).toEqual({ primary: standby.url });
      }, WAIT);
    }
    await checkAll();
    expect(clients.reduce((sum, { log }) => sum + log.length, 0)).toBeGreaterThan(100);
  });

  test(`nothing acknowledged is lost or doubled when the primary's line to Postgres fails, ${ROUNDS} times`, async () => {
    const supervisions = nodes.map(supervise);
    const { epochs } = await checkAll();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [primary, standby] = await roles();
      const line = lines[nodes.indexOf(primary)]!;
      const [name, inflict] = LINE_FAULTS[round % LINE_FAULTS.length]!;
      await servesSomewhere(name);
      inflict(line);
      if (name === REFUSES) await serves(standby);
      else await sleep(FAULT_MS);
      line.heal();
      line.slowRequests(Number.POSITIVE_INFINITY);
      await servesSomewhere(name);
    }
    // A line that refuses connections makes the other venue the primary, and the log does not tell the server's address.
    expect((await checkAll()).epochs.length).toBeGreaterThan(epochs.length);
    const log = nodes.map((node) => node.log).join("");
    expect(log).toContain('"msg":"the lock of the primary: ');
    for (const { url } of lines) expect(log).not.toContain(url);
    await Promise.all(supervisions.map((end) => end()));
  });

  test("an orderly end hands over, and every request finds the next primary", async () => {
    const [primary, standby] = await roles();
    // A venue whose line has failed may notice it, and end, only now.
    const endSupervision = supervise(standby);
    await serves(primary);
    primary.signal("SIGTERM");
    expect(await primary.exited).toBe(0);
    await serves(standby);
    const { epochs } = await checkAll();
    const rows = await readTable(database.url);
    const begun = rows.findIndex(({ epoch }) => epoch === epochs.at(-1)?.epoch);
    expect(epochCommand(rows[begun]!.block)?.node).toBe(standby.url);
    expect(isHandover(rows[begun - 1]!.block)).toBe(true);
    await endSupervision();
  });
});
