/**
 * Every acknowledged order survives: replay gives the same state, and SIGKILL under load neither loses nor doubles
 * anything.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { stateHash } from "./engine/state-hash.ts";
import { Follower } from "./follower/follower.ts";
import { deleteHistory, historyRows } from "./history/rows.testing.ts";
import { walkJournal } from "./journal-audit/walk-journal.ts";
import { openVenue } from "./process/open-venue.ts";
import { spawnVenue, type VenueProcess } from "./process.testing.ts";
import { snapshotsOf } from "./snapshot/snapshot-files.ts";
import {
  type Answer,
  call,
  limit,
  market,
  OPERATOR_KEY,
  startVenue,
  TestTrader,
} from "./venue.testing.ts";

const ROUNDS = Number(process.env["VENUE_SIGKILL_ROUNDS"] ?? 1);
const NAMES = ["flood 1", "flood 2", "flood 3", "flood 4"];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "venue-"));
});

/** A test that fails leaves no process behind, whose output the runner would wait for. */
let flooded: VenueProcess | undefined;
afterEach(async () => {
  await flooded?.kill();
  await rm(folder, { recursive: true });
});

test("a restart replays to the same state, and the same bytes are still a duplicate", async () => {
  const venueFolder = join(folder, "venue");
  const first = await startVenue({ folder: venueFolder });
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

  // Once from the whole journal; that leaves a snapshot, from which the next start has nothing to replay.
  const second = await openVenue({
    folder: venueFolder,
    clock: first.clock,
    operatorKey: new Secret(OPERATOR_KEY),
    onFailure: () => {},
    follower: "inline",
  });
  expect(stateHash(second.state)).toBe(hash);
  expect(second.sequencer.recovery.blocks).toBeGreaterThan(20);
  await second.close({ snapshot: true });

  const third = await startVenue({ folder: venueFolder });
  expect(third.venue.sequencer.recovery.blocks).toBe(0);
  expect(stateHash(third.venue.state)).toBe(hash);
  const duplicate = await call(`${third.url}/v1/orders`, last);
  expect([duplicate.status, duplicate.body["error"]]).toEqual([409, "DUPLICATE_REQUEST"]);
  expect((duplicate.body["data"] as OrderRecord).id).toBe((placed.body as OrderRecord).id);
  await third.close();
});

/** A write that can be repeated byte for byte. */
type Write = { trader: TestTrader; timestamp: number; orders: PlaceOrderBody[] };

function send(url: string, { trader, timestamp, orders }: Write): Promise<Answer> {
  const [only] = orders;
  const again = new TestTrader(url, nameOf(trader));
  again.key = trader.key;
  return orders.length === 1 && only !== undefined
    ? again.place(only, timestamp)
    : again.placeBatch(orders, timestamp);
}

const names = new WeakMap<TestTrader, string>();
const nameOf = (trader: TestTrader) => names.get(trader) ?? "";

function ordersIn(answer: Answer): OrderRecord[] {
  const body = answer.status === 409 ? answer.body["data"] : answer.body;
  if (typeof body !== "object" || body === null) return [];
  if ("results" in body) {
    const items = body.results as { status: string; order?: OrderRecord }[];
    return items.flatMap((item) => (item.order === undefined ? [] : [item.order]));
  }
  return "id" in body ? [body as OrderRecord] : [];
}

/** Orders that were acknowledged to the traders, and writes without an answer. */
class Ledger {
  readonly acknowledged = new Map<string, { digest: string; trader: TestTrader }>();
  readonly canceled = new Set<string>();
  unanswered: Write[] = [];
  lastAnswered: { write: Write; ids: string[] } | undefined;
  highestId = 0;
  lowestOfRound = Number.MAX_SAFE_INTEGER;

