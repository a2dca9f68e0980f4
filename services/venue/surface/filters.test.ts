/** Orders, fills and funding by time, by state and by order: a bot reads what it does not have yet, and no more. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { limit, market } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
  RESTING,
  refusalOf,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
/** Of three orders of bob that filled, a second apart. */
let filled: OrderRecord[];
let open: OrderRecord;

beforeAll(async () => {
  fixture = await openVenueFixture();
  const { alice, bob, now, venue } = fixture;
  await alice.place(limit("SELL", "1", "64000"), now());
  await alice.place(limit("SELL", "1", "64000"), now());
  filled = [];
  for (let count = 0; count < 3; count += 1) {
    venue.clock.advance(1_000);
    await fixture.setMark("64000");
    // Each takes from both resting orders or from one.
    filled.push((await bob.place(market("BUY", "0.6"), now())).body as unknown as OrderRecord);
  }
  open = (await bob.place(RESTING, now())).body as unknown as OrderRecord;
  await venue.venue.followed();
});
afterAll(() => fixture.close());

type Page<Row> = { results: Row[]; next: string | null };
type Fill = { id: number; order_id: string; created_at: number };

async function read<Row>(path: string): Promise<Row[]> {
  return ((await fixture.bob.read(path)).body as Page<Row>).results;
}

describe("fills", () => {
  test("of one order are all of its fills and no others, in pages", async () => {
    const [first, second] = filled;
    expect(await read<Fill>(`/v1/fills?order_id=${first!.id}`)).toHaveLength(1);
    const both = await read<Fill>(`/v1/fills?order_id=${second!.id}`);
    expect(both.map(({ order_id: id }) => id)).toEqual([second!.id, second!.id]);
    const path = `/v1/fills?order_id=${second!.id}&page_size=1`;
    const { results, next } = (await fixture.bob.read(path)).body as Page<Fill>;
    const rest = await read<Fill>(`${path}&cursor=${next}`);
    expect([...results, ...rest]).toEqual(both);
    expect(await read(`/v1/fills?order_id=${second!.id}&market=ETHUSDC`)).toEqual([]);
  });

  test("of an order of another account are none", async () => {
    const { results } = (await fixture.alice.read(`/v1/fills?order_id=${filled[0]!.id}`))
      .body as Page<Fill>;
    expect(results).toEqual([]);
    expect(await read("/v1/fills?order_id=0")).toEqual([]);
  });

  test("of a span of time are those from its beginning to its end, both included", async () => {
    const all = await read<Fill>("/v1/fills");
    expect(all).toHaveLength(4);
    const times = all.map(({ created_at: time }) => time);
    for (const from of [0, ...times, times[0]! + 1]) {
      for (const to of [...times, times[0]! + 1].filter((time) => time >= from)) {
        const found = await read<Fill>(`/v1/fills?start_at=${from}&end_at=${to}`);
        const wanted = all.filter(({ created_at: time }) => time >= from && time <= to);
        expect(found, `${from} to ${to}`).toEqual(wanted);
      }
    }
    expect(await read<Fill>(`/v1/fills?start_at=${times.at(-1)! + 1}&page_size=1`)).toEqual([
      all[0],
    ]);
    expect(await read("/v1/fills?end_at=1")).toEqual([]);
  });
});

describe("orders", () => {
  const ids = (rows: OrderRecord[]) => rows.map(({ id }) => id);

  test("can be the closed ones alone", async () => {
    const closed = filled.map(({ id }) => id).toReversed();
    expect(ids(await read("/v1/orders?status=CLOSED"))).toEqual(closed);
    expect(ids(await read("/v1/orders"))).toEqual([open.id]);
    expect(ids(await read("/v1/orders?status=ALL"))).toEqual([open.id, ...closed]);
  });

  test("of a span of time are those that were placed in it, from memory and from the history", async () => {
    const since = filled[1]!.created_at;
    expect(ids(await read(`/v1/orders?status=ALL&start_at=${since}`))).toEqual([
      open.id,
      filled[2]!.id,
      filled[1]!.id,
    ]);
    expect(ids(await read(`/v1/orders?status=CLOSED&end_at=${since}`))).toEqual([
      filled[1]!.id,
      filled[0]!.id,
    ]);
    expect(ids(await read(`/v1/orders?end_at=${since}`))).toEqual([]);
  });
});

test("a span that ends before it begins and an unknown state are refused", async () => {
  const { bob } = fixture;
  for (const path of ["/v1/orders?status=ALL", "/v1/fills?", "/v1/funding?"]) {
    const answer = await bob.read(`${path}&start_at=2&end_at=1`);
    expect(refusalOf(answer), path).toEqual([400, "MALFORMED_QUERY"]);
  }
  expect(refusalOf(await bob.read("/v1/orders?status=DONE"))).toEqual([400, "MALFORMED_QUERY"]);
  expect(refusalOf(await bob.read("/v1/fills?order_id=x"))).toEqual([400, "MALFORMED_QUERY"]);
});

test("a key reads what is left of its limits, which costs one read", async () => {
  const { bob, now, venue } = fixture;
  venue.clock.advance(10_000);
  expect((await bob.read("/v1/rate-limits")).body).toEqual({
    orders: { limit: 400, per_second: 200, remaining: 400, reset_seconds: 0 },
    reads: { limit: 120, per_second: 120, remaining: 119, reset_seconds: 1 },
  });
  await bob.placeBatch([RESTING, RESTING], now());
  expect((await bob.read("/v1/rate-limits")).body).toMatchObject({
    orders: { remaining: 398, reset_seconds: 1 },
    reads: { remaining: 118 },
  });
  const { status } = await fixture.get("/v1/rate-limits");
  expect(status).toBe(401);
});
