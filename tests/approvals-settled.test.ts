/**
 * The end of a signed order, its audit row and its event are written together or not at all: a process that dies between
 * them leaves an order that is still looked up, and the look-up writes each of them once.
 */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { unknownOrderEnder } from "#lib/assistants/staged-orders/end-unknown-orders.ts";
import { storeSignal } from "#lib/catalysts/testing/stored-signal.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { webhookEvents } from "#lib/platform/schema/events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { addWebhook } from "#lib/webhooks/engine/engine.testing.ts";
import { EVENT_TYPES } from "#lib/webhooks/event-types/event-types.ts";
import {
  approve,
  BUY,
  openWorld,
  own,
  type Person,
  refusal,
  signed,
  stage,
  type World,
} from "./approvals.testing.ts";

const SENDER_GONE = 21_000;
const WINDOW_OVER = 36_000;
const SUMMARY = "BUY 0.0150 BTCUSDC LIMIT 60000.0";

let world: World;
let ada: Person;
let db: Database;
const now = () => world.fixture.now();
const pass = async (milliseconds: number) => {
  world.fixture.venue.clock.advance(milliseconds);
  await world.fixture.setMark("64000");
};

const DIED = { cause: expect.objectContaining({ message: "the process died" }) as unknown };

/** Runs it with a process that dies while it writes the end of an order into this table. */
async function dieAt(table: "audit_log" | "inbox_notices", run: () => Promise<void>) {
  const isEnd =
    table === "audit_log" ? sql`new.action in ('order.placed', 'order.refused')` : sql`true`;
  const named = sql.identifier(table);
  await db.execute(sql`create or replace function die() returns trigger language plpgsql as
    $$ begin raise exception 'the process died'; end $$`);
  await db.execute(sql`create trigger die before insert on ${named}
    for each row when (${isEnd}) execute function die()`);
  try {
    await run();
  } finally {
    await db.execute(sql`drop trigger die on ${named}`);
  }
}

/** Approved, and its answer lost. @returns the id of an order whose outcome is unknown */
async function unanswered(fate: "lose answer" | "lose request"): Promise<string> {
  const { id, order } = await stage(ada.grant, BUY, now());
  world.line.fate = fate;
  expect((await approve(ada, id, signed(ada, order, now()), now())).state).toBe("unknown");
  world.line.fate = "pass";
  return id;
}

const endUnknown = () => unknownOrderEnder({ now })(now(), new AbortController().signal);
const notices = () =>
  db
    .select({ type: inboxNotices.type, data: inboxNotices.data })
    .from(inboxNotices)
    .where(eq(inboxNotices.userId, ada.actor.userId))
    .orderBy(inboxNotices.position);
const ends = async () =>
  (await world.audited(ada.actor.userId)).filter((row) => /^order\.(placed|refused)/.test(row));

beforeAll(async () => {
  db = await testDatabase();
  world = await openWorld(db);
});
beforeEach(async () => {
  Object.assign(world.line, { fate: "pass", before: undefined, isDown: false, writes: [] });
  await world.fixture.setMark("64000");
  ada = await world.person("ada");
});
afterAll(async () => {
  await world.close();
  await db.$client.end();
});

test("webhooks are told of a proposal and of the order that the venue takes, as the event types say", async () => {
  const { userId } = ada.actor;
  await addWebhook(db, { userId, url: "https://hooks.example/in" });
  const signal = await storeSignal(db, { minute: now(), number: now() });
  const { id, order } = await stage(ada.grant, { ...BUY, signal_id: signal.id }, now());
  await approve(ada, id, signed(ada, order, now()), now());
  const { type, data, position } = webhookEvents;
  const sent = await db
    .select({ type, data })
    .from(webhookEvents)
    .where(eq(webhookEvents.userId, userId))
    .orderBy(position);
  expect(sent.map((one) => one.type)).toEqual(["agentic.intent", "agentic.executed"]);
  for (const one of sent) {
    const said: unknown = JSON.parse(one.data);
    expect(EVENT_TYPES[one.type].schema.parse(said)).toEqual(said);
    expect(said).toMatchObject({ id, account: ada.trader.address, signal_id: signal.id });
  }
});

test("an order that the venue takes has one audit row and one event", async () => {
  const { id, order } = await stage(ada.grant, BUY, now());
  const bytes = signed(ada, order, now());
  const placed = await approve(ada, id, bytes, now());
  await approve(ada, id, bytes, now());
  await own(ada, id, now());
  expect(await ends()).toEqual([`order.placed ${SUMMARY}`]);
  const facts = { staged_order_id: id, account: ada.trader.address, order: SUMMARY };
  const data = { ...facts, order_id: placed.result?.order_id, error: null };
  expect(await notices()).toEqual([{ type: "agentic.executed", data }]);
});

test("one that waits again, or stays unknown, has none", async () => {
  const { id, order } = await stage(ada.grant, BUY, now());
  world.line.fate = { refuse: "RATE_LIMITED" };
  const approving = approve(ada, id, signed(ada, order, now()), now());
  await expect(approving).rejects.toEqual(refusal("RATE_LIMITED"));
  await unanswered("lose request");
  expect([await ends(), await notices()]).toEqual([[], []]);
});

test.each(["audit_log", "inbox_notices"] as const)(
  "a process that dies at %s writes nothing, and the loop ends the order once",
  async (table) => {
    const { id, order } = await stage(ada.grant, BUY, now());
    const bytes = signed(ada, order, now());
    await dieAt(table, () => expect(approve(ada, id, bytes, now())).rejects.toMatchObject(DIED));
    expect(await world.rowOf(id)).toMatchObject({ state: "sending", endedAt: null });
    expect([await ends(), await notices()]).toEqual([[], []]);
    await pass(SENDER_GONE);
    await dieAt(table, () => expect(endUnknown()).rejects.toMatchObject(DIED));
    expect(await world.rowOf(id)).toMatchObject({ state: "unknown", endedAt: null });
    expect([await ends(), await notices()]).toEqual([[], []]);
    await Promise.all([endUnknown(), endUnknown(), own(ada, id, now())]);
    expect((await world.rowOf(id)).state).toBe("placed");
    expect(await ends()).toEqual([`order.placed ${SUMMARY}`]);
    expect(await notices()).toMatchObject([
      { type: "agentic.executed", data: { staged_order_id: id, order: SUMMARY } },
    ]);
    expect(await world.ordersOf(ada.trader)).toHaveLength(1);
  },
);

test("an order that never arrived has them too, with the reason", async () => {
  const id = await unanswered("lose request");
  await pass(WINDOW_OVER);
  await endUnknown();
  expect(await ends()).toEqual([`order.refused ${SUMMARY}`]);
  const { address: account } = ada.trader;
  const data = { staged_order_id: id, account, order: SUMMARY, order_id: null };
  expect(await notices()).toEqual([
    { type: "agentic.refused", data: { ...data, error: "NEVER_ARRIVED" } },
  ]);
});
