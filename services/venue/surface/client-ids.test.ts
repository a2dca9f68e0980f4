/** A bot that lost an answer finds its order by the client_id that it gave it, whatever became of the order, and cancels it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { limit, market } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
  RESTING,
  refusalOf,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

let count = 0;
/** Another name for each test. */
let client_id: string;
beforeEach(() => {
  count += 1;
  client_id = `bot ä/${count}`;
});

async function find(more = "", by = fixture.alice): Promise<OrderRecord[]> {
  const query = `client_id=${encodeURIComponent(client_id)}${more}`;
  const { status, body } = await by.read(`/v1/orders?${query}`);
  expect([status, body["next"]]).toEqual([200, null]);
  return body["results"] as OrderRecord[];
}

describe("an order is found by its client_id", () => {
  test("while it is open, and after it was cancelled", async () => {
    const { alice, now } = fixture;
    const { id } = (await alice.place({ ...RESTING, client_id }, now())).body as OrderRecord;
    expect(await find()).toEqual([expect.objectContaining({ id, client_id, status: "OPEN" })]);
    await alice.cancel(id, "BTCUSDC", now());
    expect(await find()).toEqual([expect.objectContaining({ id, status: "CLOSED" })]);
  });

  test("when it filled at once, and when only the history has it", async () => {
    const { alice, bob, now, venue } = fixture;
    await bob.place(limit("SELL", "0.1", "64000"), now());
    const { id } = (await alice.place({ ...market("BUY", "0.1"), client_id }, now()))
      .body as OrderRecord;
    expect(await find()).toEqual([expect.objectContaining({ id, filled_size: "0.1" })]);
    await venue.venue.followed();
    venue.venue.state.orders.delete(Number(id));
    expect(await find()).toEqual([expect.objectContaining({ id, filled_size: "0.1" })]);
  });

  test("within the status and the market that the read names", async () => {
    const { alice, now } = fixture;
    const { id } = (await alice.place({ ...RESTING, client_id }, now())).body as OrderRecord;
    expect(await find("&status=OPEN&market=BTCUSDC")).toHaveLength(1);
    expect(await find("&market=ETHUSDC")).toEqual([]);
    await alice.cancel(id, "BTCUSDC", now());
    expect(await find("&status=OPEN")).toEqual([]);
  });

  test("by its own account alone, and not when nobody has the name", async () => {
    const { alice, bob, now } = fixture;
    expect(await find()).toEqual([]);
    await alice.place({ ...RESTING, client_id }, now());
    expect(await find("", bob)).toEqual([]);
    await alice.cancelAll(null, now());
  });

  test("for a day from its placement", async () => {
    const own = await openVenueFixture();
    const { alice, now, venue } = own;
    await alice.place({ ...RESTING, client_id, time_in_force: "IOC" }, now());
    expect(await find("", alice)).toHaveLength(1);
    venue.clock.advance(DAY_MS);
    await own.setMark("64000");
    expect(await find("", alice)).toEqual([]);
    expect((await alice.place({ ...RESTING, client_id }, now())).status).toBe(201);
    await own.close();
  });
});

describe("an order is cancelled by its client_id", () => {
  test("and the signature is over the name", async () => {
    const { alice, now } = fixture;
    const { id } = (await alice.place({ ...RESTING, client_id }, now())).body as OrderRecord;
    const { status, body } = await alice.cancelByClientId(client_id, now());
    expect([status, body]).toMatchObject([200, { id, cancel_reason: "USER_CANCELED" }]);
    expect(refusalOf(await alice.cancelByClientId(client_id, now()))).toEqual([
      409,
      "ORDER_IS_CLOSED",
    ]);
  });

  test("not by another account, and not under a name that it does not have", async () => {
    const { alice, bob, now } = fixture;
    await alice.place({ ...RESTING, client_id }, now());
    for (const answer of [
      await bob.cancelByClientId(client_id, now()),
      await alice.cancelByClientId("another", now()),
    ]) {
      expect(refusalOf(answer)).toEqual([404, "ORDER_NOT_FOUND"]);
    }
    expect(refusalOf(await alice.cancelByClientId("x".repeat(37), now()))).toEqual([
      400,
      "INVALID_FIELD",
    ]);
    await alice.cancelAll(null, now());
  });

  test("once: the same bytes again answer what they answered", async () => {
    const { alice, now } = fixture;
    await alice.place({ ...RESTING, client_id }, now());
    const timestamp = now();
    const first = await alice.cancelByClientId(client_id, timestamp);
    const again = await alice.cancelByClientId(client_id, timestamp);
    expect(refusalOf(again)).toEqual([409, "DUPLICATE_REQUEST"]);
    expect(again.body["data"]).toEqual(first.body);
  });
});
