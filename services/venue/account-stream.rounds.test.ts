/**
 * SIGKILL while groups fill and streams are read: a reader that comes back with the id of its last event has, over all
 * restarts, exactly the events that a replay of the journal makes; and no child outlives its parent.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { replayedEvents } from "./account-events/replayed-events.testing.ts";
import { spawnVenue, type VenueProcess } from "./process.testing.ts";
import { EventReader, type ReadEvent } from "./surface/event-reader.testing.ts";
import { stopOf } from "./surface/venue-fixture.testing.ts";
import { type Answer, call, limit, OPERATOR_KEY, TestTrader } from "./venue.testing.ts";

const ROUNDS = Number(process.env["VENUE_SIGKILL_ROUNDS"] ?? 2);
const NAMES = ["stream 1", "stream 2", "stream 3"];
const KEPT: ReadonlySet<string> = new Set(["order", "fill", "transfer", "funding"]);

let folder: string;
let running: VenueProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "venue-"));
});

afterEach(async () => {
  await running?.kill();
  await rm(folder, { recursive: true });
});

async function spawn(): Promise<VenueProcess> {
  running = await spawnVenue(folder);
  return running;
}

async function operator(url: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  expect((await call(`${url}${path}`, init)).status).toBeLessThan(300);
}

/** The trader's events so far, over all its connections. */
class Reading {
  readonly kept: ReadEvent[] = [];
  readonly #trader: TestTrader;
  #reader: EventReader | undefined;
  #lastId: string | undefined;

  constructor(trader: TestTrader) {
    this.#trader = trader;
  }

  /** Resolves when the current state has come, and with it everything that was missed. */
  async connect(url: string): Promise<void> {
    const last = this.#lastId === undefined ? {} : { "last-event-id": this.#lastId };
    const headers = { ...this.#trader.authorization(), ...last };
    const reader = new EventReader(`${url}/v1/stream`, headers);
    this.#reader = reader;
    await reader.next("margin");
    expect(reader.events.map(({ name }) => name)).not.toContain("reset");
  }

  /** Takes what the connection brought; a first one begins with open orders that are no event. */
  take(): void {
    const { events = [] } = this.#reader ?? {};
    const first = events.findIndex(({ name }) => name === "margin");
    const news = this.#lastId === undefined ? events.slice(first) : events;
    this.kept.push(...news.filter(({ name }) => KEPT.has(name)));
    this.#lastId = events.at(-1)?.id ?? this.#lastId;
    this.#reader?.close();
  }
}

/** Until the venue is gone: entries with a stop and a target that fill at once, in part, or rest. */
async function flood(url: string, trader: TestTrader, lane: number, count: () => void) {
  for (let index = 0; ; index += 1) {
    const side = (index + lane) % 2 === 0 ? "BUY" : "SELL";
    const entry = limit(
      side,
      "0.003",
      index % 3 === 0 ? "64000" : side === "BUY" ? "63900" : "64100",
    );
    const stop = stopOf(entry, side === "BUY" ? "50000" : "80000");
    const send = (): Promise<Answer> =>
      index % 5 === 4
        ? trader.cancelAll("BTCUSDC", Date.now())
        : trader.placeGroup({ grouping: "ENTRY", orders: [entry, stop] }, Date.now());
    const answer = await send().catch(() => undefined);
    if (answer === undefined) return;
    count();
  }
}

test(`${ROUNDS} times: no event is lost or repeated, and each child has its parent`, async () => {
  let venue = await spawn();
  await operator(venue.url, "/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
  const traders: TestTrader[] = [];
  for (const name of NAMES) {
    const trader = new TestTrader(venue.url, name);
    const deposit = { account: trader.address, amount: "1000000", reference: name };
    await operator(venue.url, "/v1/operator/deposits", deposit);
    await trader.createKey(Date.now());
    traders.push(trader);
  }
  const readings = traders.map((trader) => new Reading(trader));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { url } = venue;
    await operator(url, "/v1/operator/marks", { marks: { BTCUSDC: "64000" } });
    await Promise.all(readings.map((reading) => reading.connect(url)));
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    let writes = 0;
    const count = () => {
      writes += 1;
      if (writes === 10 + ((round * 37) % 90)) resolve();
    };
    const lanes = traders.map((trader, lane) => {
      const sender = Object.assign(new TestTrader(url, NAMES[lane] ?? ""), { key: trader.key });
      return flood(url, sender, lane, count);
    });
    await enough;
    await venue.kill();
    await Promise.all(lanes);
    for (const reading of readings) reading.take();
    venue = await spawn();
  }
  await Promise.all(readings.map((reading) => reading.connect(venue.url)));
  for (const reading of readings) reading.take();
  expect(await venue.stop()).toBe(0);
  const truth = await replayedEvents(join(folder, "venue"));
  for (const [index, { address }] of traders.entries()) {
    const got = readings[index]?.kept ?? [];
    const made = truth.get(address) ?? [];
    expect(got.length).toBeGreaterThan(ROUNDS);
    // Behind the last reader the venue made nothing but ticks.
    expect(got).toEqual(made.slice(made.findIndex(({ id }) => id === got[0]?.id)));
    const orders = made
      .filter(({ name }) => name === "order")
      .map(({ data }) => data as OrderRecord);
    const ids = new Set(orders.map(({ id }) => id));
    for (const { parent_id } of orders) if (parent_id) expect(ids).toContain(parent_id);
  }
});
