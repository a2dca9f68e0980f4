/** A reader whose venue is killed comes back to the standby with the id of its last event, and misses and repeats none. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { replayedEvents } from "./account-events/replayed-events.testing.ts";
import { EventReader } from "./surface/event-reader.testing.ts";
import { VenueNode } from "./testing/failover/nodes.ts";
import { call, limit, OPERATOR_KEY, TestTrader } from "./venue.testing.ts";

const WAIT = { interval: 50 };
const KEPT: ReadonlySet<string> = new Set(["order", "fill", "transfer", "funding"]);

const server = await probePostgres(process.env);
const isAbsent = server === undefined && !isPostgresPromised(process.env);

describe.skipIf(isAbsent)("a stream over a failover", () => {
  let database: OwnDatabase;
  let folder: string;
  let nodes: VenueNode[];

  beforeEach(async () => {
    database = await ownDatabase(server);
    folder = await mkdtemp(join(tmpdir(), "stream-failover-"));
    nodes = await Promise.all(
      [0, 1].map((index) => VenueNode.create(join(folder, `node ${index}`), database.url)),
    );
    for (const node of nodes) await node.start();
  });

  afterEach(async () => {
    for (const node of nodes) await node.kill();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const primary = () =>
    vi.waitFor(async () => {
      const are = await Promise.all(nodes.map((node) => node.isPrimary().catch(() => false)));
      const found = nodes[are.indexOf(true)];
      if (found === undefined) throw new Error("no venue is the primary");
      return found;
    }, WAIT);

  async function operator(url: string, path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    expect((await call(`${url}${path}`, request)).status).toBeLessThan(300);
  }

  async function trade({ url }: VenueNode, key: string, times: number): Promise<TestTrader> {
    await operator(url, "/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
    const trader = Object.assign(new TestTrader(url, "reader"), { key });
    for (let index = 0; index < times; index += 1) {
      const order = limit("BUY", "0.01", String(60_000 + index));
      expect((await trader.place(order, Date.now())).status).toBe(201);
    }
    return trader;
  }

  test("goes on at the standby behind its last event", async () => {
    const first = await primary();
    const trader = new TestTrader(first.url, "reader");
    const deposit = { account: trader.address, amount: "100000", reference: "first" };
    await operator(first.url, "/v1/operator/deposits", deposit);
    await trader.createKey(Date.now());
    const before = new EventReader(`${first.url}/v1/stream`, trader.authorization());
    await before.next("margin");
    const seen = before.events.length;
    await trade(first, trader.key, 5);
    await before.until(() => before.events.slice(seen).filter(isOrder).length === 5);
    await first.kill();
    await before.ended;
    const second = await primary();
    expect(second.url).not.toBe(first.url);
    await trade(second, trader.key, 5);
    const last = before.events.at(-1)?.id ?? "";
    const after = new EventReader(`${second.url}/v1/stream`, {
      ...trader.authorization(),
      "last-event-id": last,
    });
    await after.next("margin");
    after.close();
    expect(after.events.map(({ name }) => name)).not.toContain("reset");
    const got = [...before.events.slice(seen), ...after.events].filter(({ name }) =>
      KEPT.has(name),
    );
    second.signal("SIGTERM");
    expect(await second.exited).toBe(0);
    const survivor = join(folder, `node ${nodes.indexOf(second)}`, "venue");
    const made = (await replayedEvents(survivor)).get(trader.address) ?? [];
    const start = made.findIndex(({ id }) => id === got[0]?.id);
    expect(got).toHaveLength(10);
    expect(got).toEqual(made.slice(start));
  });
});

const isOrder = ({ name }: { name: string }) => name === "order";
