/** `GET /v1/stream`: what happens to an account, as it happens, and nothing of another. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACCOUNT_STREAM_EVENTS, type LiquidationSum } from "#lib/protocol/wire/account-stream.ts";
import { limit, READER_KEY, type TestTrader } from "#services/venue/venue.testing.ts";
import { EventReader } from "./event-reader.testing.ts";
import { openVenueFixture, type VenueFixture } from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
let readers: EventReader[];

beforeEach(async () => {
  fixture = await openVenueFixture({ readerKey: READER_KEY });
  readers = [];
});

afterEach(async () => {
  for (const reader of readers) reader.close();
  await fixture.close();
});

function read(headers: Record<string, string>, lastEventId?: string, query = ""): EventReader {
  const last = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const reader = new EventReader(`${fixture.venue.url}/v1/stream${query}`, { ...headers, ...last });
  readers.push(reader);
  return reader;
}

const streamOf = (trader: TestTrader, lastEventId?: string) =>
  read(trader.authorization(), lastEventId);

async function trade(buyer: TestTrader, seller: TestTrader, size: string, price = "64000") {
  expect((await seller.place(limit("SELL", size, price), fixture.now())).status).toBe(201);
  expect((await buyer.place(limit("BUY", size, price), fixture.now())).status).toBe(201);
}

/** The events that are kept for readers that come back. */
const keptOf = ({ events }: EventReader) =>
  events.filter(({ name }) => ["order", "fill", "transfer", "funding"].includes(name));

test("a stream begins with the current state, and each event is the record of its read", async () => {
  const { bob, get } = fixture;
  const alice = await fixture.trader("carol", "20000");
  await alice.place(limit("BUY", "0.1", "60000"), fixture.now());
  await trade(alice, bob, "0.5");
  const reader = streamOf(alice);
  const [account, position, order] = [
    await reader.next("account"),
    await reader.next("position"),
    await reader.next("order"),
  ];
  const margin = await reader.next("margin");
  const first = async (path: string) => {
    const { body } = await get(path, alice.authorization());
    return (body["results"] as unknown[])[0];
  };
  expect(account.data).toEqual(await first("/v1/accounts"));
  expect(position.data).toEqual(await first("/v1/positions"));
  expect(order.data).toEqual(await first("/v1/orders"));
  expect(margin.data).toMatchObject({ level: "SAFE", nearest: { market: "BTCUSDC" } });
  expect(reader.events.map(({ name }) => name)).toEqual(["account", "position", "order", "margin"]);
});

