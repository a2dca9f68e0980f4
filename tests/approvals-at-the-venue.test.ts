/**
 * From a machine's proposal to an order at a real venue: only the user's own signature on exactly the staged order leads
 * there, once, and the user and the proposer learn the outcome.
 */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  declineStagedOrder,
  withdrawStagedOrder,
} from "#lib/assistants/staged-orders/end-staged-order.ts";
import {
  listOwnStagedOrders,
  readWaitingOrders,
} from "#lib/assistants/staged-orders/list-staged-orders.ts";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { MAX_WAITING_ORDERS, MAX_WAITING_ORDERS_OF_ONE } from "#lib/protocol/staged-orders.ts";
import { pushes } from "#lib/pushes/schema/pushes.ts";
import { venueKeys } from "#lib/trading/schema/venue-access.ts";
import { limit, TestTrader } from "#services/venue/venue.testing.ts";
import {
  approve,
  BUY,
  CLIENT,
  openWorld,
  own,
  type Person,
  proposed,
  refusal,
  signed,
  signedGroup,
  stage,
  type World,
} from "./approvals.testing.ts";

let db: Database;
let world: World;
let ada: Person;

beforeAll(async () => {
  db = await testDatabase();
  world = await openWorld(db);
});
afterAll(async () => {
  await world.close();
  await db.$client.end();
});
beforeEach(async () => {
  Object.assign(world.line, { fate: "pass", before: undefined, isDown: false, writes: [] });
  await world.fixture.setMark("64000");
  ada = await world.person("ada");
});

const now = () => world.fixture.now();
const decline = (id: string, at = now()) =>
  declineStagedOrder({
    ctx: { actor: ada.actor, client: CLIENT, now: at },
    input: { params: { id } },
  });
const withdraw = (actor: Person["key"] | Person["grant"] | Person["bot"], id: string) =>
  withdrawStagedOrder({ ctx: { actor, client: CLIENT, now: now() }, input: { params: { id } } });

