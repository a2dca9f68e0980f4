/** What a user lets a program propose holds inside the verb, for each program on its own, and a pause stops all of them. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { declineStagedOrder } from "#lib/assistants/staged-orders/end-staged-order.ts";
import {
  StageCancel,
  StageModify,
  stageCancel,
  stageModify,
} from "#lib/assistants/staged-orders/stage-change.ts";
import { newId } from "#lib/kernel/ids.ts";
import { rotateMcpKey } from "#lib/machines/keys/rotate-key.ts";
import { carryLimits } from "#lib/machines/proposals/carry-limits.ts";
import { listProposalLimits, setProposalLimits } from "#lib/machines/proposals/limits.ts";
import { readPause, setPause } from "#lib/machines/proposals/pause.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { SetProposalLimits } from "#lib/protocol/wire/assistant-controls.ts";
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
  ada = await world.person("ada", { scopes: ["read:chat", "trade:execute"] });
});

const now = () => world.fixture.now();
const own = (at = now()) => ({ actor: ada.actor, client: CLIENT, now: at });
const NO_LIMITS = { markets: null, max_notional: null, max_day_notional: null };
const APP = { kind: "oauth_app", id: "client_1" } as const;
const set = (of: { kind: string; id: string }, limits: object) =>
  setProposalLimits({
    ctx: own(),
    input: { body: SetProposalLimits.parse({ ...of, ...NO_LIMITS, ...limits }) },
  });
/** BUY is worth 900 USDC: 0.015 at 60,000. */
const propose = (
  body: object = {},
  by: Person["grant"] | Person["key"] | Person["bot"] = ada.grant,
  at = now(),
) => stage(by, { ...BUY, ...body }, at);
const limited = (what: string, data: object = {}) =>
  refusal("PROPOSAL_LIMIT", { data: expect.objectContaining({ limit: what, ...data }) as unknown });
const rows = () => db.$count(stagedOrders, eq(stagedOrders.userId, ada.actor.userId));

