/**
 * Which orders may be proposed, by whom and for which wallet, by the rules of a real venue's markets, which also check
 * the same order when it is placed.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TOOLS } from "#lib/assistants/mcp/tools/tool-list.ts";
import { StageOrder } from "#lib/assistants/staged-orders/stage-order.ts";
import { storeSignal } from "#lib/catalysts/testing/stored-signal.testing.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { LIMITS } from "#lib/platform/http/rate-limits.ts";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import { venueKeys } from "#lib/trading/schema/venue-access.ts";
import { limit } from "#services/venue/venue.testing.ts";
import {
  approve,
  BUY,
  CLIENT,
  openWorld,
  type Person,
  refusal,
  signed,
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
  await world.fixture.setMark("64000");
  ada = await world.person("ada");
});

const now = () => world.fixture.now();
const MARKET = { market: "BTCUSDC", side: "BUY", size: "0.015", order_type: "MARKET" } as const;

describe("a proposal names the signal from which it follows", () => {
  const OF_BTC = `sig_${"0".repeat(23)}1`;
  const OF_ETH = `sig_${"0".repeat(23)}2`;
  beforeAll(async () => {
    await storeSignal(db, { minute: now(), number: 1 });
    await storeSignal(db, { minute: now(), number: 2, market: "ETHUSDC", shadow: true });
  });

  test("by an assistant and by a bot, and answers and rows have it", async () => {
    for (const proposer of [ada.grant, ada.key, ada.bot]) {
      const staged = await stage(proposer, { ...BUY, signal_id: OF_BTC }, now());
      expect(staged.signal_id).toBe(OF_BTC);
      expect((await world.rowOf(staged.id)).signalId).toBe(OF_BTC);
    }
    expect((await stage(ada.grant, BUY, now())).signal_id).toBeNull();
  });

  test("one that does not exist is not found, and one of another market is refused: no row is written", async () => {
    const rows = () => db.$count(stagedOrders, eq(stagedOrders.userId, ada.actor.userId));
    const unknown = { ...BUY, signal_id: `sig_${"0".repeat(23)}9` };
    await expect(stage(ada.grant, unknown, now())).rejects.toEqual(refusal("SIGNAL_NOT_FOUND"));
    await expect(stage(ada.grant, { ...BUY, signal_id: OF_ETH }, now())).rejects.toEqual(
      refusal("INVALID_FIELD"),
    );
    expect(() => StageOrder.parse({ ...BUY, signal_id: "sig_1" })).toThrow("signal_id");
    expect(await rows()).toBe(0);
  });

  test("the same reference with another signal is another proposal", async () => {
    const once = { ...BUY, reference: "once", signal_id: OF_BTC };
    const first = await stage(ada.grant, once, now());
    expect(await stage(ada.grant, once, now())).toEqual(first);
    const other = { ...BUY, reference: "once" };
    await expect(stage(ada.grant, other, now())).rejects.toEqual(refusal("INVALID_FIELD"));
  });
});

describe("an order that the venue would refuse is refused when it is proposed", () => {
  /** Absent fields have the defaults of staging. */
  const asPlaced = (body: object): PlaceOrderBody => {
    const {
      post_only,
      reduce_only,
      account: _1,
      reason: _2,
      reference: _3,
      ...order
    } = StageOrder.parse(body);
    return {
      ...order,
      time_in_force: order.time_in_force ?? (order.order_type === "LIMIT" ? "GTC" : "IOC"),
      flags: (post_only ? ORDER_FLAG.POST_ONLY : 0) | (reduce_only ? ORDER_FLAG.REDUCE_ONLY : 0),
      ...(order.trigger_price == null
        ? {}
        : { trigger_source: order.trigger_source ?? "MarkPrice" }),
    } as PlaceOrderBody;
  };

  test("or names no market of the venue", async () => {
    const body = { ...BUY, market: "XYZUSDC" };
    await expect(stage(ada.grant, body, now())).rejects.toEqual(refusal("MARKET_NOT_FOUND"));
    const placed = await ada.trader.place(asPlaced(body), now());
    expect(placed.body["error"]).toBe("MARKET_NOT_FOUND");
  });

  test("but an order that reduces the account's position is accepted, and shows the position", async () => {
    await world.fixture.bob.place(limit("SELL", "0.5", "64000"), now());
    const open = await stage(ada.grant, { ...MARKET, size: "0.5" }, now());
    await approve(ada, open.id, signed(ada, open.order, now()), now());
    const close = { ...MARKET, side: "SELL", reduce_only: true };
    const staged = await stage(ada.grant, close, now());
    expect(staged).toMatchObject({
      order: { flags: 2, time_in_force: "IOC" },
      snapshot: { position: "0.5", best_bid: null },
    });
    await expect(stage(ada.grant, { ...close, side: "BUY" }, now())).rejects.toEqual(
      refusal("REDUCE_ONLY_WOULD_INCREASE"),
    );
  });

  test("for a stale mark, unless the order reduces; the refusal has the time of the mark", async () => {
    await world.fixture.bob.place(limit("SELL", "0.5", "64000"), now());
    const open = await stage(ada.grant, { ...MARKET, size: "0.5" }, now());
    expect(Math.abs(Date.parse(open.snapshot.mark_updated_at ?? "") - now())).toBeLessThan(5_000);
    await approve(ada, open.id, signed(ada, open.order, now()), now());
    world.fixture.venue.clock.advance(6_000);
    await expect(stage(ada.grant, BUY, now())).rejects.toEqual(refusal("MARK_STALE"));
    expect((await ada.trader.place(asPlaced(BUY), now())).body["error"]).toBe("MARK_STALE");
    const close = { ...MARKET, side: "SELL", size: "0.5" };
    for (const body of [close, { ...close, reduce_only: true }]) {
      await expect(stage(ada.grant, body, now())).resolves.toMatchObject({ state: "waiting" });
    }
  });

  test("but an order of an account that has not enabled trading yet waits, without a position", async () => {
    await db.delete(venueKeys);
    const staged = await stage(ada.grant, BUY, now());
    expect(staged).toMatchObject({ state: "waiting", snapshot: { position: null } });
  });
});