describe("an approved order", () => {
  test.each(["grant", "key", "bot"] as const)(
    "of a %s is placed as it was staged, and its proposer reads the result",
    async (by) => {
      const staged = await stage(ada[by], { ...BUY, reason: "It is cheap." }, now());
      expect(staged).toMatchObject({
        state: "waiting",
        account: ada.trader.address,
        source: { name: { grant: "Claude", key: "My key", bot: "My bot" }[by] },
        order: { ...BUY, time_in_force: "GTC", flags: 0, trigger_price: null },
        reason: "It is cheap.",
        snapshot: { mark_price: "64000", notional: "900", position: "0" },
        result: null,
        approval_url: `http://localhost:3000/approvals/${staged.id}`,
      });
      expect(Date.parse(staged.expires_at) - Date.parse(staged.created_at)).toBe(5 * MINUTE_MS);
      expect(await world.ordersOf(ada.trader)).toEqual([]);

      const timestamp = now();
      const placed = await approve(ada, staged.id, signed(ada, staged.order, timestamp), now());
      const [order, ...others] = await world.ordersOf(ada.trader);
      expect(others).toEqual([]);
      expect(order).toMatchObject({ ...BUY, client_id: staged.id, timestamp, status: "OPEN" });
      expect(placed).toMatchObject({
        state: "placed",
        result: { order_id: order?.["id"], status: "OPEN", filled_size: "0", avg_fill_price: null },
        error: null,
      });
      expect(await proposed(ada[by], staged.id, now())).toEqual(placed);
      expect(await own(ada, staged.id, now())).toEqual(placed);
      expect(await world.audited(ada.actor.userId)).toEqual([
        "order.staged BUY 0.0150 BTCUSDC LIMIT 60000.0",
        "order.approved BUY 0.0150 BTCUSDC LIMIT 60000.0",
        "order.placed BUY 0.0150 BTCUSDC LIMIT 60000.0",
      ]);
    },
  );

  test("goes with its take profit and its stop, which wait for what it fills, under one signature", async () => {
    const protection = { take_profit: "66000", stop_loss: "58000.5" };
    const staged = await stage(ada.grant, { ...BUY, ...protection, reference: "one" }, now());
    expect(staged.protection).toMatchObject([
      { order_type: "TAKE_PROFIT_MARKET", side: "SELL", size: BUY.size, trigger_price: "66000" },
      { order_type: "STOP_LOSS_MARKET", side: "SELL", size: BUY.size, trigger_price: "58000.5" },
    ]);
    const orders = [staged.order, ...(staged.protection ?? [])];
    // Neither the order alone nor two of the three are what was proposed.
    for (const wrong of [
      signed(ada, staged.order, now()),
      signedGroup(ada, orders.slice(0, 2), now()),
    ]) {
      await expect(approve(ada, staged.id, wrong, now())).rejects.toEqual(
        refusal("STAGED_ORDER_DIFFERS"),
      );
    }
    const approval = signedGroup(ada, orders, now());
    const placed = await approve(ada, staged.id, approval, now());
    expect(placed).toMatchObject({ state: "placed", result: { status: "OPEN" }, error: null });
    expect(await approve(ada, staged.id, approval, now())).toEqual(placed);
    const [stop, profit, entry] = await world.ordersOf(ada.trader);
    expect(entry).toMatchObject({ client_id: staged.id, grouping: "ENTRY", status: "OPEN" });
    expect(placed.result?.order_id).toBe(entry?.["id"]);
    for (const child of [profit, stop]) {
      expect(child).toMatchObject({ parent_id: entry?.["id"], status: "WAITING" });
    }
    expect(await world.audited(ada.actor.userId)).toContain(
      "order.placed BUY 0.0150 BTCUSDC LIMIT 60000.0, TAKE_PROFIT_MARKET 66000, STOP_LOSS_MARKET 58000.5",
    );
    const other = { ...BUY, take_profit: "67000", reference: "one" };
    await expect(stage(ada.grant, other, now())).rejects.toEqual(refusal("INVALID_FIELD"));
  });

  test.each([
    ["a stop above the order's price", { stop_loss: "60000.5" }, "GROUP_PRICE"],
    ["a price between ticks", { take_profit: "66000.05" }, "INVALID_TICK"],
    ["an order that only reduces", { stop_loss: "58000", reduce_only: true }, "GROUP_FLAGS"],
    [
      "an order that waits for a trigger itself",
      { price: null, order_type: "STOP_LOSS_MARKET", trigger_price: "60000", stop_loss: "58000" },
      "GROUP_TYPE",
    ],
  ] as const)("cannot be proposed with %s", async (_name, change, code) => {
    await expect(stage(ada.grant, { ...BUY, ...change }, now())).rejects.toEqual(refusal(code));
  });

  test("is told to its owner with the proposal, once however often it is proposed", async () => {
    const body = { ...BUY, reference: "again" };
    const staged = await stage(ada.key, body, now());
    expect((await stage(ada.key, body, now())).id).toBe(staged.id);
    await expect(stage(ada.key, { ...BUY, market: "NOPEUSDC" }, now())).rejects.toEqual(
      refusal("MARKET_NOT_FOUND"),
    );
    const sent = await db.select().from(pushes).where(eq(pushes.userId, ada.actor.userId));
    expect(sent).toMatchObject([
      { key: `approval:${staged.id}`, leavesUntil: Date.parse(staged.expires_at) },
    ]);
  });

  test("may be signed by a trading key that the venue knows, and by no other", async () => {
    const phone = new TestTrader(world.fixture.venue.url, "phone");
    const staged = await stage(ada.grant, BUY, now());
    const unknown = approve(ada, staged.id, signed(ada, staged.order, now(), phone), now());
    await expect(unknown).rejects.toEqual(refusal("SIGNER_NOT_AUTHORIZED"));
    const canceller = new TestTrader(world.fixture.venue.url, "canceller");
    const hour = now() + 3_600_000;
    await ada.trader.registerSigner(canceller, { scopes: 2, expires_at: hour }, now());
    const weak = approve(ada, staged.id, signed(ada, staged.order, now(), canceller), now());
    await expect(weak).rejects.toEqual(refusal("SIGNER_NOT_AUTHORIZED"));
    expect(world.line.writes).toEqual([]);
    expect(await world.audited(ada.actor.userId)).toHaveLength(1);
    const terms = { scopes: 3, expires_at: hour };
    expect((await ada.trader.registerSigner(phone, terms, now())).status).toBe(201);
    const placed = await approve(ada, staged.id, signed(ada, staged.order, now(), phone), now());
    expect(placed.state).toBe("placed");
    expect(await world.ordersOf(ada.trader)).toMatchObject([{ signer: phone.address }]);
  });

  test("tells the price and the fee of what it filled at once", async () => {
    const bob = await world.person("bob");
    const ask = await bob.trader.place(limit("SELL", "0.0100", "63900.0"), now());
    expect(ask.status).toBe(201);
    const staged = await stage(ada.grant, { ...BUY, price: "64000.0" }, now());
    const placed = await approve(ada, staged.id, signed(ada, staged.order, now()), now());
    const fills = (await ada.trader.read("/v1/fills")).body["results"] as { fee: string }[];
    expect(fills).toHaveLength(1);
    expect(placed.result).toMatchObject({
      filled_size: "0.01",
      avg_fill_price: "63900",
      fee: fills[0]?.fee,
    });
    expect(Number(fills[0]?.fee)).toBeGreaterThan(0);
  });

  test("of every kind is signed as it was staged", async () => {
    const kinds = [
      { order_type: "MARKET", price: null, size: "0.001" },
      { order_type: "STOP_LOSS_MARKET", price: null, trigger_price: "70000" },
      {
        order_type: "TAKE_PROFIT_MARKET",
        price: null,
        trigger_price: "50000",
        trigger_source: "LastPrice",
      },
      { post_only: true },
    ];
    for (const kind of kinds) {
      const staged = await stage(ada.grant, { ...BUY, ...kind }, now());
      const placed = await approve(ada, staged.id, signed(ada, staged.order, now()), now());
      expect(placed).toMatchObject({ state: "placed" });
    }
    expect(await world.ordersOf(ada.trader)).toHaveLength(kinds.length);
  });

  test("that the venue refuses reports the venue's code, and ends", async () => {
    const staged = await stage(ada.grant, { ...BUY, size: "1000" }, now());
    const bytes = signed(ada, staged.order, now());
    const refused = await approve(ada, staged.id, bytes, now());
    expect(refused).toMatchObject({
      state: "refused",
      error: { code: "INSUFFICIENT_MARGIN" },
      result: null,
    });
    expect(await approve(ada, staged.id, bytes, now())).toEqual(refused);
    const again = approve(ada, staged.id, signed(ada, staged.order, now()), now());
    await expect(again).rejects.toEqual(
      refusal("STAGED_ORDER_IS_OVER", { context: { state: "refused" } }),
    );
    expect(world.line.writes).toHaveLength(1);
  });
});

