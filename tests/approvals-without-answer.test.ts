/**
 * A signature leads to at most one order, whatever happens to answers, connections and processes. An unknown outcome is
 * resolved: an order is reported as never placed only when the venue no longer accepts its bytes and has no order of
 * them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  declineStagedOrder,
  withdrawStagedOrder,
} from "#lib/assistants/staged-orders/end-staged-order.ts";
import { unknownOrderEnder } from "#lib/assistants/staged-orders/end-unknown-orders.ts";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import {
  closeDatabase,
  type Database,
  openDatabase,
  setDatabase,
} from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
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
  stage,
  type World,
} from "./approvals.testing.ts";

/** Time after which a sender without a result counts as dead. */
const SENDER_GONE = 21_000;
/** Time after which the venue no longer accepts the bytes and its lists are complete. */
const WINDOW_OVER = 36_000;

let world: World;
let ada: Person;
let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  world = await openWorld(db);
});
afterAll(async () => {
  await world.close();
  await db.$client.end();
});
const now = () => world.fixture.now();
const pass = async (milliseconds: number) => {
  world.fixture.venue.clock.advance(milliseconds);
  await world.fixture.setMark("64000");
};
const ready = async (name: string) => {
  Object.assign(world.line, { fate: "pass", before: undefined, isDown: false, writes: [] });
  await world.fixture.setMark("64000");
  ada = await world.person(name);
};
/** Staged, and approved over a connection with this `fate`. */
async function send(fate: World["line"]["fate"], body: object = BUY) {
  const staged = await stage(ada.grant, body, now());
  world.line.fate = fate;
  const bytes = signed(ada, staged.order, now());
  const answer = await approve(ada, staged.id, bytes, now());
  world.line.fate = "pass";
  return { id: staged.id, order: staged.order, bytes, answer };
}

