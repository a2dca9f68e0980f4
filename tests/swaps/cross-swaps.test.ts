/**
 * Swaps to another network: which are accepted, and that the two networks alone decide when one is
 * settled or refunded.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { asc, eq, ne, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import { partnerLedger } from "#lib/partner/schema/partner.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { CrossAsset } from "#lib/protocol/swaps/assets.ts";
import { OwnSwap, type RoutePlan, SwapTermsAnswer } from "#lib/protocol/wire/swaps.ts";
import { swapTerms } from "#lib/swaps/chain/show-terms.ts";
import { pointEntries, swaps } from "#lib/swaps/schema/swaps.ts";
import { readOwnSwap } from "#lib/swaps/tape/read-own-swaps.ts";
import { readTape } from "#lib/swaps/tape/read-tape.ts";
import { EVENT_TYPES } from "#lib/webhooks/event-types/event-types.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { type RelayPayment, signPayment } from "#services/sandbox/relay/relay-payment.ts";
import { CrossService } from "./cross-service.testing.ts";
import { type CrossChange, NETWORK, type SignedCross } from "./cross-world.testing.ts";
import { catchRefusal } from "./swap-service.testing.ts";
import type { Swapper } from "./swap-world.testing.ts";

const USDC = 1_000_000n;
const ETH = 100_000_000n;
type Pair = readonly [CrossAsset, CrossAsset];
const SAME: Pair = ["USDC", "USDC"];
const TO_ETH: Pair = ["USDC", "ETH"];

describe.skipIf(!hasVm)("swaps to another network", () => {
  let cross: CrossService;
  let wallet: Swapper;
  let actor: WalletActor;

  beforeAll(async () => {
    cross = await CrossService.open();
    wallet = await cross.world.source.wallet({ USDC: 1_000_000n * USDC, ETH: 100n * ETH });
    actor = await user(wallet);
  });
  afterAll(() => cross.close());
  afterEach(() => {
    cross.line.isDown = false;
    cross.world.source.clock.release();
    cross.world.destination.clock.release();
  });

  /** A user with a webhook, so that events are stored. */
  async function user(of: Swapper): Promise<WalletActor> {
    const made = await cross.service.user(of);
    await cross.service.db.insert(webhooks).values({
      id: `whk_${made.userId}`,
      userId: made.userId,
      url: "https://example.com/",
      events: [],
      filter: {},
      status: "active",
      maxPerSecond: 1,
      createdAt: 0,
    });
    return made;
  }

  const quote = (pair = SAME, amount = 100n * USDC, change: CrossChange = {}) =>
    cross.world.quote(wallet, pair, amount, change);
  const execute = (given: SignedCross, by = actor) => cross.service.execute(by, given);
  const accepted = async (...given: Parameters<typeof quote>): Promise<SignedCross> => {
    const signed = await quote(...given);
    await execute(signed);
    return signed;
  };
  const shown = async ({ signature }: SignedCross, by = actor): Promise<OwnSwap> =>
    OwnSwap.parse(await readOwnSwap({ ctx: { actor: by }, input: { params: { signature } } }));
  const onTape = async ({ signature }: SignedCross) =>
    (await readTape({ input: { query: { limit: 100 } } })).results.find(
      (one) => one.signature === signature,
    );
  const eventsOf = async ({ signature }: SignedCross) => {
    const rows = await cross.service.db
      .select()
      .from(webhookEvents)
      .orderBy(webhookEvents.position);
    return rows
      .filter(({ data }) => data.includes(signature))
      .map(({ type, data }) => {
        expect(EVENT_TYPES[type].schema.safeParse(JSON.parse(data)).error).toBeUndefined();
        return type;
      });
  };
  const pointsOf = async ({ userId }: WalletActor) => {
    const rows = await cross.service.db
      .select()
      .from(pointEntries)
      .where(eq(pointEntries.userId, userId))
      .orderBy(asc(pointEntries.seq));
    return rows.at(-1)?.balance ?? 0;
  };
  /** A payment that any stranger could send, on either network. */
  async function pay(
    change: Partial<RelayPayment> & { deposit: string },
    { signer = cross.world.signer, on = cross.world.destination } = {},
  ): Promise<string> {
    const life = await on.life();
    const usual = { recipient: wallet.address, token: TOKENS.USDC, units: 99_900_000n };
    const signed = await signPayment(
      signer,
      { ...usual, ...change },
      { blockhash: life.blockhash, lastValidBlockHeight: life.lastValidHeight },
    );
    return on.send(Buffer.from(signed.transaction, "base64"));
  }

  test("the terms name the network, the relay's accounts and where to ask for quotes", async () => {
    const { swaps: terms } = SwapTermsAnswer.parse(await swapTerms());
    expect(terms?.destinations).toEqual([
      {
        network: NETWORK,
        simulated: true,
        quote_url: "https://relay.example/v1",
        from_chain: "simulated",
        to_chain: NETWORK,
        venue: `relay:${NETWORK}`,
        assets: ["USDC", "BTC", "ETH"],
        deposit_accounts: cross.world.terms.depositAccounts,
      },
    ]);
  });

  test("a swap is settled when the other network shows the payment as final, and only then appears on the tape", async () => {
    const before = await pointsOf(actor);
    const given = await accepted(TO_ETH, 320n * USDC);
    const relay = cross.world.relay();
    const { destination } = cross.world;
    const { states } = await cross.until(given.signature, "settling");
    expect(states[0]).toMatch(/submitted|confirmed/);
    expect(await shown(given)).toMatchObject({
      status: "settling",
      waits_for: "relay",
      destination: { network: NETWORK, address: wallet.address, signature: null },
    });
    destination.clock.hold();
    while (relay.parts.journal.attempts(given.signature).length === 0) {
      await relay.run(Date.now());
      await sleep(10);
    }
    const [payment] = relay.parts.journal.attempts(given.signature);
    expect(await destination.landed(payment?.signature ?? "")).toBeNull();
    // The payment is confirmed there, and the relay says that it is done. Neither counts.
    for (let pass = 0; pass < 3; pass += 1) await cross.pass();
    expect(await shown(given)).toMatchObject({ status: "settling", waits_for: null });
    expect(await onTape(given)).toBeUndefined();
    expect(await eventsOf(given)).toEqual([]);
    destination.clock.release();
    await cross.until(given.signature, "finalized", relay);
    const settled = await shown(given);
    expect(settled).toMatchObject({
      status: "finalized",
      waits_for: null,
      refund: null,
      destination: { signature: payment?.signature },
      in: { asset: "USDC", amount: "320" },
    });
    const row = await cross.row(given.signature);
    expect(row?.unitsOut).toBe(BigInt(payment?.units ?? 0));
    expect(await onTape(given)).toMatchObject({ status: "finalized", destination: NETWORK });
    expect(await eventsOf(given)).toEqual(["swap.confirmed", "points.credited"]);
    // The smaller side at the bar's price of 3,200 USD, two USD for a point.
    const usd = ((row?.unitsOut ?? 0n) * 3_200n) / ETH;
    expect((await pointsOf(actor)) - before).toBe(Number(usd / 2n));
  });

  test("a deposit that the relay cannot pay is refunded: it is not on the tape, earns no points, and is a failed swap", async () => {
    const before = await pointsOf(actor);
    const held = await cross.world.relay().available("USDC");
    const given = await accepted(SAME, held * 2n);
    const relay = cross.world.relay({ patienceMs: 0 });
    await cross.until(given.signature, "settling");
    const { source } = cross.world;
    source.clock.hold();
    source.clock.step(2_000);
    while (relay.parts.journal.attempts(given.signature).length === 0) {
      await relay.run(Date.now() + 5_000);
      await sleep(10);
    }
    const [refund] = relay.parts.journal.attempts(given.signature);
    expect(await source.landed(refund?.signature ?? "")).toBeNull();
    await cross.settle();
    expect(await shown(given)).toMatchObject({ status: "refunding", refund: null });
    source.clock.release();
    await cross.until(given.signature, "refunded", relay);
    expect(await shown(given)).toMatchObject({
      status: "refunded",
      refund: refund?.signature,
      destination: { signature: null },
      waits_for: null,
    });
    expect(await onTape(given)).toBeUndefined();
    expect(await eventsOf(given)).toEqual(["swap.failed"]);
    expect(await pointsOf(actor)).toBe(before);
    // Later transactions change nothing.
    await pay({ deposit: given.signature });
    await cross.pass();
    expect((await cross.row(given.signature))?.status).toBe("refunded");
  });

  test("a deposit that lands after its plan has expired is refunded", async () => {
    const { source } = cross.world;
    const expiresAt = Math.floor(source.clock.now() / 1_000) - 2;
    // Sent directly to the chain, because the service would refuse it.
    const given = await quote(SAME, 50n * USDC, { expiresAt });
    await source.send(given.bytes);
    const { row } = await cross.until(given.signature, "settling");
    expect(row.blockTime).toBeGreaterThan(expiresAt * 1_000);
    const { row: ended } = await cross.until(given.signature, "refunded", cross.world.relay());
    expect(ended.payment).toBeNull();
  });

  test("a lost deposit is not sent again once its plan has expired", async () => {
    const { source } = cross.world;
    const given = await quote(SAME, 50n * USDC);
    await source.setFaults({ drops: 1 });
    await execute(given);
    let now = Date.parse(given.plan.expires_at) + 1;
    const status = async () => {
      now += 3_000;
      await cross.service.follow(now);
      return (await cross.row(given.signature))?.status;
    };
    await expect.poll(status).toBe("expired");
    expect((await cross.row(given.signature))?.slot).toBeNull();
  });

  test("a deposit is not accepted shortly before its plan expires, nor for an address that is not a wallet", async () => {
    const soon = Math.floor(cross.world.source.clock.now() / 1_000) + 5;
    const late = await quote(SAME, 50n * USDC, { expiresAt: soon });
    expect(await catchRefusal(execute(late))).toBe("QUOTE_EXPIRED");
    const address = await tokenAccountOf(wallet.address, TOKENS.USDC.mint);
    const lost = await quote(SAME, 50n * USDC, { address });
    expect(await catchRefusal(execute(lost))).toContain("its recipient is not a wallet");
  });

  test("while the other network's node is down a swap stays settling and says why; then it is settled", async () => {
    const given = await accepted();
    const relay = cross.world.relay();
    await cross.until(given.signature, "settling");
    cross.line.isDown = true;
    while (relay.parts.journal.end(given.signature) === undefined) {
      await relay.run(Date.now());
      await cross.pass();
      await sleep(10);
    }
    expect(await shown(given)).toMatchObject({
      status: "settling",
      waits_for: "destination_network",
    });
    cross.line.isDown = false;
    await cross.until(given.signature, "finalized");
  });

  test("a swap that takes long is read less often, and still settled", async () => {
    const given = await accepted();
    await cross.until(given.signature, "settling");
    const polledAt = async () => (await cross.row(given.signature))?.polledAt;
    // After ten minutes it is read every thirty seconds.
    const later = Date.now() + 600_000;
    await cross.settle(later);
    expect(await polledAt()).toBe(later);
    await cross.settle(later + 25_000);
    expect(await polledAt()).toBe(later);
    await cross.settle(later + 35_000);
    expect(await polledAt()).toBe(later + 35_000);
    await cross.service.db.update(swaps).set({ polledAt: null });
    await cross.until(given.signature, "finalized", cross.world.relay());
  });

  test("without the relay a swap stays settling and says so", async () => {
    const given = await accepted();
    await cross.until(given.signature, "settling");
    for (let pass = 0; pass < 3; pass += 1) await cross.pass();
    expect(await shown(given)).toMatchObject({ status: "settling", waits_for: "relay" });
    await cross.until(given.signature, "finalized", cross.world.relay());
  });

  test("the relay's word does not count: only its own, final, right payment settles a swap", async () => {
    const given = await accepted();
    const { signature: deposit } = given;
    await cross.until(deposit, "settling");
    const { destination, source } = cross.world;
    const foreigner = await createKeyPairSignerFromPrivateKeyBytes(Buffer.alloc(32, 9));
    await destination.landed(
      await destination.node.call("requestAirdrop", [foreigner.address, 10 ** 9], z.string()),
    );
    await destination.give(foreigner.address, "USDC", 1_000n * USDC);
    const other = await quote();
    const wrong = [
      await pay({ deposit }, { signer: foreigner }),
      await pay({ deposit, units: BigInt(given.plan.out.units_min) - 1n }),
      await pay({ deposit, recipient: foreigner.address }),
      await pay({ deposit, token: TOKENS.ETH }),
      await pay({ deposit: other.signature }),
      // On this network it would be a refund of too little.
      await pay({ deposit, units: 0n + 1n }, { on: destination }),
    ];
    for (const hash of wrong) expect(await destination.landed(hash, "finalized")).toBeNull();
    await source.give(cross.world.signer.address, "USDC", 1n);
    const small = await pay({ deposit, units: 99n * USDC }, { on: source });
    expect(await source.landed(small, "finalized")).toBeNull();
    for (let pass = 0; pass < 3; pass += 1) await cross.pass();
    expect(await shown(given)).toMatchObject({ status: "settling", waits_for: "relay" });
    await pay({ deposit });
    const { row } = await cross.until(deposit, "finalized");
    expect(row.unitsOut).toBe(99_900_000n);
  });

  test("a payment that a fork dropped does not settle a swap", async () => {
    const given = await accepted();
    await cross.until(given.signature, "settling");
    const { destination } = cross.world;
    destination.clock.hold();
    const hash = await pay({ deposit: given.signature });
    expect(await destination.landed(hash)).toBeNull();
    await cross.pass();
    expect(await shown(given)).toMatchObject({ status: "settling", waits_for: null });
    expect(await destination.rollBack(1)).toContain(hash);
    destination.clock.release();
    await cross.pass();
    expect(await shown(given)).toMatchObject({ status: "settling", waits_for: "relay" });
    await cross.until(given.signature, "finalized", cross.world.relay());
  });

  test("a deposit that a fork dropped is neither settled nor lost: the same bytes land again", async () => {
    const { source } = cross.world;
    source.clock.hold();
    const given = await accepted();
    await source.landed(given.signature);
    await cross.pass();
    expect((await cross.row(given.signature))?.status).toBe("confirmed");
    await source.rollBack(1);
    source.clock.release();
    const relay = cross.world.relay();
    await cross.service.follow(Date.now() + 10_000);
    await cross.until(given.signature, "finalized", relay);
    expect(relay.parts.journal.attempts(given.signature)).toHaveLength(1);
  });

  test("the same bytes again return the state, and move nothing twice", async () => {
    const given = await accepted();
    expect(await execute(given)).toMatchObject({ signature: given.signature });
    const relay = cross.world.relay();
    await cross.until(given.signature, "finalized", relay);
    const before = await cross.world.source.held(wallet.address, "USDC");
    expect(await execute(given)).toEqual({ signature: given.signature, status: "finalized" });
    await cross.world.source.send(given.bytes, true).catch(() => {});
    await relay.run(Date.now());
    await cross.pass();
    expect(await cross.world.source.held(wallet.address, "USDC")).toBe(before);
    expect(relay.parts.journal.attempts(given.signature)).toHaveLength(1);
  });

  describe("the executor refuses", () => {
    const mismatch = (reason: string) => `TRANSACTION_MISMATCH: ${reason}`;
    const otherWallet = TOKENS.BTC.mint;

    test("the transaction of another account, and one with another signature", async () => {
      const other = await cross.world.source.wallet({ USDC: 1_000n * USDC });
      const foreign = await cross.world.quote(other, SAME, 100n * USDC);
      expect(await catchRefusal(execute(foreign))).toBe(mismatch("another wallet pays it"));
      const own = await quote();
      const bytes = Uint8Array.from(own.bytes);
      bytes[1] = (bytes[1] ?? 0) ^ 1;
      const transaction = Buffer.from(bytes).toString("base64");
      expect(await catchRefusal(execute({ ...own, transaction }))).toBe(
        mismatch("its signature is not the wallet's"),
      );
    });

    test.each<[string, CrossChange, string]>([
      [
        "a memo with another minimum",
        { minOut: 99n * USDC },
        "its minimum is not the one of its plan",
      ],
      [
        "a memo that pays another wallet",
        { order: ({ memo }) => ({ memo: { ...memo, address: otherWallet } }) },
        "it pays another wallet than its plan",
      ],
      [
        "a memo to another network",
        { order: ({ memo }) => ({ memo: { ...memo, network: "elsewhere" } }) },
        "it leads to another network than its plan",
      ],
      [
        "a memo of another asset",
        { order: ({ memo }) => ({ memo: { ...memo, asset: "BTC" } }) },
        "it swaps other assets than its plan",
      ],
      [
        "a memo of another plan",
        { order: ({ memo }) => ({ memo: { ...memo, digest: "d".repeat(43) } }) },
        "its memo names another plan",
      ],
      [
        "another amount than the plan's",
        { order: () => ({ amountIn: 101n * USDC }) },
        "it swaps another amount than its plan",
      ],
      [
        "a fee that is too small",
        { order: () => ({ fee: 1n }) },
        "its fee is 1 units and not 100000",
      ],
      [
        "a deposit elsewhere",
        { terms: { depositAccounts: { [TOKENS.USDC.mint]: otherWallet } } },
        "its deposit goes to another account than the relay's",
      ],
      [
        "another route",
        {
          plan: (plan: RoutePlan) => ({ ...plan, route: [{ venue: "relay:mine", impact_bps: 1 }] }),
        },
        "its route is not the one of its plan",
      ],
    ])("%s", async (_, change, reason) => {
      expect(await catchRefusal(execute(await quote(SAME, 100n * USDC, change)))).toBe(
        mismatch(reason),
      );
    });

    test("a plan for one network with bytes that lead to another, and the reverse", async () => {
      const given = await quote();
      const { destination: _there, ...plan } = given.plan;
      expect(await catchRefusal(execute({ ...given, plan }))).toMatch(/^TRANSACTION_MISMATCH/);
      const here = await cross.service.world.quote(wallet, ["USDC", "ETH"], 100n * USDC);
      const there = { ...here.plan, destination: given.plan.destination };
      expect(await catchRefusal(cross.service.execute(actor, { ...here, plan: there }))).toMatch(
        /^TRANSACTION_MISMATCH/,
      );
    });

    test.each<[string, string, CrossChange]>([
      ["a plan that has expired", "QUOTE_EXPIRED", { expiresAt: 1_700_000_000 }],
      [
        "a minimum that the relay cannot reach",
        "IMPACT_EXCEEDED",
        { plan: (plan) => ({ ...plan, out: out(101n * USDC) }) },
      ],
      [
        "a minimum that protects nothing",
        "QUOTE_EXPIRED",
        { plan: (plan) => ({ ...plan, out: out(98n * USDC) }) },
      ],
    ])("%s", async (_, code, change) => {
      expect(await catchRefusal(execute(await quote(SAME, 100n * USDC, change)))).toBe(code);
    });

    test("more than the wallet has", async () => {
      const given = await quote(SAME, 10_000_000n * USDC);
      expect(await catchRefusal(execute(given))).toBe("INSUFFICIENT_BALANCE");
    });

    const out = (units: bigint) => ({
      asset: "USDC" as const,
      amount_min: Number(units) / 1e6,
      units_min: String(units),
    });
  });

  test("a swap to the same asset on another network earns no points, and neither does one there and back", async () => {
    const crosser = await cross.world.source.wallet({ USDC: 10_000n * USDC, ETH });
    const by = await user(crosser);
    const relay = cross.world.relay();
    const swapped = async (pair: Pair, amount: bigint) => {
      const given = await cross.world.quote(crosser, pair, amount);
      await cross.service.execute(by, given);
      await cross.until(given.signature, "finalized", relay);
      return given;
    };
    await swapped(SAME, 200n * USDC);
    expect(await pointsOf(by)).toBe(0);
    await swapped(TO_ETH, 320n * USDC);
    expect(await pointsOf(by)).toBeGreaterThan(150);
    await swapped(["ETH", "USDC"], ETH / 10n);
    expect(await pointsOf(by)).toBeLessThan(5);
  });

  test("a partner earns when a swap is settled, and not when one is refunded", async () => {
    const partner = await makePartner(cross.service.db, "crosspartner");
    const referred = await cross.world.source.wallet({ USDC: 100_000n * USDC });
    await makeReferral(cross.service.db, partner, referred.address);
    const earned = async () =>
      (
        await cross.service.db
          .select()
          .from(partnerLedger)
          .where(eq(partnerLedger.partnerId, partner.id))
      ).length;
    const discounted = { order: () => ({ fee: 90_000n }) };
    const paid = await cross.world.quote(referred, SAME, 100n * USDC, discounted);
    // Sent without the app.
    await cross.world.source.send(paid.bytes);
    await cross.until(paid.signature, "settling");
    expect(await earned()).toBe(0);
    await cross.until(paid.signature, "finalized", cross.world.relay());
    const once = await earned();
    expect(once).toBeGreaterThan(0);
    const back = await cross.world.quote(referred, SAME, 100n * USDC, {
      ...discounted,
      expiresAt: 1_700_000_000,
    });
    await cross.world.source.send(back.bytes);
    await cross.until(back.signature, "refunded", cross.world.relay());
    expect(await earned()).toBe(once);
  });

  test("a fresh intake of both networks gives the same rows and the same points", async () => {
    const { db } = cross.service;
    const relay = cross.world.relay();
    const derived = async () => {
      const rows = await db
        .select({
          signature: swaps.signature,
          status: swaps.status,
          wallet: swaps.wallet,
          slot: swaps.slot,
          unitsIn: swaps.unitsIn,
          unitsOut: swaps.unitsOut,
          fee: swaps.fee,
          feeGross: swaps.feeGross,
          usd: swaps.usd,
          reversed: swaps.reversed,
          route: swaps.route,
          destination: swaps.destination,
          recipient: swaps.recipient,
          payment: swaps.payment,
          refund: swaps.refund,
        })
        .from(swaps)
        // A swap that never landed is on no chain.
        .where(ne(swaps.status, "expired"))
        .orderBy(asc(swaps.slot), asc(swaps.signature));
      return { rows, points: await pointsOf(actor) };
    };
    const isDone = async () => {
      await relay.run(Date.now());
      await cross.pass();
      const { rows } = await derived();
      return rows.every(({ status }) => status === "finalized" || status === "refunded");
    };
    await expect.poll(isDone).toBe(true);
    const first = await derived();
    expect(first.rows.length).toBeGreaterThan(10);
    await db.execute(sql`truncate swaps, point_entries, swap_intake, webhook_events`);
    cross.forget();
    await expect
      .poll(async () => (await isDone()) && (await derived()).rows.length)
      .toBe(first.rows.length);
    expect(await derived()).toEqual(first);
  });
});