describe("a proposal", () => {
  test("shows its notional by the market's own ratios, as decimals", async () => {
    const { snapshot } = await stage(ada.grant, { ...BUY, size: "0.5" }, now());
    const [market] = (await world.fixture.get("/v1/markets")).body as unknown as [
      { taker_fee: number; im_ratio: number; ratio_scale: number },
    ];
    const share = (ratio: number) => String((30_000 * ratio) / market.ratio_scale);
    expect(snapshot).toMatchObject({
      notional: "30000",
      fee: share(market.taker_fee),
      initial_margin: share(market.im_ratio),
    });
  });

  test("shows its largest effect: the fee at the worst price, and for a reduction no more than the position", async () => {
    const { fixture } = world;
    await fixture.bob.place(limit("SELL", "0.5", "64000"), now());
    const open = await stage(ada.grant, { ...MARKET, size: "0.5" }, now());
    await approve(ada, open.id, signed(ada, open.order, now()), now());
    const [listing] = (await fixture.get("/v1/markets")).body as unknown as [
      { taker_fee: number; im_ratio: number; ratio_scale: number },
    ];
    const share = (value: number, ratio: number) => String((value * ratio) / listing.ratio_scale);
    const fee = (value: number) => share(value, listing.taker_fee);
    const worth = async (body: object) => (await stage(ada.key, body, now())).snapshot;
    const all = { ...MARKET, side: "SELL", size: "5", reduce_only: true };
    expect(await worth(all)).toMatchObject({
      notional: "32000",
      fee: fee(32_000),
      initial_margin: "0",
    });
    expect(await worth({ ...MARKET, side: "SELL", size: "1.5" })).toMatchObject({
      initial_margin: share(64_000, listing.im_ratio),
    });
    const cheap = { ...BUY, side: "SELL", size: "1", price: "62000" };
    await fixture.bob.place(limit("BUY", "1", "63500"), now());
    expect(await worth(cheap)).toMatchObject({ notional: "62000", fee: fee(64_000) });
    await fixture.setMark("63000");
    expect(await worth(cheap)).toMatchObject({ notional: "62000", fee: fee(63_500) });
    const dear = { ...BUY, size: "1", price: "64500" };
    expect(await worth(dear)).toMatchObject({ fee: fee(64_500) });
    await fixture.bob.place(limit("SELL", "0.015", "64100"), now());
    expect(await worth({ ...MARKET, size: "1" })).toMatchObject({ fee: fee(64_100) });
  });

  test.each([
    [{ leverage: "5" }],
    [{ size: 0.015 }],
    [{ size: "1e3" }],
    [{ price: "-1" }],
    [{ side: "buy" }],
    [{ market: "BTC-USDC" }],
    [{ reason: "x".repeat(501) }],
    [{ reason: "turned \u202E round" }],
    [{ reason: "\u3164" }],
    [{ reason: "one line\u2028another" }],
    [{ reason: `a${"\u0301".repeat(5)}` }],
    [{ reason: "joined to nothing \u200D" }],
    [{ reason: "half a pair \ud83d" }],
    [{ reference: "" }],
    [{ reference: "two words" }],
    [{ account: "me" }],
  ])("refuses %j", (change) => {
    expect(StageOrder.safeParse({ ...BUY, ...change }).success).toBe(false);
  });

  test("keeps its reason as it was written, in any script", async () => {
    const reason = "„Günstig“ – سعر جيد\n<script>alert(1)</script>".padEnd(500, "!");
    expect(await stage(ada.grant, { ...BUY, reason }, now())).toMatchObject({ reason });
  });

  test("keeps joiners of words and emoji, and normalises line ends to one kind and at most one empty line", async () => {
    const retained = "می\u200cخواهم क्\u200dष 👩\u200d🚀 ❤\ufe0f";
    const reason = `${retained}\r\n\r\n\r\n\r\n\tend`;
    expect(await stage(ada.grant, { ...BUY, reason }, now())).toMatchObject({
      reason: `${retained}\n\n end`,
    });
  });

  test("with the reference of an earlier one of the same source returns that one, also for many at once", async () => {
    const body = { ...BUY, reference: "plan:1" };
    const made = await Promise.all(Array.from({ length: 6 }, () => stage(ada.grant, body, now())));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const other = refusal("INVALID_FIELD", {
      context: expect.objectContaining({ field: "reference" }) as object,
    });
    await expect(stage(ada.grant, { ...body, size: "0.02" }, now())).rejects.toEqual(other);
    const ofKey = await stage(ada.key, body, now());
    expect(ofKey.id).not.toBe(made[0]?.id);
    await approve(ada, made[0]!.id, signed(ada, made[0]!.order, now()), now());
    expect(await stage(ada.grant, body, now())).toMatchObject({ id: made[0]?.id, state: "placed" });
    expect(
      (await world.audited(ada.actor.userId)).filter((row) => row.startsWith("order.staged")),
    ).toHaveLength(2);
  });

  test(`is one of ${LIMITS.staged_orders.limit} per hour of its key or grant; refused and repeated ones do not count`, async () => {
    const first = { ...BUY, reference: "first" };
    const { id } = await stage(ada.grant, first, now());
    const { limit: most } = LIMITS.staged_orders;
    for (let made = 0; made < most; made += 1) {
      await stage(ada.grant, { ...BUY, market: "NONE" }, now()).catch(() => {});
      await stage(ada.grant, first, now());
    }
    for (let made = 1; made < most; made += 1) {
      await db.update(stagedOrders).set({ state: "declined" });
      // The venue limits reads of one account.
      if (made % 10 === 0) {
        world.fixture.venue.clock.advance(10_000);
        await world.fixture.setMark("64000");
      }
      await stage(ada.grant, BUY, now());
    }
    await expect(stage(ada.grant, BUY, now())).rejects.toEqual(refusal("RATE_LIMITED"));
    expect(await db.$count(stagedOrders, eq(stagedOrders.sourceId, ada.grant.grantId))).toBe(most);
    await expect(stage(ada.grant, first, now())).resolves.toMatchObject({ id });
    for (const by of [ada.key, ada.bot]) {
      await expect(stage(by, BUY, now())).resolves.toMatchObject({ state: "waiting" });
    }
  });
});