describe("limits of a program", () => {
  test("name its markets, and the refusal says them", async () => {
    await set(APP, { markets: ["SOLUSDC", "ETHUSDC", "ETHUSDC"] });
    const refused = propose().catch((error: unknown) => error);
    expect(await refused).toEqual(
      limited("market", { allowed: "ETHUSDC, SOLUSDC", market: "BTCUSDC" }),
    );
    expect(String(await refused)).toContain("in these markets only: ETHUSDC, SOLUSDC");
    expect(await rows()).toBe(0);
    await set(APP, { markets: ["BTCUSDC"] });
    expect((await propose()).state).toBe("waiting");
  });

  test("bound the size of one proposal, to the last digit", async () => {
    await set(APP, { max_notional: "899.99" });
    await expect(propose()).rejects.toEqual(limited("size", { most: "899.99", value: "900" }));
    await set(APP, { max_notional: "900" });
    expect((await propose()).snapshot.notional).toBe("900");
    await expect(propose({ order_type: "MARKET", price: undefined, size: "0.02" })).rejects.toEqual(
      limited("size", { value: "1280" }),
    );
  });

  test("bound the sum of 24 hours; what led to nothing and what is older do not count", async () => {
    await set(APP, { max_day_notional: "2000" });
    const first = await propose();
    await propose();
    await expect(propose()).rejects.toEqual(
      limited("day", { most: "2000", used: "1800", value: "900" }),
    );
    const params = { id: first.id };
    await declineStagedOrder({ ctx: own(), input: { params } });
    const again = await propose({ price: "61000" });
    await approve(ada, again.id, signed(ada, again.order, now()), now());
    expect(await listProposalLimits({ ctx: own() })).toMatchObject({
      results: [{ ...APP, used_today: "1815", max_day_notional: "2000" }],
    });
    await expect(propose()).rejects.toEqual(limited("day"));
    expect((await propose({}, ada.grant, now() + DAY_MS + 1_000)).state).toBe("waiting");
  });

  test("hold for all connections of an app together, and for no other program", async () => {
    await set(APP, { max_day_notional: "1000" });
    await propose();
    const [grant] = await db
      .select()
      .from(oauthGrants)
      .where(eq(oauthGrants.id, ada.grant.grantId));
    const id = newId("grant");
    await db.insert(oauthGrants).values({ ...(grant as NonNullable<typeof grant>), id });
    await expect(propose({}, { ...ada.grant, grantId: id })).rejects.toEqual(limited("day"));
    for (const other of [ada.key, ada.bot])
      expect((await propose({}, other)).state).toBe("waiting");
  });

  test.each(["key", "bot"] as const)("can be set for a %s", async (by) => {
    await set(
      { kind: by === "key" ? "mcp_key" : "bot_key", id: ada[by].keyId },
      { max_notional: "1" },
    );
    await expect(propose({}, ada[by])).rejects.toEqual(limited("size"));
    expect((await propose()).state).toBe("waiting");
  });

  test("go with a key to the one that replaces it", async () => {
    await set({ kind: "mcp_key", id: ada.key.keyId }, { max_notional: "1" });
    const body = { overlapHours: 0, expiresInDays: 30 } as const;
    const params = { id: ada.key.keyId };
    const { id } = await rotateMcpKey({ ctx: { ...own(), quotas: [] }, input: { params, body } });
    await expect(propose({}, { ...ada.key, keyId: id })).rejects.toEqual(limited("size"));
  });

  test("count what an edit adds, let it make an order smaller, and never keep from cancelling", async () => {
    const { body } = await ada.trader.place(limit("BUY", "0.02", "60000"), now());
    const order = { order_id: String(body["id"]) };
    await set(APP, { max_notional: "1000", max_day_notional: "100" });
    const edit = (change: object) =>
      stageModify({
        ctx: { ...own(), actor: ada.grant, quotas: [] },
        input: { body: StageModify.parse({ ...order, ...change }) },
      });
    await expect(edit({ size: "0.025" })).rejects.toEqual(limited("size", { value: "1500" }));
    await set(APP, { max_day_notional: "100" });
    await expect(edit({ size: "0.025" })).rejects.toEqual(limited("day", { value: "300" }));
    await set(APP, { max_notional: "1", max_day_notional: "1" });
    expect((await edit({ size: "0.01" })).state).toBe("waiting");
    const cancelled = stageCancel({
      ctx: { ...own(), actor: ada.grant, quotas: [] },
      input: { body: StageCancel.parse(order) },
    });
    expect((await cancelled).state).toBe("waiting");
  });

  describe("of all other programs", () => {
    const OTHERS = { kind: "default", id: "all" } as const;

    test("hold for every program without limits of its own, and give way to those", async () => {
      await set(OTHERS, { max_notional: "800" });
      for (const by of [ada.grant, ada.key, ada.bot]) {
        await expect(propose({}, by)).rejects.toEqual(limited("size", { most: "800" }));
      }
      await set(APP, { max_notional: "900" });
      expect((await propose()).state).toBe("waiting");
      await expect(propose({}, ada.key)).rejects.toEqual(limited("size"));
      await set(APP, {});
      await expect(propose()).rejects.toEqual(limited("size"));
    });

    test("count a day for all of them together, without programs that have their own", async () => {
      await set({ kind: "bot_key", id: ada.bot.keyId }, { max_day_notional: "5000" });
      await set(OTHERS, { max_day_notional: "2000" });
      await propose({}, ada.bot);
      await propose({}, ada.key);
      await propose();
      await expect(propose({}, ada.key)).rejects.toEqual(
        limited("day", { used: "1800", value: "900", shared: true }),
      );
      expect((await propose({}, ada.bot)).state).toBe("waiting");
      expect((await listProposalLimits({ ctx: own() })).results).toContainEqual(
        expect.objectContaining({ ...OTHERS, used_today: "1800" }),
      );
    });

    test("have one id, and an entry of their own in the activity log", async () => {
      expect(() => SetProposalLimits.parse({ kind: "default", id: "1", ...NO_LIMITS })).toThrow(
        /must be \\"all\\"/,
      );
      await set(OTHERS, { max_notional: "5" });
      expect((await world.audited(ada.actor.userId)).map((row) => row.split(" ")[0])).toEqual([
        "proposal_limits.default_set",
      ]);
    });
  });

  describe("of an app that registers anew", () => {
    /** A grant of another client id, as the consent of a person leaves it. */
    const consent = async (clientId: string, terms: object = {}) => {
      const [grant] = await db
        .select()
        .from(oauthGrants)
        .where(eq(oauthGrants.id, ada.grant.grantId));
      const id = newId("grant");
      const row = { ...(grant as NonNullable<typeof grant>), id, clientId, ...terms };
      await db.insert(oauthGrants).values(row);
      await carryLimits(db, { userId: ada.actor.userId, clientId });
      return { ...ada.grant, grantId: id, clientId };
    };

    test("are those of its earlier registration, and its day goes on", async () => {
      await set(APP, { max_day_notional: "1000" });
      await propose();
      await expect(propose({}, await consent("client_2"))).rejects.toEqual(
        limited("day", { used: "900" }),
      );
    });

    test("are not those of an app of another name or another place", async () => {
      await set(APP, { max_notional: "1" });
      for (const [index, terms] of [
        { clientName: "Other" },
        { redirectHost: "x.example" },
      ].entries()) {
        const other = await consent(`client_other_${index}`, terms);
        expect((await propose({}, other)).state).toBe("waiting");
      }
    });

    test("stay removed once its user has removed them", async () => {
      await set(APP, { max_notional: "1" });
      const again = await consent("client_3");
      await set({ kind: "oauth_app", id: "client_3" }, {});
      await consent("client_3");
      expect((await propose({}, again)).state).toBe("waiting");
    });
  });

  test("are removed by null, belong to own programs only, and are in the activity log", async () => {
    const bea = await world.person("bea");
    await expect(set({ kind: "mcp_key", id: bea.key.keyId }, {})).rejects.toEqual(
      refusal("KEY_NOT_FOUND"),
    );
    await expect(set({ kind: "oauth_app", id: "client_9" }, {})).rejects.toEqual(
      refusal("GRANT_NOT_FOUND"),
    );
    await set(APP, { max_notional: "5.50" });
    await set(APP, {});
    expect(await listProposalLimits({ ctx: own() })).toEqual({ results: [] });
    const log = (await world.audited(ada.actor.userId)).map((row) => row.split(" ")[0]);
    expect(log).toEqual(["proposal_limits.set", "proposal_limits.set"]);
    for (const wrong of [{ markets: [] }, { max_notional: "-1" }, { max_notional: "1e3" }]) {
      expect(() => SetProposalLimits.parse({ ...APP, ...NO_LIMITS, ...wrong })).toThrow(
        /markets|max_notional/,
      );
    }
  });
});

describe("a pause", () => {
  const pause = (paused: boolean) => setPause({ ctx: own(), input: { body: { paused } } });

  test("stops proposals of every kind of program, and its end lets them continue", async () => {
    const { paused_at: at } = await pause(true);
    expect(await readPause({ ctx: own() })).toEqual({ paused_at: at });
    expect((await pause(true)).paused_at).toBe(at);
    for (const by of [ada.grant, ada.key, ada.bot]) {
      await expect(propose({}, by)).rejects.toEqual(refusal("ASSISTANTS_PAUSED"));
    }
    expect(await rows()).toBe(0);
    expect(await pause(false)).toEqual({ paused_at: null });
    expect((await propose()).state).toBe("waiting");
    const log = (await world.audited(ada.actor.userId)).map((row) => row.split(" ")[0]);
    expect(log).toEqual(["assistants.paused", "assistants.resumed", "order.staged"]);
  });

  test("leaves what already waits to its user", async () => {
    const staged = await propose();
    await pause(true);
    const placed = await approve(ada, staged.id, signed(ada, staged.order, now()), now());
    expect(placed.state).toBe("placed");
  });
});
