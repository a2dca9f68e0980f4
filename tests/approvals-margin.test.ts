/**
 * A proposal that the account cannot afford is allowed with a warning, because the user can deposit before approving. A real
 * venue confirms the missing margin.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TOOLS } from "#lib/assistants/mcp/tools/tool-list.ts";
import { StageModify, stageModify } from "#lib/assistants/staged-orders/stage-change.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { venueKeys } from "#lib/trading/schema/venue-access.ts";
import { limit } from "#services/venue/venue.testing.ts";
import {
  approve,
  BUY,
  CLIENT,
  openWorld,
  own,
  type Person,
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
/** 3,000,000 USDC of an account that has 100,000. */
const LARGE = { ...BUY, size: "50" };
const MARKET = { market: "BTCUSDC", side: "BUY", size: "50", order_type: "MARKET" } as const;
const deposit = async (amount: string) => {
  const body = {
    account: ada.trader.address,
    amount,
    reference: `${ada.trader.address} ${amount}`,
  };
  expect((await world.fixture.venue.operator("/v1/operator/deposits", body)).status).toBe(201);
};
/** Rounded up to the precision of the venue's asset. */
const rounded = (amount: string, more: bigint) => {
  const units = ((parseDecimal(amount, 9) ?? 0n) + 999n) / 1_000n;
  return formatDecimal(units + more, 6);
};

test("the missing margin in the warning equals what the venue lacks, to the unit", async () => {
  const { snapshot, warnings, id, order } = await stage(ada.grant, LARGE, now());
  const missing = snapshot.margin_missing ?? "";
  expect(warnings).toEqual([
    { code: "INSUFFICIENT_MARGIN", message: expect.stringContaining(`${missing} USDC`) as string },
  ]);
  await deposit(rounded(missing, -1n));
  const short = await ada.trader.place(limit("BUY", LARGE.size, LARGE.price), now());
  expect(short.body["error"]).toBe("INSUFFICIENT_MARGIN");
  expect((await stage(ada.key, LARGE, now())).snapshot.margin_missing).toBe("0.000001");
  await deposit("0.000001");
  const taken = await stage(ada.key, LARGE, now());
  expect(taken).toMatchObject({ snapshot: { margin_missing: "0" }, warnings: [] });
  const approved = await approve(ada, id, signed(ada, order, now()), now());
  expect(approved).toMatchObject({ state: "placed", warnings: [] });
});

describe("an edit", () => {
  const edit = async (order_id: string, change: object) =>
    stageModify({
      ctx: { actor: ada.key, client: CLIENT, now: now(), quotas: [] },
      input: { body: StageModify.parse({ order_id, ...change }) },
    });
  /** A resting order that takes most of the account's margin, beside another one. */
  const placed = async (): Promise<string> => {
    await ada.trader.place(limit("BUY", "1", "59000"), now());
    const { body } = await ada.trader.place(limit("BUY", "25", LARGE.price), now());
    return String(body["id"]);
  };

  test("lacks what the venue lacks for it, to the unit, as if the order were not there", async () => {
    const id = await placed();
    const { snapshot, warnings } = await edit(id, { size: "50" });
    const missing = snapshot.margin_missing ?? "";
    expect(warnings).toMatchObject([{ code: "INSUFFICIENT_MARGIN" }]);
    await deposit(rounded(missing, -1n));
    const short = await edit(id, { size: "50" });
    expect(short.snapshot.margin_missing).toBe("0.000001");
    const { market, side, order_type, price } = LARGE;
    const change = { market, side, order_type, price, size: "50" };
    expect((await ada.trader.modify(id, change, now())).body["error"]).toBe("INSUFFICIENT_MARGIN");
    await deposit("0.000001");
    expect(await edit(id, { size: "50" })).toMatchObject({
      snapshot: { margin_missing: "0" },
      warnings: [],
    });
    expect((await ada.trader.modify(id, change, now())).status).toBe(200);
  });

  test("that only makes the order smaller lacks nothing", async () => {
    const id = await placed();
    expect((await edit(id, { size: "20" })).snapshot.margin_missing).toBe("0");
  });
});

