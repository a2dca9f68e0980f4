/**
 * Strangers name the key of a deposit too: in more transactions than one read covers, and in some
 * that a node cannot return.
 */
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from "@solana/kit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { WalletActor } from "#lib/platform/actor.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { signPayment } from "#services/sandbox/relay/relay-payment.ts";
import { CrossService } from "./cross-service.testing.ts";
import type { SignedCross } from "./cross-world.testing.ts";
import type { Swapper } from "./swap-world.testing.ts";

const USDC = 1_000_000n;
/** A node's errors: for a transaction of another version, and for any failure. */
const OTHER_VERSION = -32_015;
const INTERNAL = -32_603;
const MORE_THAN_ONE_READ = 210;

describe.skipIf(!hasVm)("a deposit whose key others name", () => {
  let cross: CrossService;
  let wallet: Swapper;
  let actor: WalletActor;
  let stranger: KeyPairSigner;

  beforeAll(async () => {
    cross = await CrossService.open();
    wallet = await cross.world.source.wallet({ USDC: 10_000_000n * USDC });
    actor = await cross.service.user(wallet);
    stranger = await createKeyPairSignerFromPrivateKeyBytes(Buffer.alloc(32, 9));
    const { destination } = cross.world;
    const funded = await destination.node.call(
      "requestAirdrop",
      [stranger.address, 10 ** 9],
      z.string(),
    );
    await destination.landed(funded);
    await destination.give(stranger.address, "USDC", 1_000n * USDC);
  });
  afterAll(() => cross.close());
  afterEach(() => {
    cross.line.withheld.clear();
    cross.line.requested.clear();
  });

  const settling = async (amount = 100n * USDC): Promise<SignedCross> => {
    const signed = await cross.world.quote(wallet, ["USDC", "USDC"], amount);
    await cross.service.execute(actor, signed);
    await cross.until(signed.signature, "settling");
    return signed;
  };
  /**
   * Payments on the other network that name a deposit. @returns the signatures; the last one is
   * final
   */
  async function named({ signature }: SignedCross, count = 1) {
    const { destination } = cross.world;
    const sent: string[] = [];
    for (let units = 1n; units <= count; units += 1n) {
      const { blockhash, lastValidHeight } = await destination.life();
      const life = { blockhash, lastValidBlockHeight: lastValidHeight };
      const order = { deposit: signature, recipient: wallet.address, token: TOKENS.USDC, units };
      const { transaction } = await signPayment(stranger, order, life);
      sent.push(await destination.send(Buffer.from(transaction, "base64")));
    }
    await destination.landed(sent.at(-1) ?? "", "finalized");
    return sent;
  }
  /** The relay pays, and its payment becomes final. */
  async function paid({ signature }: SignedCross): Promise<void> {
    const relay = cross.world.relay();
    const isEnded = async () => {
      await relay.run(Date.now());
      return relay.parts.journal.end(signature) !== undefined;
    };
    await expect.poll(isEnded).toBe(true);
  }
  const stateOf = async ({ signature }: SignedCross) => {
    const row = await cross.row(signature);
    return [row?.status, row?.waitsFor];
  };

  test("waits without delaying others when one of them cannot be read, and is settled once it can", async () => {
    const first = await settling();
    const second = await settling();
    const [unread = ""] = await named(first);
    cross.line.withheld.set(unread, INTERNAL);
    await paid(first);
    await paid(second);
    await cross.until(second.signature, "finalized");
    expect(await stateOf(first)).toEqual(["settling", "destination_network"]);
    cross.line.withheld.clear();
    await cross.until(first.signature, "finalized");
  });

  test("is not refunded while one of them cannot be read: it may be the payment", async () => {
    const given = await settling((await cross.world.relay().available("USDC")) * 2n);
    const [unread = ""] = await named(given);
    cross.line.withheld.set(unread, INTERNAL);
    const relay = cross.world.relay({ patienceMs: 0 });
    const isRefunded = async () => {
      await relay.run(Date.now() + 5_000);
      await cross.settle();
      return relay.parts.journal.end(given.signature) !== undefined;
    };
    await expect.poll(isRefunded).toBe(true);
    for (let pass = 0; pass < 3; pass += 1) await cross.settle();
    expect(await stateOf(given)).toEqual(["refunding", "destination_network"]);
    cross.line.withheld.clear();
    await cross.until(given.signature, "refunded");
  });

  test("is settled although one of them has a version that no settlement has", async () => {
    const given = await settling();
    const [other = ""] = await named(given);
    cross.line.withheld.set(other, OTHER_VERSION);
    await paid(given);
    const { row } = await cross.until(given.signature, "finalized");
    expect(row.payment).not.toBeNull();
  });

  test("is settled by a payment that follows more than one read covers, and each is read once", async () => {
    const given = await settling();
    await paid(given);
    const others = await named(given, MORE_THAN_ONE_READ);
    await cross.settle();
    expect(await stateOf(given)).toEqual(["settling", "destination_network"]);
    await cross.settle();
    expect(await stateOf(given)).toEqual(["finalized", null]);
    expect(others.map((one) => cross.line.requested.get(one))).toEqual(others.map(() => 1));
  });

  test("is not settled by many of them", async () => {
    const given = await settling();
    const others = await named(given, MORE_THAN_ONE_READ);
    for (let pass = 0; pass < 4; pass += 1) await cross.settle();
    expect(await stateOf(given)).toEqual(["settling", "relay"]);
    expect(others.map((one) => cross.line.requested.get(one))).toEqual(others.map(() => 1));
    await paid(given);
    await cross.until(given.signature, "finalized");
  });
});