test("one signature places only one of two identical staged orders, and the other keeps waiting", async () => {
  const first = await stage(ada.grant, BUY, now());
  const second = await stage(ada.grant, BUY, now());
  const bytes = signed(ada, first.order, now());
  const twice = now();
  expect((await approve(ada, first.id, bytes, now())).state).toBe("placed");
  await expect(approve(ada, second.id, bytes, now())).rejects.toEqual(
    refusal("STAGED_ORDER_DIFFERS"),
  );
  expect((await own(ada, second.id, now())).state).toBe("waiting");
  // Nor does an order with another client_id count as the result of this one.
  const both = await Promise.allSettled(
    [second, await stage(ada.grant, BUY, now())].map(({ id, order }) =>
      approve(ada, id, signed(ada, order, twice), now()),
    ),
  );
  const states = both.map((one) => (one.status === "fulfilled" ? one.value.state : "rejected"));
  expect(states.filter((state) => state === "placed")).toHaveLength(1);
  expect(await world.ordersOf(ada.trader)).toHaveLength(2);
});

describe("the app sends nothing", () => {
  const untouched = async (id: string) => {
    expect(world.line.writes).toEqual([]);
    expect(await world.rowOf(id)).toMatchObject({ state: "waiting", signed: null, digest: null });
  };

  test.each<[string, object]>([
    ["another size", { size: "0.0151" }],
    ["the same size in another notation", { size: "0.015" }],
    ["another price", { price: "61000" }],
    ["another side", { side: "SELL" }],
    ["another market", { market: "ETHUSDC" }],
    ["another type", { order_type: "MARKET", price: null, time_in_force: "IOC" }],
    ["another flag", { flags: 2 }],
    ["another time in force", { time_in_force: "IOC" }],
    ["a trigger", { trigger_price: "70000", trigger_source: "MarkPrice" }],
  ])("for a signature on %s, whether or not the body matches it", async (_what, change) => {
    const staged = await stage(ada.grant, BUY, now());
    const timestamp = now();
    const other = signed(ada, { ...staged.order, ...change } as typeof staged.order, timestamp);
    const differs = refusal("STAGED_ORDER_DIFFERS");
    await expect(approve(ada, staged.id, other, now())).rejects.toEqual(differs);
    const hidden = { ...other, body: { ...staged.order } };
    await expect(approve(ada, staged.id, hidden, now())).rejects.toEqual(differs);
    const shown = { ...signed(ada, staged.order, timestamp), body: other.body };
    await expect(approve(ada, staged.id, shown, now())).rejects.toEqual(differs);
    await untouched(staged.id);
  });

  test("for a body with an extra field, or with another name for the order", async () => {
    const staged = await stage(ada.grant, BUY, now());
    for (const more of [{ leverage: "50" }, { client_id: "mine" }]) {
      const bytes = signed(ada, staged.order, now());
      const body = { ...bytes.body, ...more };
      await expect(approve(ada, staged.id, { ...bytes, body }, now())).rejects.toEqual(
        refusal("STAGED_ORDER_DIFFERS"),
      );
    }
    await untouched(staged.id);
  });

  test("for another time in the header, for another person's signature in the signer's name, and without a signature", async () => {
    const staged = await stage(ada.grant, BUY, now());
    const bob = await world.person("bob");
    const bytes = signed(ada, staged.order, now());
    const later = new Headers(bytes.headers);
    later.set("x-signature-timestamp", String(now()));
    const forged = new Headers(signed(ada, staged.order, now(), bob.trader).headers);
    forged.set("x-signer-pubkey", ada.trader.address);
    for (const headers of [later, forged]) {
      await expect(approve(ada, staged.id, { ...bytes, headers }, now())).rejects.toEqual(
        refusal("STAGED_ORDER_DIFFERS"),
      );
    }
    for (const name of [
      "x-signature",
      "x-signer-pubkey",
      "x-signature-timestamp",
      "x-account-pubkey",
    ]) {
      const headers = new Headers(bytes.headers);
      headers.delete(name);
      await expect(approve(ada, staged.id, { ...bytes, headers }, now())).rejects.toEqual(
        refusal("MISSING_SIGNATURE"),
      );
    }
    await untouched(staged.id);
  });

  test("for a signature that the venue would no longer accept, and the order can be signed again", async () => {
    const staged = await stage(ada.grant, BUY, now());
    const old = signed(ada, staged.order, now() - 31_000);
    const early = signed(ada, staged.order, now() + 6_000);
    for (const bytes of [old, early]) {
      await expect(approve(ada, staged.id, bytes, now())).rejects.toEqual(
        refusal("TIMESTAMP_OUT_OF_WINDOW"),
      );
    }
    await untouched(staged.id);
    const placed = await approve(ada, staged.id, signed(ada, staged.order, now()), now());
    expect(placed.state).toBe("placed");
  });

  test("while the venue is away or trading is not enabled, and the order keeps waiting", async () => {
    const staged = await stage(ada.grant, BUY, now());
    world.line.isDown = true;
    const bytes = () => signed(ada, staged.order, now());
    await expect(approve(ada, staged.id, bytes(), now())).rejects.toEqual(
      refusal("MARKET_DATA_UNAVAILABLE"),
    );
    world.line.isDown = false;
    await db.delete(venueKeys).where(eq(venueKeys.account, ada.trader.address));
    await expect(approve(ada, staged.id, bytes(), now())).rejects.toEqual(
      refusal("TRADING_NOT_ENABLED"),
    );
    await untouched(staged.id);
  });

  test("for another user, for a session of another wallet, and for an unknown order", async () => {
    const staged = await stage(ada.grant, BUY, now());
    const bob = await world.person("bob");
    const bytes = signed(ada, staged.order, now());
    const unknown = refusal("STAGED_ORDER_NOT_FOUND");
    await expect(approve(bob, staged.id, bytes, now())).rejects.toEqual(unknown);
    await expect(approve(ada, "sto_000000000000000000000000", bytes, now())).rejects.toEqual(
      unknown,
    );
    const actor = { ...ada.actor, account: bob.trader.address };
    const mismatch = refusal("ACCOUNT_MISMATCH");
    await expect(approve({ actor }, staged.id, bytes, now())).rejects.toEqual(mismatch);
    const theirs = signed({ ...ada, trader: bob.trader }, staged.order, now());
    await expect(approve({ actor }, staged.id, theirs, now())).rejects.toEqual(mismatch);
    await untouched(staged.id);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["declined", (id) => decline(id)],
    ["withdrawn", (id) => withdraw(ada.grant, id)],
    ["expired", async () => world.fixture.venue.clock.advance(5 * MINUTE_MS)],
    [
      "withdrawn",
      () =>
        db
          .update(oauthGrants)
          .set({ revokedAt: new Date(0) })
          .where(eq(oauthGrants.id, ada.grant.grantId)),
    ],
  ])("once the order is %s", async (state, end) => {
    const staged = await stage(ada.grant, BUY, now());
    await end(staged.id);
    await world.fixture.setMark("64000");
    const late = approve(ada, staged.id, signed(ada, staged.order, now()), now());
    await expect(late).rejects.toEqual(
      refusal("STAGED_ORDER_IS_OVER", { status: 409, context: { state } }),
    );
    expect(await own(ada, staged.id, now())).toMatchObject({ state, result: null });
    expect(world.line.writes).toEqual([]);
    expect(await world.ordersOf(ada.trader)).toEqual([]);
  });
});

