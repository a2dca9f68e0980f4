/**
 * Tape, points, partner fees and events follow from the chain alone, once, even with a faulty node.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readFacts } from "#lib/partner/ledger/ledger-row.ts";
import { countRows, makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { pointEntries, swapIntake, swaps } from "#lib/swaps/schema/swaps.ts";
import { EVENT_TYPES } from "#lib/webhooks/event-types/event-types.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { SwapService } from "./swap-service.testing.ts";
import type { Swapper } from "./swap-world.testing.ts";

const USDC = 1_000_000n;
const BUY = ["USDC", "SOL"] as const satisfies readonly TokenSymbol[];
const SELL = ["SOL", "USDC"] as const satisfies readonly TokenSymbol[];

describe.skipIf(!hasVm)("the intake of swaps", () => {
  let service: SwapService;
  let wallet: Swapper;
  let actor: WalletActor;

  beforeAll(async () => {
    service = await SwapService.open();
    wallet = await service.world.wallet({ USDC: 100_000n * USDC }, 100_000_000_000);
    actor = await service.user(wallet);
    await service.db.insert(webhooks).values({
      id: "whk_test",
      userId: actor.userId,
      url: "https://example.com/",
      events: [],
      filter: {},
      status: "active",
      maxPerSecond: 1,
      createdAt: 0,
    });
  });
  afterAll(() => service.close());
  afterEach(() => {
    service.world.clock.release();
    return service.world.setFaults({ lag: 0, drops: 0, reorders: false });
  });

  async function swap(
    pair: readonly [TokenSymbol, TokenSymbol],
    amount: bigint,
    by = wallet,
  ): Promise<string> {
    const { bytes } = await service.world.quote(by, pair, amount);
    const signature = await service.world.send(bytes);
    expect(await service.world.landed(signature)).toBeNull();
    return signature;
  }

  const rowOf = async (signature: string) => {
    const [row] = await service.db.select().from(swaps).where(eq(swaps.signature, signature));
    return row;
  };

  /** Runs passes until every confirmed swap is final. */
  async function settle(): Promise<void> {
    const intake = await service.intake();
    for (;;) {
      await intake.run(Date.now());
      const waiting = await service.db.select().from(swaps).where(eq(swaps.status, "confirmed"));
      if (waiting.length === 0) return;
      await sleep(20);
    }
  }

  const entries = () =>
    service.db
      .select()
      .from(pointEntries)
      .where(eq(pointEntries.userId, actor.userId))
      .orderBy(asc(pointEntries.seq));
  const events = () => service.db.select().from(webhookEvents).orderBy(webhookEvents.position);

  test("a confirmed swap is on the tape, and everything else follows when it is final", async () => {
    service.world.clock.hold();
    const signature = await swap(BUY, 150n * USDC);
    const intake = await service.intake();
    await intake.run(Date.now());
    expect(await rowOf(signature)).toMatchObject({ status: "confirmed", usd: null, seq: 1 });
    expect(await entries()).toEqual([]);
    expect(await events()).toEqual([]);
    service.world.clock.release();
    await settle();
    const row = await rowOf(signature);
    expect(row).toMatchObject({
      status: "finalized",
      seq: 2,
      unitsIn: 150n * USDC,
      fee: 150_000n,
      userId: actor.userId,
    });
    // The smaller side: SOL at its bar's price, after the pool's fee.
    expect(row?.usd).toBe(((row?.unitsOut ?? 0n) * 150n) / 1n);
    expect(await entries()).toMatchObject([
      { seq: 1, isReversal: false, points: 74, balance: 74, weekPoints: 74, signature },
    ]);
    const emitted = await events();
    expect(emitted.map(({ type }) => type)).toEqual(["swap.confirmed", "points.credited"]);
    for (const { type, data } of emitted) {
      const { schema } = EVENT_TYPES[type];
      expect(schema.safeParse(JSON.parse(data)).error).toBeUndefined();
    }
  });

  test("a swap back takes the points of both, with an event", async () => {
    const before = (await entries()).at(-1);
    const bought = await swap(BUY, 300n * USDC);
    await settle();
    const credited = (await entries()).at(-1);
    expect(credited).toMatchObject({ isReversal: false, signature: bought });
    const row = await rowOf(bought);
    await swap(SELL, row?.unitsOut ?? 0n);
    await settle();
    const reversed = (await entries()).at(-1);
    expect(reversed).toMatchObject({ isReversal: true });
    // The pools' fees are not swapped back. They are worth less than a point.
    expect(reversed?.balance).toBeLessThanOrEqual((before?.balance ?? 0) + 1);
    expect((await events()).at(-1)?.type).toBe("points.reversed");
  });

  test("a partner earns from a referred wallet's swap, and a swap with too small a fee does not count", async () => {
    const partner = await makePartner(service.db, "bob");
    const person = await service.world.wallet({ USDC: 5_000n * USDC });
    await makeReferral(service.db, partner, person.address);
    const { bytes, signature } = await service.world.quote(person, BUY, 1_000n * USDC, {
      isReferred: true,
    });
    await service.world.landed(await service.world.send(bytes));
    const stranger = await service.world.wallet({ USDC: 1_000n * USDC });
    const cheap = await service.world.quote(stranger, BUY, 100n * USDC, { isReferred: true });
    await service.world.landed(await service.world.send(cheap.bytes));
    await settle();
    expect(await countRows(service.db)).toBe(1);
    const row = await rowOf(signature);
    expect(row).toMatchObject({ status: "finalized", fee: 900_000n, feeGross: 1_000_000n });
    const { rows } = await service.db.execute(
      sql`select source, origin, fee::text, gross::text from partner_ledger`,
    );
    const fee = ((row?.usd ?? 0n) * 900_000n) / (1_000n * USDC);
    expect(rows).toEqual([
      {
        source: "swap",
        origin: "chain",
        fee: String(fee),
        gross: String(((row?.usd ?? 0n) * 1_000_000n) / (1_000n * USDC)),
      },
    ]);
    // In the form in which the partner's pages read it.
    expect(await readFacts(service.db, sql`source = 'swap'`)).toMatchObject([{ origin: "chain" }]);
    expect(await rowOf(cheap.signature)).toBeUndefined();
  });

  test("a rolled-back swap that is not sent again is dropped, and leaves nothing else", async () => {
    service.world.clock.hold();
    const given = await service.world.quote(wallet, BUY, 10n * USDC);
    await service.execute(actor, given);
    await service.world.landed(given.signature);
    const intake = await service.intake();
    const points = (await entries()).length;
    await intake.run(Date.now());
    expect((await rowOf(given.signature))?.status).toBe("confirmed");
    expect(await service.world.rollBack(1)).toContain(given.signature);
    service.world.clock.release();
    const eventsBefore = (await events()).length;
    for (let status = "confirmed"; status === "confirmed"; await sleep(100)) {
      await intake.run(Date.now());
      status = (await rowOf(given.signature))?.status ?? "";
    }
    expect((await rowOf(given.signature))?.status).toBe("dropped");
    expect((await entries()).length).toBe(points);
    expect((await events()).length).toBe(eventsBefore);
    // Its blockhash has expired, so it could not land again. Once that is proved, its user gets an
    // event.
    for (let now = Date.now(); (await rowOf(given.signature))?.endedAt === null; now += 60_000) {
      await service.follow(now);
      await sleep(50);
    }
    expect(await rowOf(given.signature)).toMatchObject({ status: "dropped", transaction: null });
    expect((await events()).at(-1)?.type).toBe("swap.failed");
  });

  test("a swap that a fork moved to another slot is confirmed there", async () => {
    service.world.clock.hold();
    const given = await service.world.quote(wallet, BUY, 10n * USDC);
    await service.execute(actor, given);
    await service.world.landed(given.signature);
    const intake = await service.intake();
    await intake.run(Date.now());
    const first = (await rowOf(given.signature))?.slot;
    expect(await service.world.rollBack(1)).toContain(given.signature);
    service.world.clock.step(40);
    await service.follow(Date.now() + 2_500);
    await service.world.landed(given.signature);
    service.world.clock.release();
    await settle();
    const row = await rowOf(given.signature);
    expect(row?.status).toBe("finalized");
    expect(row?.slot).toBeGreaterThan(first ?? 0);
  });

  test("a swap that a fork made fail is dropped, and its user gets an event", async () => {
    const whale = await service.world.wallet({ USDC: 1_000_000n * USDC });
    service.world.clock.hold();
    const given = await service.world.quote(wallet, BUY, 10n * USDC);
    await service.execute(actor, given);
    await service.world.landed(given.signature);
    const intake = await service.intake();
    await intake.run(Date.now());
    expect(await service.world.rollBack(1)).toContain(given.signature);
    service.world.clock.step(40);
    await swap(BUY, 300_000n * USDC, whale);
    await service.world.send(given.bytes, true);
    service.world.clock.release();
    expect(await service.world.landed(given.signature, "finalized")).not.toBeNull();
    await settle();
    await service.follow(Date.now() + 60_000);
    expect(await rowOf(given.signature)).toMatchObject({
      status: "dropped",
      error: expect.stringContaining("6001"),
      resendAt: null,
    });
    expect((await events()).at(-1)?.type).toBe("swap.failed");
  });

  test("a node that lags and reorders changes nothing in the end, and a fresh intake gives the same result", async () => {
    await service.world.setFaults({ lag: 6, reorders: true });
    const sent: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      sent.push(await swap(index % 3 === 2 ? SELL : BUY, index % 3 === 2 ? 10n ** 8n : 7n * USDC));
      if (index % 4 === 0) await (await service.intake()).run(Date.now());
    }
    await service.world.setFaults({ lag: 0, reorders: false });
    await settle();
    for (const signature of sent) expect((await rowOf(signature))?.status).toBe("finalized");
    const before = await derived();
    await service.db.execute(sql`truncate swaps, point_entries, swap_intake, webhook_events`);
    await settle();
    expect(await derived()).toEqual(before);
  });

  /**
   * What follows from the chain: the finalized rows without their numbers on the tape, and the
   * points of each week.
   */
  async function derived() {
    const rows = await service.db
      .select()
      .from(swaps)
      .where(eq(swaps.status, "finalized"))
      .orderBy(asc(swaps.slot), asc(swaps.signature));
    const own = await entries();
    return {
      rows: rows.map(({ seq: _seq, endedAt: _ended, plan: _plan, ...row }) => ({
        ...row,
        submittedAt: null,
        lastValidHeight: null,
      })),
      balance: own.at(-1)?.balance,
    };
  }

  test("two intakes at the same time give the same result as one", async () => {
    const signatures = [await swap(BUY, 5n * USDC), await swap(BUY, 6n * USDC)];
    const [one, other] = [await service.intake(), await service.intake()];
    const isFinal = async () =>
      (await Promise.all(signatures.map(rowOf))).every((row) => row?.status === "finalized");
    while (!(await isFinal())) {
      await Promise.all([one.run(Date.now()), other.run(Date.now())]);
      await sleep(20);
    }
    const all = await service.rows();
    const numbers = all.flatMap(({ seq }) => seq ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("another chain under the same address stops the intake", async () => {
    await service.db.update(swapIntake).set({ genesisHash: "another" });
    await expect((await service.intake()).run(Date.now())).rejects.toMatchObject({
      code: "CHAIN_IS_ANOTHER",
    });
  });
});