describe("a proposal is allowed", () => {
  test("by a grant with trade:execute, by a key or a bot whose owner ticked it, and by a bot only with a wallet", async () => {
    const reader = { ...ada.grant, scopes: ["read:market", "read:chat", "read:points"] as const };
    await expect(stage(reader, BUY, now())).rejects.toEqual(
      refusal("INSUFFICIENT_SCOPE", {
        status: 403,
        message: expect.stringContaining("trade:execute") as string,
      }),
    );
    for (const by of [ada.key, ada.bot]) {
      await expect(stage({ ...by, canStageOrders: false }, BUY, now())).rejects.toEqual(
        refusal("STAGING_NOT_ALLOWED", { status: 403 }),
      );
    }
    await expect(stage({ ...ada.bot, account: undefined }, BUY, now())).rejects.toEqual(
      refusal("WALLET_REQUIRED"),
    );
    expect(await db.$count(stagedOrders, eq(stagedOrders.userId, ada.actor.userId))).toBe(0);
    for (const by of [ada.grant, ada.key, ada.bot]) {
      await expect(stage(by, BUY, now())).resolves.toMatchObject({ state: "waiting" });
    }
  });

  test("for a wallet of the user: the first linked one by default, another one by its address, and no other person's", async () => {
    const second = await world.fixture.trader("ada's second wallet");
    const at = new Date(now());
    await db.insert(identities).values({
      id: newId("idn"),
      userId: ada.actor.userId,
      kind: "wallet",
      subject: second.address,
      label: second.address,
      createdAt: at,
      lastUsedAt: at,
    });
    const bob = await world.person("bob");
    expect((await stage(ada.grant, BUY, now())).account).toBe(ada.trader.address);
    const named = { ...BUY, account: second.address };
    expect((await stage(ada.grant, named, now())).account).toBe(second.address);
    const mismatch = refusal("ACCOUNT_MISMATCH");
    await expect(stage(ada.bot, named, now())).rejects.toEqual(mismatch);
    const short = ({ address }: typeof second) => `${address.slice(0, 4)}…${address.slice(-4)}`;
    const shortened = { ...BUY, account: short(second) };
    expect((await stage(ada.grant, shortened, now())).account).toBe(second.address);
    await expect(stage(ada.bot, shortened, now())).rejects.toEqual(mismatch);
    const ofBob = { ...BUY, account: short(bob.trader) };
    await expect(stage(ada.grant, ofBob, now())).rejects.toEqual(mismatch);
    const foreign = { ...BUY, account: bob.trader.address };
    await expect(stage(ada.key, foreign, now())).rejects.toEqual(mismatch);
    await db.delete(identities);
    await expect(stage(ada.grant, BUY, now())).rejects.toEqual(refusal("WALLET_REQUIRED"));
  });
});

