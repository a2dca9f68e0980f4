/**
 * A machine proposes to close a position, and to edit or cancel an open order. Each is signed by its user as it was stored, takes
 * effect at a real venue once, and shows nobody more than they may read.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approvalDraft } from "#components/assistants/approvals/approve.ts";
import {
  StageCancel,
  StageModify,
  stageCancel,
  stageModify,
} from "#lib/assistants/staged-orders/stage-change.ts";
import { StageClose, stageClose } from "#lib/assistants/staged-orders/stage-close.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { AssistantActor, BotKeyActor } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { RESTING, stopOf } from "#services/venue/surface/venue-fixture.testing.ts";
import { limit, market, type TestTrader } from "#services/venue/venue.testing.ts";
import {
  approve,
  CLIENT,
  openWorld,
  own,
  type Person,
  proposed,
  refusal,
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
  ada = await world.person("ada", { scopes: ["read:market", "read:chat", "trade:execute"] });
});

const now = () => world.fixture.now();
type By = AssistantActor | BotKeyActor;
const ctx = (actor: By) => ({ actor, client: CLIENT, now: now(), quotas: [] });
const close = (body: object, actor: By = ada.grant) =>
  stageClose({ ctx: ctx(actor), input: { body: StageClose.parse(body) } });
const modify = (body: object, actor: By = ada.grant) =>
  stageModify({ ctx: ctx(actor), input: { body: StageModify.parse(body) } });
const cancel = (body: object, actor: By = ada.grant) =>
  stageCancel({ ctx: ctx(actor), input: { body: StageCancel.parse(body) } });

/** The request of the approval page. */
function signed({ trader }: Person, staged: StagedOrder, timestamp = now(), signer = trader) {
  const draft = approvalDraft(staged);
  const headers = signer.headers(
    draft.operation,
    draft.encode(BigInt(timestamp)),
    timestamp,
    trader,
  );
  return { headers: new Headers(headers), body: JSON.parse(draft.body) as Record<string, unknown> };
}
const sign = (staged: StagedOrder, person = ada) =>
  approve(person, staged.id, signed(person, staged), now());

async function place(body: PlaceOrderBody, trader: TestTrader = ada.trader): Promise<string> {
  const { status, body: order } = await trader.place(body, now());
  expect(status).toBe(201);
  return String(order["id"]);
}
const orderOf = async (id: string) => (await ada.trader.read(`/v1/orders/${id}`)).body;
const positions = async () =>
  (await ada.trader.read("/v1/positions")).body["results"] as { market: string; size: string }[];
/** Ada is long or short by this size. */
async function hold(side: "BUY" | "SELL", size: string): Promise<void> {
  await place(limit(side === "BUY" ? "SELL" : "BUY", "5", "64000"), world.fixture.alice);
  await place(market(side, size));
}
const rows = () => db.$count(stagedOrders, eq(stagedOrders.userId, ada.actor.userId));

describe("closing a position", () => {
  test.each([
    ["BUY", "SELL"],
    ["SELL", "BUY"],
  ] as const)(
    "opened by a %s is proposed and signed as a reduce-only %s of all of it",
    async (side, closing) => {
      await hold(side, "0.02");
      const staged = await close({ market: "btcusdc", reason: "Take the profit." });
      expect(staged).toMatchObject({
        action: "close",
        target: null,
        state: "waiting",
        order: { side: closing, size: "0.02", order_type: "MARKET", flags: 2, price: null },
        snapshot: {
          notional: "1280",
          initial_margin: "0",
          position: side === "BUY" ? "0.02" : "-0.02",
        },
      });
      await place(limit(side, "5", "64000"), world.fixture.alice);
      expect(await sign(staged)).toMatchObject({
        state: "placed",
        result: { status: "CLOSED", filled_size: "0.02" },
      });
      expect((await positions()).filter(({ market: of }) => of === "BTCUSDC")).toEqual([]);
      expect(
        (await world.audited(ada.actor.userId)).map((row) => row.replace(/ (BUY|SELL) /, " X ")),
      ).toEqual([
        "order.staged CLOSE: X 0.02 BTCUSDC MARKET",
        "order.approved CLOSE: X 0.02 BTCUSDC MARKET",
        "order.placed CLOSE: X 0.02 BTCUSDC MARKET",
      ]);
    },
  );

  test("that does not exist is refused, and nothing waits", async () => {
    await expect(close({ market: "BTCUSDC" })).rejects.toEqual(refusal("NO_POSITION"));
    await expect(close({ market: "XYZUSDC" })).rejects.toEqual(refusal("NO_POSITION"));
    expect(await rows()).toBe(0);
  });

  test("is the same proposal under the same reference, also after the position has grown", async () => {
    await hold("BUY", "0.02");
    const body = { market: "BTCUSDC", reference: "close-1" };
    const first = await close(body);
    await place(market("BUY", "0.01"));
    expect(await close(body)).toEqual(first);
    await expect(close({ ...body, market: "ETHUSDC" })).rejects.toEqual(refusal("INVALID_FIELD"));
    await expect(stage(ada.grant, { ...RESTING, reference: "close-1" }, now())).rejects.toEqual(
      refusal("INVALID_FIELD"),
    );
  });
});