describe("an order that the book cannot fill", () => {
  const close = { ...MARKET, side: "SELL", reduce_only: true };

  test("has one basis for all its figures, the whole size, and says how much can fill", async () => {
    await world.fixture.setMark("64000");
    await world.fixture.bob.place(limit("SELL", "7.8", "64000"), now());
    const { snapshot, warnings } = await stage(ada.grant, { ...MARKET, size: "1000" }, now());
    expect(snapshot).toMatchObject({ notional: "64000000", fillable: "7.8" });
    const lacks = Number(snapshot.margin_missing);
    expect(lacks).toBeGreaterThan(Number(snapshot.initial_margin) - 100_000);
    expect(lacks).toBeLessThan(Number(snapshot.initial_margin));
    expect(warnings).toEqual([
      expect.objectContaining({ code: "INSUFFICIENT_MARGIN" }),
      {
        code: "PARTIAL_FILL",
        message: expect.stringContaining("Only 7.8 of 1000 could fill") as string,
      },
    ]);
    const fits = await stage(ada.grant, { ...MARKET, size: "7.8" }, now());
    expect(fits).toMatchObject({
      snapshot: { fillable: "7.8", margin_missing: "0" },
      warnings: [],
    });
    const whole = await stage(ada.grant, { ...MARKET, size: "8", time_in_force: "FOK" }, now());
    expect(whole.warnings).toMatchObject([
      {
        code: "PARTIAL_FILL",
        message: expect.stringContaining("Nothing of 8 could fill") as string,
      },
    ]);
  });

  test("is told so also by an assistant that may not read the account", async () => {
    const staged = await stage(ada.grant, { ...MARKET, size: "100" }, now());
    const ctx = { actor: ada.grant, client: CLIENT, now: now(), quotas: [] };
    const tool = TOOLS.find(({ name }) => name === "get_staged_order")!;
    const answer = await tool.call(ctx as never, { id: staged.id });
    expect(answer.structuredContent).toMatchObject({
      warnings: [
        { code: "INSUFFICIENT_MARGIN" },
        { code: "PARTIAL_FILL", message: staged.warnings[1]?.message },
      ],
    });
  });

  test("is measured by the position when it only reduces; one that may rest is not measured", async () => {
    await world.fixture.setMark("64000");
    await world.fixture.bob.place(limit("SELL", "1", "64000"), now());
    await ada.trader.place(limit("BUY", "1", "64000"), now());
    await world.fixture.bob.place(limit("BUY", "1", "63990"), now());
    expect((await stage(ada.key, close, now())).warnings).toEqual([]);
    const rests = await stage(ada.key, { ...LARGE, size: "1" }, now());
    expect(rests).toMatchObject({ snapshot: { fillable: null }, warnings: [] });
  });
});

test("the warning counts the depth of the book for a market order, and what the account has in the market", async () => {
  await world.fixture.setMark("64000");
  await world.fixture.bob.place(limit("SELL", "10", "64000"), now());
  const bare = await stage(ada.grant, { ...MARKET, size: "1" }, now());
  expect(bare.snapshot.margin_missing).toBe("0");
  await ada.trader.place(limit("BUY", "30", "60000"), now());
  const { snapshot, warnings } = await stage(ada.grant, { ...MARKET, size: "9" }, now());
  expect(snapshot.margin_missing).not.toBe("0");
  expect(warnings).toHaveLength(1);
  const placed = await ada.trader.place(
    { ...bare.order, size: "9", trigger_source: null } as never,
    now(),
  );
  expect(placed.body["error"]).toBe("INSUFFICIENT_MARGIN");
});

test("an order that waits for its trigger reserves nothing, and an account that cannot be read gets no warning", async () => {
  const stop = { ...MARKET, order_type: "STOP_LOSS_MARKET", trigger_price: "70000" };
  expect(await stage(ada.grant, stop, now())).toMatchObject({
    snapshot: { margin_missing: null },
    warnings: [],
  });
  await db.delete(venueKeys);
  expect(await stage(ada.grant, LARGE, now())).toMatchObject({
    snapshot: { margin_missing: null },
    warnings: [],
  });
});

test("without read:chat the warning has no figure of the account; an order that has ended has no warning", async () => {
  const staged = await stage(ada.grant, LARGE, now());
  const missing = staged.snapshot.margin_missing ?? "";
  const read = async (actor: typeof ada.grant) => {
    const ctx = { actor, client: CLIENT, now: now(), quotas: [] };
    const tool = TOOLS.find(({ name }) => name === "get_staged_order")!;
    return (await tool.call(ctx as never, { id: staged.id })).structuredContent;
  };
  const content = await read(ada.grant);
  expect(content).toMatchObject({
    warnings: [{ code: "INSUFFICIENT_MARGIN" }],
    next_step: expect.stringContaining("warnings") as string,
  });
  expect(JSON.stringify(content)).not.toContain(missing);
  const chatting = { ...ada.grant, scopes: [...ada.grant.scopes, "read:chat" as const] };
  expect(await read(chatting)).toMatchObject({
    warnings: [{ message: expect.stringContaining(`${missing} USDC`) as string }],
  });
  const later = Date.parse(staged.expires_at) + 1;
  expect(await own(ada, staged.id, later)).toMatchObject({ state: "expired", warnings: [] });
});