test("an assistant proposes, learns that it must give the user the link, reads the order, and withdraws it", async () => {
  const call = (name: string, args: object, actor = ada.grant) =>
    TOOLS.find((tool) => tool.name === name)!.call(
      { actor, client: CLIENT, now: now(), requestId: "req_1", quotas: [] },
      args,
    );
  const staged = await call("stage_order", { ...BUY, reason: "A dip." });
  const { id, approval_url } = staged.structuredContent as { id: string; approval_url: string };
  expect(staged.structuredContent).toMatchObject({
    state: "waiting",
    next_step: expect.stringContaining(approval_url) as string,
  });
  expect(JSON.stringify(staged.content)).toContain("get_staged_order");
  expect((await call("get_staged_order", { id })).structuredContent).toMatchObject({
    id,
    state: "waiting",
  });
  expect((await call("cancel_staged_order", { id })).structuredContent).toMatchObject({
    state: "withdrawn",
  });
  expect(await call("cancel_staged_order", { id: "sto_000000000000000000000000" })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("STAGED_ORDER_NOT_FOUND") as string }],
  });
  expect(await call("stage_order", { ...BUY, price: "1.001" })).toMatchObject({ isError: true });
  // Its grant lacks read:chat, which reveals wallets and positions.
  const { address } = ada.trader;
  const inShort = `${address.slice(0, 4)}…${address.slice(-4)}`;
  expect(staged.structuredContent).toMatchObject({
    account: inShort,
    snapshot: { position: null, margin_missing: null },
  });
  const again = { ...BUY, account: inShort };
  const chatting = { ...ada.grant, scopes: [...ada.grant.scopes, "read:chat"] } as const;
  expect((await call("stage_order", again, chatting as never)).structuredContent).toMatchObject({
    account: address,
    snapshot: { position: "0", margin_missing: "0" },
  });
  const reader = { ...ada.grant, scopes: ["read:market"] as const };
  for (const name of ["stage_order", "get_staged_order", "cancel_staged_order"]) {
    await expect(
      call(name, name === "stage_order" ? BUY : { id }, reader as typeof ada.grant),
    ).rejects.toEqual(refusal("INSUFFICIENT_SCOPE"));
  }
});