describe("editing an order", () => {
  test("changes price and size of what was shown, under its own id", async () => {
    const id = await place(limit("BUY", "0.015", "60000"));
    const staged = await modify({ order_id: id, size: "0.0200", price: "61000" });
    expect(staged).toMatchObject({
      action: "modify",
      target: { order_id: id, size: "0.015", price: "60000", filled_size: "0" },
      order: { side: "BUY", size: "0.0200", price: "61000", order_type: "LIMIT" },
      snapshot: { notional: "1220" },
    });
    expect(await orderOf(id)).toMatchObject({ size: "0.015", price: "60000" });
    const bytes = signed(ada, staged);
    const done = await approve(ada, staged.id, bytes, now());
    expect(done).toMatchObject({ state: "placed", result: { order_id: id, status: "OPEN" } });
    expect(await orderOf(id)).toMatchObject({ size: "0.0200", price: "61000", status: "OPEN" });
    expect(await approve(ada, staged.id, bytes, now())).toEqual(done);
    expect(await world.audited(ada.actor.userId)).toContain(
      `order.placed MODIFY ${id}: BUY 0.0200 BTCUSDC LIMIT 61000`,
    );
  });

  test("keeps what is not named, and moves the trigger of an order that waits", async () => {
    await hold("BUY", "0.02");
    const stop = await place(stopOf(market("BUY", "0.02"), "60000"));
    const staged = await modify({ order_id: stop, price: "61000" });
    expect(staged.order).toMatchObject({ size: "0.02", price: null, trigger_price: "61000" });
    expect((await sign(staged)).state).toBe("placed");
    expect(await orderOf(stop)).toMatchObject({ trigger_price: "61000", status: "UNTRIGGERED" });
  });

  test("of an order that follows its position signs no size, and refuses one", async () => {
    await hold("BUY", "0.02");
    const { size: _, ...stop } = stopOf(market("BUY", "0.02"), "60000");
    const { body } = await ada.trader.placeGroup(
      { grouping: "POSITION", orders: [stop as PlaceOrderBody] },
      now(),
    );
    const id = (body["orders"] as { id: string }[])[0]?.id ?? "";
    await expect(modify({ order_id: id, size: "0.01" })).rejects.toEqual(refusal("INVALID_FIELD"));
    const staged = await modify({ order_id: id, price: "60500" });
    expect(staged.target?.follows_position).toBe(true);
    expect((await sign(staged)).state).toBe("placed");
    expect(await orderOf(id)).toMatchObject({ trigger_price: "60500" });
  });

  test.each([
    [{}, "INVALID_FIELD"],
    [{ price: "60000.0" }, "INVALID_FIELD"],
    [{ size: "0" }, "INVALID_ORDER_TERMS"],
    [{ price: "60000.05" }, "INVALID_TICK"],
    [{ size: "0.0150000001" }, "INVALID_LOT"],
    [{ size: "0.0001" }, "MIN_NOTIONAL"],
    [{ price: "90000" }, "PRICE_BAND"],
  ])("to %j is refused with %s as the venue would, and nothing waits", async (change, code) => {
    const id = await place(limit("BUY", "0.015", "60000"));
    await expect(modify({ order_id: id, ...change })).rejects.toEqual(refusal(code));
    expect(await rows()).toBe(0);
  });

  test("that has ended since is refused by the venue, with its reason", async () => {
    const id = await place(limit("BUY", "0.015", "60000"));
    const staged = await modify({ order_id: id, price: "61000" });
    await ada.trader.cancel(id, "BTCUSDC", now());
    expect(await sign(staged)).toMatchObject({
      state: "refused",
      error: { code: "ORDER_IS_CLOSED" },
    });
  });

  test("takes no other signature than that of the change that was shown", async () => {
    const id = await place(limit("BUY", "0.015", "60000"));
    const staged = await modify({ order_id: id, price: "61000" });
    const other = { ...staged, order: { ...staged.order, price: "62000" } };
    const cancelling = { ...staged, action: "cancel" as const };
    for (const wrong of [signed(ada, other), signed(ada, cancelling)]) {
      await expect(approve(ada, staged.id, wrong, now())).rejects.toEqual(
        refusal("STAGED_ORDER_DIFFERS"),
      );
    }
    const right = signed(ada, staged);
    const more = { ...right, body: { ...right.body, client_id: "mine" } };
    await expect(approve(ada, staged.id, more, now())).rejects.toEqual(
      refusal("STAGED_ORDER_DIFFERS"),
    );
    expect(world.line.writes).toEqual([]);
  });
});