describe("a proposal ends", () => {
  test("with its key, its grant or its bot key, however that ended", async () => {
    const [byKey, byGrant, byBot] = [
      await stage(ada.key, BUY, now()),
      await stage(ada.grant, BUY, now()),
      await stage(ada.bot, BUY, now()),
    ];
    const waiting = async () =>
      (await readWaitingOrders({ ctx: { actor: ada.actor, now: now() } })).count;
    expect(await waiting()).toBe(3);
    const revokedAt = new Date(now());
    await db.update(mcpKeys).set({ revokedAt }).where(eq(mcpKeys.id, ada.key.keyId));
    expect(await waiting()).toBe(2);
    await db.update(botKeys).set({ revokedAt }).where(eq(botKeys.id, ada.bot.keyId));
    await db.delete(oauthGrants).where(eq(oauthGrants.id, ada.grant.grantId));
    expect(await waiting()).toBe(0);
    for (const { id } of [byKey, byGrant, byBot]) {
      expect(await own(ada, id, now())).toMatchObject({ state: "withdrawn" });
    }
  });

  test("when its own proposer withdraws it or its user declines it; a second time changes nothing", async () => {
    const staged = await stage(ada.grant, BUY, now());
    const bob = await world.person("bob");
    const unknown = refusal("STAGED_ORDER_NOT_FOUND");
    for (const actor of [ada.key, ada.bot, bob.grant]) {
      await expect(withdraw(actor, staged.id)).rejects.toEqual(unknown);
      await expect(proposed(actor, staged.id, now())).rejects.toEqual(unknown);
    }
    await expect(own(bob, staged.id, now())).rejects.toEqual(unknown);
    const withdrawn = await withdraw(ada.grant, staged.id);
    expect(withdrawn.state).toBe("withdrawn");
    expect(await withdraw(ada.grant, staged.id)).toEqual(withdrawn);
    await expect(decline(staged.id)).rejects.toEqual(refusal("STAGED_ORDER_IS_OVER"));
    expect(await world.audited(ada.actor.userId)).toEqual([
      "order.staged BUY 0.0150 BTCUSDC LIMIT 60000.0",
      "order.withdrawn BUY 0.0150 BTCUSDC LIMIT 60000.0",
    ]);
  });

  test("after five minutes, to the millisecond, for every reader", async () => {
    const staged = await stage(ada.grant, BUY, now());
    const end = Date.parse(staged.expires_at);
    expect((await own(ada, staged.id, end - 1)).state).toBe("waiting");
    const list = (state: "waiting" | "all") =>
      listOwnStagedOrders({ ctx: { actor: ada.actor, now: end }, input: { query: { state } } });
    expect((await readWaitingOrders({ ctx: { actor: ada.actor, now: end } })).count).toBe(0);
    expect((await world.rowOf(staged.id)).state).toBe("waiting");
    expect((await list("waiting")).orders).toEqual([]);
    expect((await list("all")).orders).toMatchObject([
      { id: staged.id, state: "expired", decided_at: staged.expires_at },
    ]);
    expect((await proposed(ada.grant, staged.id, end)).state).toBe("expired");
    await expect(decline(staged.id, end)).rejects.toEqual(refusal("STAGED_ORDER_IS_OVER"));
  });
});

