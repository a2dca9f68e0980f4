/**
 * A proposal is kept for a time after its end, whatever ended it. Uses a real venue, because the venue decides some
 * ends.
 */

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { removeEndedOrders } from "#lib/assistants/staged-orders/clean-up.ts";
import {
  declineStagedOrder,
  withdrawStagedOrder,
} from "#lib/assistants/staged-orders/end-staged-order.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { PushWriter } from "#lib/pushes/writing/push-writer.ts";
import {
  approve,
  BUY,
  CLIENT,
  openWorld,
  own,
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
  Object.assign(world.line, { fate: "pass" });
  await world.fixture.setMark("64000");
  ada = await world.person("ada");
});

const now = () => world.fixture.now();
const send = ({ id, order }: StagedOrder) => approve(ada, id, signed(ada, order, now()), now());
const params = ({ id }: StagedOrder) => ({ input: { params: { id } } });

const ENDS: readonly [string, (staged: StagedOrder) => Promise<StagedOrder>][] = [
  ["placed", send],
  [
    "declined",
    (staged) =>
      declineStagedOrder({
        ctx: { actor: ada.actor, client: CLIENT, now: now() },
        ...params(staged),
      }),
  ],
  [
    "withdrawn",
    (staged) =>
      withdrawStagedOrder({
        ctx: { actor: ada.grant, client: CLIENT, now: now() },
        ...params(staged),
      }),
  ],
];

test.each(ENDS)(
  "a proposal that was %s stays for ninety days, and no longer",
  async (state, end) => {
    const staged = await stage(ada.grant, BUY, now());
    const at = now();
    expect((await end(staged)).state).toBe(state);
    await removeEndedOrders(at + 89 * DAY_MS);
    expect((await own(ada, staged.id, now())).state).toBe(state);
    await removeEndedOrders(now() + 90 * DAY_MS + 1);
    await expect(own(ada, staged.id, now())).rejects.toEqual(refusal("STAGED_ORDER_NOT_FOUND"));
    const audited = await world.audited(ada.actor.userId);
    expect(audited.map((one) => one.split(" ")[0])).toContain("order.staged");
  },
);

test.each(ENDS)("the notice of a proposal that was %s counts as read", async (_state, end) => {
  const staged = await stage(ada.grant, BUY, now());
  await new PushWriter({ db, levels: new Map(), now, wake: () => undefined }).run(now());
  const isRead = async () => {
    const all = await db.select().from(inboxNotices);
    const own = all.find(({ data }) => data["staged_order_id"] === staged.id);
    return own && own.readAt !== null;
  };
  expect(await isRead()).toBe(false);
  await end(staged);
  expect(await isRead()).toBe(true);
});

test("a late answer starts the ninety days when it arrives, and until then the proposal stays", async () => {
  const staged = await stage(ada.grant, BUY, now());
  world.line.fate = "lose answer";
  expect((await send(staged)).state).toBe("unknown");
  await removeEndedOrders(now() + 1_000 * DAY_MS);
  expect((await world.rowOf(staged.id)).endedAt).toBeNull();
  world.line.fate = "pass";
  const later = now() + 100 * DAY_MS;
  expect((await own(ada, staged.id, later)).state).toBe("placed");
  expect((await world.rowOf(staged.id)).endedAt).toEqual(new Date(later));
  await removeEndedOrders(later + 90 * DAY_MS);
  expect((await world.rowOf(staged.id)).state).toBe("placed");
});