describe("cancelling an order", () => {
  test("ends the one that was shown", async () => {
    const [id, other] = [
      await place(limit("BUY", "0.015", "60000")),
      await place(limit("BUY", "0.015", "59000")),
    ];
    const staged = await cancel({ order_id: id });
    expect(staged).toMatchObject({
      action: "cancel",
      target: { order_id: id, size: "0.015", filled_size: "0" },
      order: { side: "BUY", size: "0.015", price: "60000" },
      snapshot: { notional: null, fee: null },
    });
    expect(await sign(staged)).toMatchObject({
      state: "placed",
      result: { order_id: id, status: "CLOSED", cancel_reason: "USER_CANCELED" },
    });
    expect(await orderOf(other)).toMatchObject({ status: "OPEN" });
    expect(await world.audited(ada.actor.userId)).toContain(
      `order.placed CANCEL ${id}: BUY 0.015 BTCUSDC LIMIT 60000`,
    );
  });

  test.each(["lose request", "lose answer"] as const)(
    "takes effect once when its answer is missing, and is not called failed: %s",
    async (fate) => {
      const id = await place(limit("BUY", "0.015", "60000"));
      const staged = await cancel({ order_id: id });
      world.line.fate = fate;
      expect((await sign(staged)).state).toBe("unknown");
      world.line.fate = "pass";
      expect(await proposed(ada.grant, staged.id, now())).toMatchObject({ state: "placed" });
      expect(await orderOf(id)).toMatchObject({ cancel_reason: "USER_CANCELED" });
    },
  );

  test.each(["modify", "cancel"] as const)(
    "or editing is found by the order itself when the bytes are too old: %s",
    async (action) => {
      const late = async (fate: World["line"]["fate"]) => {
        const id = await place(limit("BUY", "0.015", "60000"));
        const staged = await (action === "cancel"
          ? cancel({ order_id: id })
          : modify({ order_id: id, price: "61000" }));
        world.line.fate = fate;
        expect((await sign(staged)).state).toBe("unknown");
        world.line.fate = "pass";
        return staged;
      };
      const [arrived, lost] = [await late("lose answer"), await late("lose request")];
      const filled = await late("lose request");
      await ada.trader.cancel(filled.target?.order_id ?? "", "BTCUSDC", now());
      world.fixture.venue.clock.advance(36_000);
      await world.fixture.setMark("64000");
      expect(await own(ada, arrived.id, now())).toMatchObject({ state: "placed", error: null });
      expect(await own(ada, lost.id, now())).toMatchObject({
        state: "refused",
        error: { code: "NEVER_ARRIVED" },
      });
      // Cancelled by the user in another way: the proposal to cancel it has what it asked for.
      expect((await own(ada, filled.id, now())).state).toBe(
        action === "cancel" ? "placed" : "refused",
      );
    },
  );

  test("may be signed by a key that may cancel, and editing may not", async () => {
    const id = await place(limit("BUY", "0.015", "60000"));
    const key = await world.fixture.trader(`key of ${ada.trader.address}`);
    const registered = await ada.trader.registerSigner(
      key,
      { scopes: 2, expires_at: now() + 86_400_000 },
      now(),
    );
    expect(registered.status).toBe(201);
    const edit = await modify({ order_id: id, price: "61000" });
    await expect(approve(ada, edit.id, signed(ada, edit, now(), key), now())).rejects.toEqual(
      refusal("SIGNER_NOT_AUTHORIZED"),
    );
    const end = await cancel({ order_id: id });
    expect(await approve(ada, end.id, signed(ada, end, now(), key), now())).toMatchObject({
      state: "placed",
    });
  });
});

describe("who may propose it, and about what", () => {
  test("an order of nobody, of another person, or that has ended is refused", async () => {
    const foreign = await place(limit("BUY", "0.015", "60000"), world.fixture.bob);
    const ended = await place(limit("BUY", "0.015", "60000"));
    await ada.trader.cancel(ended, "BTCUSDC", now());
    for (const propose of [cancel, (body: object) => modify({ ...body, price: "61000" })]) {
      await expect(propose({ order_id: "999999" })).rejects.toEqual(refusal("ORDER_NOT_FOUND"));
      await expect(propose({ order_id: foreign })).rejects.toEqual(refusal("ORDER_NOT_FOUND"));
      await expect(propose({ order_id: ended })).rejects.toEqual(refusal("ORDER_IS_CLOSED"));
    }
    expect(await rows()).toBe(0);
  });

  test("an app that may not read holdings cannot learn them by proposing", async () => {
    const blind = await world.person("blind", { scopes: ["trade:execute"] });
    for (const propose of [
      () => close({ market: "BTCUSDC" }, blind.grant),
      () => cancel({ order_id: "1" }, blind.grant),
      () => modify({ order_id: "1", price: "1" }, blind.grant),
    ]) {
      await expect(propose()).rejects.toEqual(refusal("INSUFFICIENT_SCOPE"));
    }
  });

  test("a key and a bot propose as an app does; a wallet that is named is the only one that counts", async () => {
    const id = await place(limit("BUY", "0.015", "60000"));
    const { address } = ada.trader;
    const short = `${address.slice(0, 4)}…${address.slice(-4)}`;
    for (const by of [ada.key, ada.bot]) {
      expect(await cancel({ order_id: id, account: short }, by)).toMatchObject({
        account: address,
        target: { order_id: id },
      });
    }
    const other = world.fixture.bob.address;
    await expect(cancel({ order_id: id, account: other })).rejects.toEqual(
      refusal("ACCOUNT_MISMATCH"),
    );
  });
});