describe("an order whose answer is missing", () => {
  beforeEach(() => ready("ada"));

  test.each(["lose request", "lose answer", { refuse: "DRAINING" }] as const)(
    "is unknown, never failed, and one order when the same bytes are sent again in time: %j",
    async (fate) => {
      const { id, bytes, answer } = await send(fate);
      expect(answer).toMatchObject({ state: "unknown", result: null });
      expect(answer.error?.code).toMatch(/^(VENUE_UNREACHABLE|DRAINING)$/);
      const found = await proposed(ada.grant, id, now());
      expect(found).toMatchObject({ state: "placed", error: null });
      expect(new Set(world.line.writes).size).toBe(1);
      expect(await world.ordersOf(ada.trader)).toMatchObject([
        { id: found.result?.order_id, client_id: id },
      ]);
      expect(await approve(ada, id, bytes, now())).toEqual(found);
      expect(await world.ordersOf(ada.trader)).toHaveLength(1);
    },
  );

  test("is found by its signature after the venue no longer accepts the bytes", async () => {
    const { id } = await send("lose answer");
    for (let other = 0; other < 3; other += 1) await send("pass");
    await pass(31_000);
    const writes = world.line.writes.length;
    expect(await own(ada, id, now())).toMatchObject({
      state: "placed",
      result: { status: "OPEN" },
    });
    expect(world.line.writes).toHaveLength(writes);
  });

  test("is reported as never arrived only after that, and only after a successful look-up", async () => {
    const { id } = await send("lose request");
    world.line.isDown = true;
    expect((await own(ada, id, now())).state).toBe("unknown");
    await pass(32_000);
    world.line.isDown = false;
    expect((await own(ada, id, now())).state).toBe("unknown");
    await pass(WINDOW_OVER);
    world.line.isDown = true;
    expect((await own(ada, id, now())).state).toBe("unknown");
    world.line.isDown = false;
    expect(await own(ada, id, now())).toMatchObject({
      state: "refused",
      error: { code: "NEVER_ARRIVED" },
    });
    expect(await world.ordersOf(ada.trader)).toEqual([]);
  });

  test("that the venue had refused is refused, with the venue's first reason", async () => {
    const { id } = await send("lose answer", { ...BUY, size: "1000" });
    expect(await own(ada, id, now())).toMatchObject({
      state: "refused",
      error: { code: "INSUFFICIENT_MARGIN" },
    });
  });

  test("does not count as refused only because a second send was", async () => {
    const { id } = await send("lose answer");
    world.line.fate = { refuse: "RATE_LIMITED" };
    expect(await own(ada, id, now())).toMatchObject({
      state: "unknown",
      error: { code: "RATE_LIMITED" },
    });
    world.line.fate = "pass";
    expect((await own(ada, id, now())).state).toBe("placed");
  });

  test.each([
    [401, "UNKNOWN_API_KEY", "TRADING_NOT_ENABLED"],
    [403, "SIGNER_NOT_AUTHORIZED", "SIGNER_NOT_AUTHORIZED"],
    [429, "RATE_LIMITED", "RATE_LIMITED"],
  ] as const)(
    "that the venue refused without judging it waits again, and needs a new signature: %i %s",
    async (status, code, expected) => {
      const staged = await stage(ada.grant, BUY, now());
      world.line.fate = { refuse: code };
      const approving = approve(ada, staged.id, signed(ada, staged.order, now()), now());
      await expect(approving).rejects.toEqual(refusal(expected));
      expect(await world.rowOf(staged.id)).toMatchObject({
        state: "waiting",
        decidedAt: null,
        signed: null,
        digest: null,
      });
      world.line.fate = "pass";
      if (status === 401) return;
      const placed = await approve(ada, staged.id, signed(ada, staged.order, now()), now());
      expect(placed.state).toBe("placed");
      expect(await world.ordersOf(ada.trader)).toHaveLength(1);
    },
  );

  test("does not wait again when its sender was taken for dead, because its bytes may be sent a second time", async () => {
    const staged = await stage(ada.grant, BUY, now());
    world.line.fate = { refuse: "RATE_LIMITED" };
    world.line.before = async () => {
      world.line.before = undefined;
      world.line.fate = "pass";
      expect((await own(ada, staged.id, now() + SENDER_GONE)).state).toBe("placed");
    };
    const answer = await approve(ada, staged.id, signed(ada, staged.order, now()), now());
    expect(answer.state).toBe("placed");
    expect(await world.ordersOf(ada.trader)).toHaveLength(1);
  });

  test("that a killed process left in state `sending` is looked up once its sender must be dead", async () => {
    for (const fate of ["lose answer", "lose request"] as const) {
      const { id } = await send(fate);
      await db
        .update(stagedOrders)
        .set({ state: "sending", errorCode: null, errorMessage: null })
        .where(eq(stagedOrders.id, id));
      expect((await own(ada, id, now())).state).toBe("sending");
      expect((await own(ada, id, now() + SENDER_GONE)).state).toBe("placed");
    }
    expect(await world.ordersOf(ada.trader)).toHaveLength(2);
  });

  test("ends although nobody reads it, and is looked up ever more rarely while the look-up fails", async () => {
    const { signal } = new AbortController();
    const endAll = unknownOrderEnder({ now });
    const stateOf = async (id: string) => (await world.rowOf(id)).state;
    const { id } = await send("lose request");
    const { id: other } = await send("lose answer");
    await endAll(now(), signal);
    expect([await stateOf(id), await stateOf(other)]).toEqual(["placed", "placed"]);

    const { id: killed } = await send("lose answer");
    await db.update(stagedOrders).set({ state: "sending" }).where(eq(stagedOrders.id, killed));
    await endAll(now(), signal);
    expect(await stateOf(killed)).toBe("sending");
    await pass(SENDER_GONE);
    await endAll(now(), signal);
    expect(await stateOf(killed)).toBe("placed");

    const { id: lost } = await send("lose request");
    world.line.isDown = true;
    await pass(80_000);
    await endAll(now(), signal);
    world.line.isDown = false;
    await pass(5_000);
    await endAll(now(), signal);
    expect(await stateOf(lost)).toBe("unknown");
    await pass(10_000);
    await endAll(now(), signal);
    expect(await world.rowOf(lost)).toMatchObject({ state: "refused", errorCode: "NEVER_ARRIVED" });
    expect(await world.ordersOf(ada.trader)).toHaveLength(3);
  });

  test("is looked up once for many concurrent readers", async () => {
    const { id } = await send("lose answer");
    const writes = world.line.writes.length;
    const reads = await Promise.all(Array.from({ length: 8 }, () => own(ada, id, now())));
    expect(new Set(reads.map(({ state }) => state))).toEqual(new Set(["placed"]));
    expect(world.line.writes.length - writes).toBe(1);
  });

  test("has stored its bytes before they left", async () => {
    let stored: unknown;
    const staged = await stage(ada.grant, BUY, now());
    world.line.before = async () => {
      stored = await world.rowOf(staged.id);
    };
    const bytes = signed(ada, staged.order, now());
    await approve(ada, staged.id, bytes, now());
    expect(stored).toMatchObject({
      state: "sending",
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      signed: {
        headers: { "x-signature": bytes.headers.get("x-signature") },
        body: world.line.writes[0],
      },
    });
    expect(JSON.stringify(stored)).not.toContain("apikey_");
  });
});

/** Concurrent decisions about the same order. `endings`: the user declines and the proposer withdraws meanwhile. */
async function decideAtOnce(
  id: string,
  { endings, more = [] }: { endings: boolean; more?: Promise<unknown>[] },
): Promise<PromiseSettledResult<unknown>[]> {
  const { order } = await own(ada, id, now());
  const times = Array.from({ length: 4 }, now);
  const [at, input] = [now(), { params: { id } }];
  const of = { client: CLIENT, now: at };
  // At this point the approvals have read a waiting order.
  const underWay = new Promise<void>((resolve) => {
    world.line.onClock = resolve;
  });
  const end = async (): Promise<PromiseSettledResult<unknown>[]> => {
    await underWay;
    return Promise.allSettled([
      declineStagedOrder({ ctx: { ...of, actor: ada.actor }, input }),
      withdrawStagedOrder({ ctx: { ...of, actor: ada.grant }, input }),
    ]);
  };
  const ended = endings ? end() : [];
  const approvals = times.map((timestamp) => approve(ada, id, signed(ada, order, timestamp), at));
  return [...(await Promise.allSettled([...approvals, ...more])), ...(await ended)];
}