describe("the inbox", () => {
  test(`holds up to ${MAX_WAITING_ORDERS} waiting orders of one user, in pages with the newest first`, async () => {
    const ids: string[] = [];
    for (let made = 0; made < MAX_WAITING_ORDERS_OF_ONE; made += 1) {
      ids.push((await stage(ada.grant, BUY, now())).id);
    }
    const full = (most: number) => refusal("TOO_MANY_STAGED_ORDERS", { context: { most } });
    await expect(stage(ada.grant, BUY, now())).rejects.toEqual(full(MAX_WAITING_ORDERS_OF_ONE));
    for (let made = MAX_WAITING_ORDERS_OF_ONE; made < MAX_WAITING_ORDERS; made += 1) {
      ids.push((await stage(ada.bot, BUY, now())).id);
    }
    await expect(stage(ada.key, BUY, now())).rejects.toEqual(full(MAX_WAITING_ORDERS));
    const bob = await world.person("bob");
    await stage(bob.grant, BUY, now());
    await decline(ids[0] ?? "");
    const last = await stage(ada.key, BUY, now());
    const inbox = await readWaitingOrders({ ctx: { actor: ada.actor, now: now() } });
    expect(inbox).toMatchObject({ count: MAX_WAITING_ORDERS, newest: { id: last.id } });
    const ctx = { actor: ada.actor, now: now() };
    const whole = await listOwnStagedOrders({ ctx, input: { query: { state: "all" } } });
    expect(whole.orders.map(({ id }) => id)).toEqual([last.id, ...ids.toReversed()]);
    const query = { state: "all", cursor: ids[2] } as const;
    const rest = await listOwnStagedOrders({ ctx, input: { query } });
    expect(rest.orders.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    const [row] = await db
      .select()
      .from(stagedOrders)
      .where(eq(stagedOrders.userId, bob.actor.userId));
    const foreign = { state: "all", cursor: row?.id ?? "" } as const;
    expect((await listOwnStagedOrders({ ctx, input: { query: foreign } })).orders).toEqual([]);
  });
});