  book(write: Write, answer: Answer): void {
    const orders = ordersIn(answer);
    for (const { id, digest } of orders) {
      this.acknowledged.set(id, { digest, trader: write.trader });
      this.highestId = Math.max(this.highestId, Number(id));
      this.lowestOfRound = Math.min(this.lowestOfRound, Number(id));
    }
    if (orders.length > 0) this.lastAnswered = { write, ids: orders.map(({ id }) => id) };
  }
}

/** Until the venue is gone: orders that cross each other and orders that rest, some in batches; every seventh write is a cancel. */
async function flood(url: string, trader: TestTrader, lane: string, ledger: Ledger): Promise<void> {
  const own: string[] = [];
  for (let index = 0; ; index += 1) {
    const last = own.at(-1);
    if (index % 7 === 6 && last !== undefined) {
      const sender = Object.assign(new TestTrader(url, nameOf(trader)), { key: trader.key });
      const answer = await sender.cancel(last, "BTCUSDC", Date.now()).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 200) ledger.canceled.add(last);
      own.pop();
      continue;
    }
    const count = index % 5 === 4 ? 4 : 1;
    const orders = Array.from({ length: count }, (_, offset) => ({
      ...limit(
        (index + offset) % 2 === 0 ? "BUY" : "SELL",
        "0.001",
        index % 3 === 0
          ? "64000"
          : String((index + offset) % 2 === 0 ? 63_000 - index : 65_000 + index),
      ),
      client_id: `${lane}-${index}-${offset}`,
    }));
    const write = { trader, timestamp: Date.now(), orders };
    const answer = await send(url, write).catch(() => undefined);
    if (answer === undefined) {
      ledger.unanswered.push(write);
      return;
    }
    ledger.book(write, answer);
    own.push(...ordersIn(answer).map(({ id }) => id));
    // On a busy machine a round takes longer than its mark is fresh. The venue may be gone by now.
    if (isStale(answer)) await moveMark(url).catch(() => undefined);
  }
}

/** Whether an order, or one of a batch, was refused because of the age of the mark. */
const isStale = ({ body }: Answer): boolean => JSON.stringify(body).includes('"MARK_STALE"');

const moveMark = (url: string): Promise<void> =>
  operator(url, "/v1/operator/marks", { marks: { BTCUSDC: "64000" } });

