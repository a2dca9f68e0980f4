/**
 * The simulated relay between two chains. It pays each order once, even after kills, or refunds the
 * deposit.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import type { CrossAsset } from "#lib/protocol/swaps/assets.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import type { Relay } from "#services/sandbox/relay/relay.ts";
import { type RelayEnd, RelayJournal } from "#services/sandbox/relay/relay-journal.ts";
import { statusOf } from "#services/sandbox/relay/relay-status.ts";
import { type CrossChange, CrossWorld } from "./cross-world.testing.ts";
import type { Swapper } from "./swap-world.testing.ts";

const USDC = 1_000_000n;
const SAME = ["USDC", "USDC"] as const satisfies readonly CrossAsset[];

describe.skipIf(!hasVm)("the relay", () => {
  let world: CrossWorld;
  let wallet: Swapper;

  beforeAll(async () => {
    world = await CrossWorld.open();
    wallet = await world.source.wallet({ USDC: 1_000_000n * USDC, ETH: 10n ** 10n });
  });
  afterAll(() => world.close());

  async function end(relay: Relay, { signature }: { signature: string }): Promise<RelayEnd> {
    for (;;) {
      await relay.run(Date.now());
      const found = relay.parts.journal.end(signature);
      if (found !== undefined) return found;
      await sleep(20);
    }
  }

  test("pays a finalized deposit on the other chain, less its fee", async () => {
    const before = await world.destination.held(wallet.address, "USDC");
    const deposit = await world.deposit(wallet, SAME, 100n * USDC);
    const relay = world.relay();
    const ended = await end(relay, deposit);
    expect(ended).toMatchObject({ kind: "payment", units: "99900000" });
    const after = await world.destination.held(wallet.address, "USDC");
    expect(after - before).toBe(99_900_000n);
    expect(await statusOf(relay, deposit.signature)).toMatchObject({
      status: "DONE",
      substatus: "COMPLETED",
      receiving: { txHash: ended.signature, amount: "99900000", chainId: 4310 },
    });
  });

  test("pays another asset at the price of the pools", async () => {
    const deposit = await world.deposit(wallet, ["ETH", "BTC"], 100_000_000n);
    const ended = await end(world.relay(), deposit);
    expect(ended.kind).toBe("payment");
    expect(BigInt(ended.units)).toBeGreaterThanOrEqual(BigInt(deposit.plan.out.units_min));
  });

  test("does not pay for a deposit that is not final, and says so", async () => {
    const relay = world.relay();
    const { source } = world;
    source.clock.hold();
    const signed = await world.quote(wallet, SAME, 100n * USDC);
    const hash = await source.send(signed.bytes);
    await source.landed(hash);
    for (let pass = 0; pass < 5; pass += 1) await relay.run(Date.now());
    expect(relay.parts.journal.attempts(hash)).toEqual([]);
    expect(await statusOf(relay, hash)).toMatchObject({
      status: "PENDING",
      substatus: "WAIT_SOURCE_CONFIRMATIONS",
    });
    source.clock.release();
    expect((await end(relay, signed)).kind).toBe("payment");
  });

  test("refunds a deposit larger than its balance when its patience is over, and waits until then", async () => {
    const deposit = await world.deposit(wallet, SAME, 50_000n * USDC);
    const before = await world.source.held(wallet.address, "USDC");
    const relay = world.relay();
    await relay.run(Date.now());
    await relay.run(Date.now());
    expect(relay.parts.journal.attempts(deposit.signature)).toEqual([]);
    expect(await statusOf(relay, deposit.signature)).toMatchObject({
      substatus: "WAIT_DESTINATION_TRANSACTION",
    });
    await relay.run(Date.now() + 120_000);
    expect(await statusOf(relay, deposit.signature)).toMatchObject({
      substatus: "REFUND_IN_PROGRESS",
    });
    expect(await end(relay, deposit)).toMatchObject({ kind: "refund", units: "50000000000" });
    expect((await world.source.held(wallet.address, "USDC")) - before).toBe(50_000n * USDC);
    expect(await statusOf(relay, deposit.signature)).toMatchObject({
      status: "DONE",
      substatus: "REFUNDED",
    });
  });

  test("promises no more than it holds to several deposits at once", async () => {
    const held = await world.relay().available("USDC");
    const most = (held * 6n) / 10n;
    const deposits = [
      await world.deposit(wallet, SAME, most),
      await world.deposit(wallet, SAME, most),
    ];
    const relay = world.relay({ patienceMs: 5_000 });
    const ends = await Promise.all(deposits.map((deposit) => end(relay, deposit)));
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(["payment", "refund"]);
    // The second payment was not tried, because its amount was promised to the first.
    const tried = deposits.map(({ signature }) => relay.parts.journal.attempts(signature).length);
    expect(tried).toEqual([1, 1]);
    await world.destination.give(world.signer.address, "USDC", most);
  });

  test.each<[string, CrossChange]>([
    [
      "an order that had expired when it landed",
      { expiresAt: Math.floor(Date.now() / 1_000) - 60 },
    ],
    [
      "an order to a network that it does not serve",
      { order: ({ memo }) => ({ memo: { ...memo, network: "elsewhere" } }) },
    ],
  ])("pays back %s at once", async (_, change) => {
    const deposit = await world.deposit(wallet, SAME, 10n * USDC, change);
    expect((await end(world.relay(), deposit)).kind).toBe("refund");
  });

  test("refunds an order whose minimum it cannot reach", async () => {
    const deposit = await world.deposit(wallet, SAME, 10n * USDC, { minOut: 10n * USDC });
    expect((await end(world.relay({ patienceMs: 0 }), deposit)).kind).toBe("refund");
  });

  /** Stops at a given point, as a kill does. */
  class Killed extends Error {}
  const die = () => {
    throw new Killed("killed");
  };
  const journalThatDies = (when: "before" | "after" | "end") => {
    const journal = new RelayJournal(world.journalPath);
    const begin = journal.begin.bind(journal);
    if (when === "end") journal.finish = die;
    else
      journal.begin = (line) => {
        if (when === "after") begin(line);
        die();
      };
    return { journal };
  };
  const chainThatDies = (when: "before" | "after") => {
    const destination = new ChainReads(world.destination.chain.url);
    const send = destination.send.bind(destination);
    destination.send = async (bytes) => {
      if (when === "after") await send(bytes);
      return die();
    };
    return { destination };
  };

  test.each([
    ["before its line is written", () => journalThatDies("before")],
    ["after its line is written", () => journalThatDies("after")],
    ["before the payment is sent", () => chainThatDies("before")],
    ["after the payment was sent", () => chainThatDies("after")],
    ["before it writes the end", () => journalThatDies("end")],
  ])("killed %s pays once", async (_, dying) => {
    const before = await world.destination.held(wallet.address, "USDC");
    const deposit = await world.deposit(wallet, SAME, 20n * USDC);
    for (let life = 0; life < 3; life += 1) {
      const mortal = world.relay(dying());
      // A pass continues after a deposit that fails. The thrown error simulates the end of the
      // process.
      for (let pass = 0; pass < 4; pass += 1) {
        await mortal.run(Date.now());
        await sleep(40);
      }
    }
    await end(world.relay(), deposit);
    await sleep(500);
    const after = await world.destination.held(wallet.address, "USDC");
    expect(after - before).toBe(19_980_000n);
  });

  test("that lost its journal finds its payment on the chain", async () => {
    const deposit = await world.deposit(wallet, SAME, 20n * USDC);
    const first = await end(world.relay(), deposit);
    const before = await world.destination.held(wallet.address, "USDC");
    const journal = new RelayJournal(`${world.journalPath}.new`);
    expect(await end(world.relay({ journal }), deposit)).toEqual(first);
    expect(await world.destination.held(wallet.address, "USDC")).toBe(before);
  });

  test("pays again only when a payment is proved dead: the other chain dropped it", async () => {
    const before = await world.destination.held(wallet.address, "USDC");
    const deposit = await world.deposit(wallet, SAME, 20n * USDC);
    const relay = world.relay();
    const { destination } = world;
    // The node accepts it and drops it.
    await destination.setFaults({ drops: 1_000 });
    while (relay.parts.journal.attempts(deposit.signature).length < 2) {
      await relay.run(Date.now());
      await sleep(50);
    }
    const [first] = relay.parts.journal.attempts(deposit.signature);
    const { height } = await relay.parts.destination.finalizedHead();
    expect(height).toBeGreaterThan(first?.last_valid_block_height ?? Number.MAX_SAFE_INTEGER);
    await destination.setFaults({ drops: 0 });
    await end(relay, deposit);
    expect((await destination.held(wallet.address, "USDC")) - before).toBe(19_980_000n);
  });
});