test("a fill, its order, its position and the account follow, by their contracts", async () => {
  const { alice, bob, get } = fixture;
  const reader = streamOf(alice);
  await reader.next("margin");
  const seen = reader.events.length;
  await trade(alice, bob, "0.5");
  const fill = await reader.next("fill");
  const { body } = await get("/v1/fills", alice.authorization());
  expect({ ...fill.data, trigger_price: undefined }).toEqual((body["results"] as unknown[])[0]);
  await reader.next("order", ({ status }) => status === "CLOSED");
  expect((await reader.next("position")).data).toMatchObject({ size: "0.5", side: "LONG" });
  await reader.next("account", ({ initial_margin }) => initial_margin !== "0", seen);
  await trade(bob, alice, "0.5");
  const closed = await reader.next("position", ({ size }) => size === "0");
  expect(closed.data).toMatchObject({ side: "LONG", unrealized_pnl: "0", liquidation_price: null });
  for (const { name, data, id } of reader.events) {
    const schema = ACCOUNT_STREAM_EVENTS[name as keyof typeof ACCOUNT_STREAM_EVENTS];
    expect(schema.safeParse(data).error, name).toBeUndefined();
    expect(data["account"]).toBe(alice.address);
    expect(id).toMatch(/^\d+-\d+$/);
  }
  const ids = reader.events.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("deposits, withdrawals and funding are told", async () => {
  const { alice, bob, venue } = fixture;
  await trade(alice, bob, "0.5");
  const reader = streamOf(alice);
  await reader.next("margin");
  await venue.operator("/v1/operator/deposits", {
    account: alice.address,
    amount: "12.5",
    reference: "more",
  });
  expect((await reader.next("transfer")).data).toMatchObject({ kind: "DEPOSIT", amount: "12.5" });
  for (const milliseconds of [0, 20_000]) {
    venue.clock.advance(milliseconds);
    await venue.tick();
  }
  await trade(bob, alice, "0.5");
  const funding = await reader.next("funding");
  const { body } = await fixture.get("/v1/funding", alice.authorization());
  expect(funding.data).toEqual((body["results"] as unknown[])[0]);
});

test("margin warns at half and at four fifths, and a liquidation is told once with its sum", async () => {
  const { bob, setMark, venue } = fixture;
  const carol = await fixture.trader("carol", "2000");
  await trade(carol, bob, "0.5");
  const reader = streamOf(carol);
  const levels: unknown[] = [(await reader.next("margin")).data["level"]];
  for (const [price, level] of [
    ["63000", "WARNING"],
    ["61900", "DANGER"],
  ] as const) {
    await setMark(price);
    await reader.next("margin", (data) => data["level"] === level);
    levels.push(level);
  }
  expect(levels).toEqual(["SAFE", "WARNING", "DANGER"]);
  // Nobody buys what the venue sells: the insurance fund takes the position.
  await setMark("61000");
  await venue.tick();
  const { data } = await reader.next("margin", ({ liquidation }) => liquidation !== null);
  expect(ACCOUNT_STREAM_EVENTS.margin.safeParse(data).error).toBeUndefined();
  expect(data).toMatchObject({
    level: "SAFE",
    liquidation: { positions: [{ market: "BTCUSDC", size: "0.5", remaining_size: "0" }] },
  });
  const [sum] = (data["liquidation"] as LiquidationSum).positions;
  expect(sum?.average_price).toBe((await reader.next("fill")).data["price"]);
  await setMark("61100");
  await reader.next("position", ({ size }) => size === "0");
  expect(reader.events.filter(({ data: of }) => of["liquidation"])).toHaveLength(1);
});

describe("a reader that comes back", () => {
  test("gets exactly what it missed, in order", async () => {
    const { alice, bob } = fixture;
    const whole = streamOf(alice);
    await whole.next("margin");
    const seen = keptOf(whole).length;
    for (let round = 0; round < 4; round += 1) await trade(alice, bob, "0.1");
    await whole.until(() => keptOf(whole).filter(({ name }) => name === "fill").length === 4);
    const all = keptOf(whole).slice(seen);
    for (const cut of [0, 1, 3, all.length - 2]) {
      const again = streamOf(alice, all[cut]?.id ?? "");
      await again.next("margin");
      expect(keptOf(again)).toEqual(all.slice(cut + 1));
      expect(again.events.map(({ name }) => name)).not.toContain("reset");
    }
  });

  test("may name the last event in the query, where it can send no header", async () => {
    const { alice, bob } = fixture;
    const before = streamOf(alice);
    const { id } = await before.next("margin");
    before.close();
    await trade(alice, bob, "0.1");
    const again = read(alice.authorization(), undefined, `?lastEventId=${id}`);
    await again.next("margin");
    expect(keptOf(again).map(({ name }) => name)).toEqual(["fill", "order"]);
    expect(again.events.map(({ name }) => name)).not.toContain("reset");
  });

  test("learns that a position is gone", async () => {
    const { alice, bob } = fixture;
    await trade(alice, bob, "0.5");
    const before = streamOf(alice);
    const { id } = await before.next("margin");
    before.close();
    await trade(bob, alice, "0.5");
    const again = streamOf(alice, id);
    await again.next("margin");
    expect((await again.next("position")).data).toMatchObject({ size: "0" });
  });

  test.each(["99999999-1", "0-1", "yesterday", "-1--1"])(
    "begins anew behind an event that is not known: %s",
    async (id) => {
      const reader = streamOf(fixture.alice, id);
      await reader.next("margin");
      expect(reader.events[0]).toMatchObject({
        name: "reset",
        data: { account: fixture.alice.address, reset: true },
      });
    },
  );

  test("begins anew after ten minutes to twenty", async () => {
    const { alice, bob, venue } = fixture;
    await trade(alice, bob, "0.1");
    const before = streamOf(alice);
    const { id } = await before.next("margin");
    before.close();
    for (const minutes of [10, 10]) {
      venue.clock.advance(minutes * 60_000);
      await fixture.setMark("64000");
    }
    const again = streamOf(alice, id);
    await again.next("margin");
    expect(again.events[0]?.name).toBe("reset");
  });
});

describe("who may read", () => {
  test("nobody receives the events of another account", async () => {
    const { alice, bob } = fixture;
    const [ofAlice, ofBob] = [streamOf(alice), streamOf(bob)];
    await Promise.all([ofAlice.next("margin"), ofBob.next("margin")]);
    await trade(alice, bob, "0.5");
    await Promise.all([ofAlice.next("fill"), ofBob.next("fill")]);
    for (const [reader, { address }] of [
      [ofAlice, alice],
      [ofBob, bob],
    ] as const) {
      expect(new Set(reader.events.map(({ data }) => data["account"]))).toEqual(new Set([address]));
    }
  });

  test("a key that is revoked ends its streams before the next event", async () => {
    const { alice, bob, get } = fixture;
    const reader = streamOf(alice);
    await reader.next("margin");
    const { body } = await get("/v1/keys", alice.authorization());
    const [key] = body["results"] as { id: string }[];
    const second = alice.key;
    await alice.createKey(fixture.now());
    expect((await alice.revokeKey(key?.id ?? "", fixture.now())).status).toBe(200);
    expect(second).not.toBe(alice.key);
    const seen = reader.events.length;
    await trade(alice, bob, "0.5");
    await reader.ended;
    expect(reader.events.length).toBe(seen);
  });

  test.each([
    ["no key", {}, "MISSING_CREDENTIAL"],
    ["an unknown key", { authorization: `Bearer apikey_${"0".repeat(64)}` }, "UNKNOWN_API_KEY"],
    ["another kind of key", { authorization: "Bearer tbk_1" }, "WRONG_CREDENTIAL"],
  ])("a request with %s is refused", async (_name, headers, code) => {
    const { status, body } = await read(headers).opened;
    expect(status).toBe(401);
    expect((await body())["error"]).toBe(code);
  });

  test("a key of one account cannot name another", async () => {
    const { alice, bob } = fixture;
    const headers = { ...alice.authorization(), "x-account-pubkey": bob.address };
    const { body } = await read(headers).opened;
    expect((await body())["error"]).toBe("ApiKeyIdentityConflict");
  });

  test("an account has eight streams, and another one when one has ended", async () => {
    const { alice } = fixture;
    const eight = Array.from({ length: 8 }, () => streamOf(alice));
    await Promise.all(eight.map((reader) => reader.next("margin")));
    const { status, body } = await streamOf(alice).opened;
    expect([status, (await body())["error"]]).toEqual([429, "TOO_MANY_STREAMS"]);
    eight[0]?.close();
    for (;;) {
      const again = streamOf(alice);
      if ((await again.opened).status === 200) break;
    }
  });
});

describe("the reader key", () => {
  const READER = { authorization: `Bearer ${READER_KEY}` };

  async function change(stream: unknown, body: object, headers: Record<string, string> = READER) {
    const url = `${fixture.venue.url}/v1/operator/streams/${String(stream)}/accounts`;
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(url, {
      ...init,
      headers: { ...headers, "content-type": "application/json" },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  test("streams the account that the header names", async () => {
    const reader = read({ ...READER, "x-account-pubkey": fixture.bob.address });
    expect((await reader.next("account")).data["account"]).toBe(fixture.bob.address);
  });

  test("follows several accounts on one stream, and stops to follow one", async () => {
    const { alice, bob } = fixture;
    const reader = read(READER);
    const { stream } = (await reader.next("stream")).data;
    const both = [{ account: alice.address }, { account: bob.address }];
    expect((await change(stream, { follow: both })).status).toBe(200);
    const of = ({ address }: TestTrader) =>
      reader.next("margin", (data) => data["account"] === address);
    await Promise.all([of(alice), of(bob)]);
    await trade(alice, bob, "0.5");
    const last = await reader.next("fill", ({ account }) => account === bob.address);
    expect((await change(stream, { unfollow: [{ account: alice.address }] })).status).toBe(200);
    const seen = reader.events.length;
    await trade(alice, bob, "0.1");
    await reader.next("fill", ({ account }) => account === bob.address, seen);
    expect(reader.events.slice(seen).map(({ data }) => data["account"])).not.toContain(
      alice.address,
    );
    // Back behind what it has seen last.
    const after = [{ account: alice.address, after: last.id }];
    const before = reader.events.length;
    await change(stream, { follow: after });
    const missed = await reader.next("fill", ({ account }) => account === alice.address, before);
    expect(missed.data).toMatchObject({ size: "0.1" });
  });

  test.each([
    ["an unknown stream", {}, "404 STREAM_NOT_FOUND"],
    ["a body with more", { more: [] }, "400 UNKNOWN_FIELD"],
    ["no key as account", { follow: [{ account: "nobody" }] }, "400 INVALID_PUBLIC_KEY"],
    ["no list", { follow: 1 }, "400 INVALID_FIELD"],
  ])("a change of %s is refused", async (_name, sent, refusal) => {
    const { status, body } = await change("0".repeat(32), sent);
    expect(`${status} ${String(body["error"])}`).toBe(refusal);
  });

  test("no other key changes a stream", async () => {
    const answer = await change("x", {}, fixture.alice.authorization());
    expect([answer.status, answer.body["error"]]).toEqual([401, "MALFORMED_CREDENTIAL"]);
  });
});

test("a drain ends streams cleanly, so that their clients come back", async () => {
  const reader = streamOf(fixture.alice);
  await reader.next("margin");
  await fixture.venue.drain();
  await expect(reader.ended).resolves.toBeUndefined();
});