async function operator(url: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };
  const answer = await call(`${url}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(300);
}

async function allOrders(url: string, trader: TestTrader): Promise<OrderRecord[]> {
  const orders: OrderRecord[] = [];
  const reader = Object.assign(new TestTrader(url, nameOf(trader)), { key: trader.key });
  for (let cursor: unknown = null; ; ) {
    const from = typeof cursor === "string" ? `&cursor=${cursor}` : "";
    const { body } = await reader.read(`/v1/orders?status=ALL&page_size=1000${from}`);
    orders.push(...(body["results"] as OrderRecord[]));
    cursor = body["next"];
    if (cursor === null || cursor === undefined) return orders;
  }
}

async function openTraders(url: string): Promise<TestTrader[]> {
  const traders: TestTrader[] = [];
  for (const name of NAMES) {
    const trader = new TestTrader(url, name);
    names.set(trader, name);
    const deposit = { account: trader.address, amount: "1000000", reference: name };
    await operator(url, "/v1/operator/deposits", deposit);
    await trader.createKey(Date.now());
    traders.push(trader);
  }
  return traders;
}

/**
 * A trader without an answer sends the same bytes again: the first answer may be new, the next is the same as a
 * duplicate.
 */
async function resolveUnanswered(url: string, ledger: Ledger): Promise<void> {
  for (const write of ledger.unanswered.splice(0)) {
    const first = await send(url, write);
    ledger.book(write, first);
    const second = await send(url, write);
    if (first.status >= 400 && first.status !== 409) continue;
    expect(second.status).toBe(409);
    expect(ordersIn(second).map(({ id }) => id)).toEqual(ordersIn(first).map(({ id }) => id));
  }
}

async function checkRound(
  venue: VenueProcess,
  traders: TestTrader[],
  ledger: Ledger,
): Promise<void> {
  const { lastAnswered } = ledger;
  if (lastAnswered !== undefined) {
    const again = await send(venue.url, lastAnswered.write);
    // A busy machine may restart the venue only after the signed bytes have expired.
    if (again.status === 401) expect(again.body["error"]).toBe("TIMESTAMP_OUT_OF_WINDOW");
    else {
      expect(again.status).toBe(409);
      expect(ordersIn(again).map(({ id }) => id)).toEqual(lastAnswered.ids);
    }
  }
  await resolveUnanswered(venue.url, ledger);
  const found = new Map<string, OrderRecord>();
  for (const trader of traders) {
    const orders = await allOrders(venue.url, trader);
    const clientIds = orders.map((order) => order.client_id);
    expect(new Set(clientIds).size).toBe(clientIds.length);
    for (const order of orders) found.set(order.id, order);
  }
  for (const [id, { digest }] of ledger.acknowledged) expect(found.get(id)?.digest).toBe(digest);
  for (const id of ledger.canceled) expect(found.get(id)?.status).toBe("CLOSED");
  const latest = (await call(`${venue.url}/v1/blocks/latest`)).body;
  const toHeight = Number(latest["height"]);
  const replayed = walkJournal({ folder: join(folder, "venue"), toHeight });
  expect(replayed.position).toMatchObject({ height: toHeight, stateHash: latest["state_hash"] });
}

async function spawn(): Promise<VenueProcess> {
  flooded = await spawnVenue(folder);
  return flooded;
}

test(`SIGKILL while orders flow, ${ROUNDS} times: nothing acknowledged is lost, nothing is doubled, ids ascend, a replay has the same hash, and the history has each row once`, async () => {
  const ledger = new Ledger();
  let venue = await spawn();
  const traders = await openTraders(venue.url);
  for (let round = 0; round < ROUNDS; round += 1) {
    await moveMark(venue.url);
    for (const trader of traders) {
      const sender = Object.assign(new TestTrader(venue.url, nameOf(trader)), { key: trader.key });
      await sender.cancelAll(null, Date.now());
    }
    const highestBefore = ledger.highestId;
    ledger.lowestOfRound = Number.MAX_SAFE_INTEGER;
    const { url } = venue;
    const lanes = traders.flatMap((trader, index) =>
      [0, 1].map((lane) => flood(url, trader, `${round}-${index}-${lane}`, ledger)),
    );
    const { size } = ledger.acknowledged;
    const canceled = ledger.canceled.size;
    await vi.waitFor(
      () => {
        expect(ledger.acknowledged.size).toBeGreaterThan(size + 20 + ((round * 37) % 200));
        expect(ledger.canceled.size).toBeGreaterThan(canceled);
      },
      { interval: 1 },
    );
    await venue.kill();
    await Promise.all(lanes);
    expect(ledger.lowestOfRound).toBeGreaterThan(highestBefore);
    venue = await spawn();
    await checkRound(venue, traders, ledger);
    if (round % 3 !== 1) continue;
    // An orderly end leaves a snapshot, from which the next rounds begin.
    expect(await venue.stop()).toBe(0);
    expect(snapshotsOf(join(folder, "venue")).length).toBeGreaterThan(0);
    venue = await spawn();
  }
  expect(ledger.acknowledged.size).toBeGreaterThan(20 * ROUNDS);
  expect(ledger.canceled.size).toBeGreaterThan(0);
  expect(await venue.stop()).toBe(0);
  const written = historyRows(join(folder, "venue"));
  deleteHistory(join(folder, "venue"));
  const follower = Follower.open({ folder: join(folder, "venue") });
  follower.durable(walkJournal({ folder: join(folder, "venue") }).position.height);
  await follower.catchUp();
  follower.close();
  expect(historyRows(join(folder, "venue"))).toEqual(written);
});