async function expectOneDecision(
  id: string,
  outcomes: PromiseSettledResult<unknown>[],
): Promise<void> {
  const decided = outcomes.filter(({ status }) => status === "fulfilled");
  expect(decided).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") {
      expect(outcome.reason).toEqual(refusal("STAGED_ORDER_IS_OVER"));
    }
  }
  const { state } = await own(ada, id, now());
  expect(decided[0]).toMatchObject({ value: { state } });
  const orders = await world.ordersOf(ada.trader);
  expect(orders.filter(({ client_id }) => client_id === id)).toHaveLength(
    state === "placed" ? 1 : 0,
  );
}

test("exactly one of concurrent approvals, a refusal and a withdrawal decides", async () => {
  await ready("eve");
  for (let round = 0; round < 6; round += 1) {
    const { id } = await stage(ada.grant, BUY, now());
    await expectOneDecision(id, await decideAtOnce(id, { endings: round % 2 === 1 }));
  }
});

const server = await probePostgres(process.env);
if (server === undefined && isPostgresPromised(process.env)) {
  throw new Error("TEST_DATABASE_URL can not be reached.");
}

/** Another process of the app: it approves the order of each line, and answers with the state or the code. */
const REPLICA = `
const [url] = process.argv.slice(1);
const { approveStagedOrder } = await import("#lib/assistants/staged-orders/approve-order.ts");
const { openDatabase } = await import("#lib/platform/db/client.ts");
await openDatabase({ dataDir: "unused", databaseUrl: { reveal: () => url } });
const { createInterface } = await import("node:readline");
// A SIGKILL leaves no time for it.
(await import("node:module")).flushCompileCache();
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const { actor, id, headers, body, now } = JSON.parse(line);
  const request = new Request("http://localhost:3000/", { method: "POST", headers });
  const ctx = { actor, client: { address: "192.0.2.7", agent: "" }, now };
  console.log(await approveStagedOrder({ ctx, input: { params: { id }, body, request } })
    .then(({ state }) => state, (error) => error.code ?? String(error)));
}
process.exit(0);
`;

describe.skipIf(server === undefined)("two processes on one Postgres", () => {
  let database: OwnDatabase;
  /** Until a test kills it. */
  let child: ChildProcess | undefined;
  let lines: AsyncIterator<string>;
  beforeAll(async () => {
    database = await borrowDatabase(server);
    const databaseUrl = new Secret(database.url);
    // An occupied database is opened as it is, so this one must be new.
    setDatabase(undefined);
    world.setDatabase(await openDatabase({ dataDir: "unused", databaseUrl }));
  });
  beforeEach(async () => {
    await ready("zoe");
    if (child !== undefined) return;
    const flags = ["--conditions=react-server", "--input-type=module", "--eval", REPLICA];
    child = spawn(process.execPath, [...flags, database.url], {
      env: { ...process.env, VENUE_URL: world.line.url },
      stdio: ["pipe", "pipe", "inherit"],
    });
    lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    expect(await next()).toBe("ready");
  });
  afterAll(async () => {
    await kill();
    await closeDatabase();
    await database.drop();
  });

  async function kill(): Promise<void> {
    if (child === undefined) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    child = undefined;
  }

  const next = async () => (await lines.next()).value as string;
  async function there(id: string): Promise<string> {
    const { order } = await own(ada, id, now());
    const { headers, body } = signed(ada, order, now());
    const call = { actor: ada.actor, id, headers: Object.fromEntries(headers), body, now: now() };
    child?.stdin?.write(`${JSON.stringify(call)}\n`);
    return next();
  }

  test("decide once, whichever is first", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await stage(ada.grant, BUY, now());
      const elsewhere = there(id).then((outcome) => {
        if (outcome === "placed") return own(ada, id, now());
        throw Object.assign(new Error(outcome), { code: outcome });
      });
      await expectOneDecision(
        id,
        await decideAtOnce(id, { endings: round % 2 === 1, more: [elsewhere] }),
      );
    }
  });

  test.each(["lose answer", "lose request"] as const)(
    "place the order of a killed process once, and the other process finds it: %s",
    async (fate) => {
      const { id } = await stage(ada.grant, BUY, now());
      const arrived = new Promise<void>((resolve) => {
        world.line.before = async () => {
          world.line.before = undefined;
          await kill();
          resolve();
        };
      });
      world.line.fate = fate;
      const answer = there(id);
      await arrived;
      expect(await answer).toBeUndefined();
      world.line.fate = "pass";
      if (fate === "lose answer") {
        // The venue must judge the order before its clock moves: until the next mark it refuses orders.
        await vi.waitFor(async () => expect(await world.ordersOf(ada.trader)).toHaveLength(1));
      }
      expect((await own(ada, id, now())).state).toBe("sending");
      await pass(SENDER_GONE);
      expect((await proposed(ada.grant, id, now())).state).toBe("placed");
      expect(await world.ordersOf(ada.trader)).toMatchObject([{ client_id: id, status: "OPEN" }]);
    },
  );
});
