/** Deposits to the address of one account: by whom they can be sent, and what a stranger can do with such an address. */
import { address, createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from "@solana/kit";
import {
  AuthorityType,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deriveDepositAddress } from "#lib/kernel/deposit-key.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { deriveKeyPair } from "#services/custody/vault/key-pair.ts";
import { depositAddressOf, sweepMessage } from "#services/custody/vault/sweep.ts";
import type { TestTrader } from "#services/venue/venue.testing.ts";
import {
  type CustodyStack,
  DEPOSIT_KEY,
  deriveSeed,
  FEE_SEED,
  SIGNER_ACCESS_KEY,
  startCustodyStack,
} from "./custody-stack.testing.ts";

const USDC = 1_000_000n;
const SOON = { interval: 100 };
const FEE_PAYER = deriveKeyPair(FEE_SEED).publicKey;

describe.skipIf(!hasVm)("deposit addresses with their processes", () => {
  let stack: CustodyStack;
  let alice: TestTrader;
  let bob: TestTrader;
  let stranger: KeyPairSigner;
  beforeAll(async () => {
    stack = await startCustodyStack();
    alice = await stack.trader("alice");
    bob = await stack.trader("bob");
    const seed = Buffer.from(deriveSeed("stranger"), "hex");
    stranger = await createKeyPairSignerFromPrivateKeyBytes(seed);
    await stack.treasury.airdrop(stranger.address, 1_000_000_000);
    await stack.treasury.land(await stack.treasury.transfer(stranger.address, 100n * USDC));
  });
  afterAll(() => stack.stop());

  const credits = async (account: string) =>
    (await stack.reader.transfers(undefined)).results.flatMap((one) =>
      one.kind === "DEPOSIT" && one.account === account ? [one.amount] : [],
    );
  const lamportsOf = async (key: string) => (await stack.chain.account(key))?.lamports ?? 0n;
  const addressOf = (account: string) => deriveDepositAddress(DEPOSIT_KEY, account);
  const send = async (account: string, units: bigint, memo?: string) => {
    const pay = await stack.treasury.transfer(addressOf(account), units);
    await stack.treasury.land([...pay, ...(memo === undefined ? [] : [stack.treasury.memo(memo)])]);
  };
  const settled = () =>
    expect.poll(() => stack.audit().then((one) => one.findings), SOON).toEqual([]);
  const isEmpty = (account: string) =>
    expect.poll(async () => (await stack.depositAddress(account)).waiting, SOON).toBe("0");

  test("the address is the one that the key gives, and money sent there is credited less the fee", async () => {
    const state = await stack.depositAddress(alice.address);
    expect(state).toMatchObject({ address: addressOf(alice.address), minimum: "2", fee: "0.02" });
    await send(alice.address, 50n * USDC);
    await expect.poll(() => credits(alice.address), SOON).toEqual(["49.98"]);
    const { moves, waiting } = await stack.depositAddress(alice.address);
    expect(waiting).toBe("0");
    expect(moves).toMatchObject([{ amount: "49.98", state: "credited" }]);
    const fees = await tokenAccountOf(FEE_PAYER, stack.vault.mint);
    expect((await stack.chain.tokenBalance(fees)).amount).toBe(20_000n);
    await settled();
  });

  test("what is below the minimum waits, can be seen, and is credited with the next deposit", async () => {
    await stack.depositAddress(bob.address);
    await send(bob.address, (3n * USDC) / 2n);
    await expect
      .poll(async () => (await stack.depositAddress(bob.address)).waiting, SOON)
      .toBe("1.5");
    expect(await credits(bob.address)).toEqual([]);
    await send(bob.address, USDC / 2n);
    await expect.poll(() => credits(bob.address), SOON).toEqual(["1.98"]);
  });

  test("a memo and the address together are credited once, to the owner of the address", async () => {
    await send(alice.address, 7n * USDC, depositMemo(bob.address));
    await expect.poll(() => credits(alice.address), SOON).toEqual(["49.98", "6.98"]);
    // One transaction that pays both ways: each part once.
    const both = await stack.treasury.transfer(stack.vault.authority, 3n * USDC);
    const own = await stack.treasury.transfer(addressOf(alice.address), 4n * USDC);
    await stack.treasury.land([...both, ...own, stack.treasury.memo(depositMemo(alice.address))]);
    await expect
      .poll(async () => (await credits(alice.address)).toSorted(), SOON)
      .toEqual(["3", "3.98", "49.98", "6.98"]);
    expect(await credits(bob.address)).toEqual(["1.98"]);
    await settled();
  });

  test("dust, other tokens, and accounts that strangers open cost the fee account nothing", async () => {
    const before = await lamportsOf(FEE_PAYER);
    const names = Array.from({ length: 12 }, (_, index) => `nobody ${index}`);
    const others = names.map((name) => deriveKeyPair(deriveSeed(name)).publicKey);
    const dust = await Promise.all(
      others.map(async (account) => {
        await stack.depositAddress(account);
        return stack.treasury.transfer(addressOf(account), 1n);
      }),
    );
    for (let first = 0; first < dust.length; first += 4)
      await stack.treasury.land(dust.slice(first, first + 4).flat());
    const eth = TOKENS.ETH.mint;
    const mint = { mint: address(eth), payer: stack.treasury.signer };
    const [own = ""] = others;
    const target = address(await tokenAccountOf(addressOf(own), eth));
    await stack.treasury.land([
      getCreateAssociatedTokenIdempotentInstruction({
        ...mint,
        ata: target,
        owner: address(addressOf(own)),
      }),
      getTransferCheckedInstruction({
        source: address(await tokenAccountOf(stack.treasury.signer.address, eth)),
        mint: address(eth),
        destination: target,
        authority: stack.treasury.signer,
        amount: 5n * 10n ** BigInt(TOKENS.ETH.decimals),
        decimals: TOKENS.ETH.decimals,
      }),
    ]);
    await expect.poll(async () => (await stack.depositAddress(own)).waiting, SOON).toBe("0.000001");
    expect(await credits(own)).toEqual([]);
    expect(await lamportsOf(FEE_PAYER)).toBe(before);
    await settled();
  });

  test("nobody else closes the token account, takes it over, or moves what is in it", async () => {
    const own = await tokenAccountOf(addressOf(bob.address), stack.vault.mint);
    const asStranger = async (instruction: object) =>
      stack.treasury.land([instruction as never], stranger);
    const account = address(own);
    const closed = getCloseAccountInstruction({
      account,
      destination: stranger.address,
      owner: stranger,
    });
    const taken = getSetAuthorityInstruction({
      owned: account,
      owner: stranger,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: stranger.address,
    });
    expect(await asStranger(closed)).toBeUndefined();
    expect(await asStranger(taken)).toBeUndefined();
    expect(await stack.chain.account(own)).not.toBeNull();
  });

  /** A call of a signer, as custody makes it. */
  const ask = async (round: "commit" | "sign", body: object, key = SIGNER_ACCESS_KEY) => {
    const response = await fetch(`${stack.url("signer-1")}/v1/sweeps/${round}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { error?: string };
    return { status: response.status, ...answer };
  };

  test("a signer signs nothing but the sweep that it makes itself, and nothing without custody's key", async () => {
    const carol = deriveKeyPair(deriveSeed("carol")).publicKey;
    const from = await depositAddressOf(DEPOSIT_KEY, stack.vault, carol);
    // Custody does not know the account, so the money stays where it is.
    await send(carol, 9n * USDC);
    const { blockhash } = await stack.chain.life();
    const right = { vault: stack.vault, from, amount: 9n * USDC, feePayer: FEE_PAYER, blockhash };
    const bodyOf = async (
      change: Partial<Parameters<typeof sweepMessage>[0]>,
      account = carol,
    ) => ({
      account,
      message: Buffer.from(await sweepMessage({ ...right, ...change })).toString("base64"),
    });
    const good = await bodyOf({});
    expect(await ask("commit", good, `custody_${"0".repeat(64)}`)).toMatchObject({ status: 401 });
    expect(await ask("sign", good, "")).toMatchObject({ status: 401 });
    const refusals = [
      [await bodyOf({ amount: 8n * USDC }), "ANOTHER_SWEEP"],
      [await bodyOf({ vault: { ...stack.vault, account: from.tokenAccount } }), "ANOTHER_SWEEP"],
      [await bodyOf({ from: { ...from, account: alice.address } }), "ANOTHER_SWEEP"],
      [await bodyOf({}, alice.address), "BELOW_MINIMUM"],
      [{ ...good, message: "AAAA" }, "NOT_A_SWEEP"],
    ] as const;
    for (const [body, code] of refusals)
      expect(await ask("commit", body)).toMatchObject({ status: 409, error: code });
    const commitment = await ask("commit", good);
    expect(commitment.status).toBe(200);
    const { status: _, ...made } = commitment as Record<string, unknown>;
    // Nonces that were used, or belong to other commitments, sign nothing.
    const round = { message: good.message, commitments: [made, made] };
    expect(await ask("sign", round)).toMatchObject({ status: 409, error: "NOT_COMMITTED" });
    expect(await ask("sign", round)).toMatchObject({ status: 409, error: "NOT_COMMITTED" });
  });

  test("a sweep that is sent again moves nothing, and neither does another custody beside the first", async () => {
    const dave = await stack.trader("dave");
    await stack.depositAddress(dave.address);
    const other = await stack.startOtherCustody();
    await other.depositAddress(dave.address);
    for (const units of [5n, 6n, 7n]) await send(dave.address, units * USDC);
    const sum = async () =>
      (await credits(dave.address)).reduce(
        (total, one) => total + Math.round(Number(one) * 100),
        0,
      );
    await isEmpty(dave.address);
    // Each sweep costs its fee, and several deposits may go into one.
    await expect.poll(sum, SOON).toBeGreaterThanOrEqual(1_794);
    const { moves } = await stack.depositAddress(dave.address);
    const [sweep] = moves;
    if (sweep !== undefined) {
      const found = await stack.chain.bytes(sweep.signature);
      if (found !== null) await stack.chain.send(found.bytes).catch(() => undefined);
    }
    await other.stop();
    expect(await sum()).toBeLessThanOrEqual(1_798);
    await settled();
  });
});
