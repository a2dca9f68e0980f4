/** What each key can do alone: nothing that moves money. */
import { sign } from "node:crypto";
import { base58 } from "@scure/base";
import { address, createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from "@solana/kit";
import { getTransferCheckedInstruction } from "@solana-program/token";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { deriveKeyPair } from "#services/custody/vault/key-pair.ts";
import { paymentMessage } from "#services/custody/vault/payment.ts";
import type { VerifiedWithdrawal } from "#services/custody/vault/verify-withdrawal.ts";
import {
  CUSTODY_KEY,
  OPERATOR_KEY,
  type TestTrader,
  transactionOf,
} from "#services/venue/venue.testing.ts";
import {
  type CustodyStack,
  deriveSeed,
  FEE_SEED,
  OPENING,
  SIGNER_ACCESS_KEY,
  SIGNER_SEEDS,
  startCustodyStack,
} from "./custody-stack.testing.ts";

const USDC = 1_000_000n;
const SOON = { interval: 100 };

describe.skipIf(!hasVm)("a key alone moves nothing", () => {
  let stack: CustodyStack;
  let alice: TestTrader;
  let mallory: TestTrader;
  const signers: KeyPairSigner[] = [];

  beforeAll(async () => {
    stack = await startCustodyStack();
    alice = await stack.trader("alice");
    mallory = await stack.trader("mallory");
    for (const seed of [...SIGNER_SEEDS, FEE_SEED]) {
      signers.push(await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(seed, "hex")));
    }
    await stack.treasury.deposit(100n * USDC, depositMemo(alice.address));
    await vi.waitUntil(async () => (await stack.proof()).liabilities === "100", SOON);
  });
  afterAll(() => stack.stop());

  /** A payment of the vault to the thief, with the signatures that the thief can make. */
  async function steal(by: { authority?: KeyPairSigner; multiSigners?: KeyPairSigner[] }) {
    const { vault, treasury } = stack;
    const destination = address(await tokenAccountOf(treasury.signer.address, vault.mint));
    const instruction = getTransferCheckedInstruction({
      source: address(vault.account),
      mint: address(vault.mint),
      destination,
      authority: by.authority ?? address(vault.authority),
      amount: USDC,
      decimals: USDC_DECIMALS,
      ...(by.multiSigners && { multiSigners: by.multiSigners }),
    });
    const { bytes } = await treasury.signed([instruction]);
    return stack.chain.send(bytes);
  }

  test.each([
    ["one signer's", () => ({ multiSigners: signers.slice(0, 1) })],
    [
      "one signer's, twice",
      () => ({ multiSigners: [signers[0], signers[0]].flatMap((one) => one ?? []) }),
    ],
    [
      "one signer's, as if it owned the vault",
      () => ({ ...(signers[1] && { authority: signers[1] }) }),
    ],
    [
      "custody's, as if it owned the vault",
      () => ({ ...(signers[3] && { authority: signers[3] }) }),
    ],
    [
      "one signer's with custody's",
      () => ({ multiSigners: [signers[2], signers[3]].flatMap((one) => one ?? []) }),
    ],
    ["no key", () => ({ multiSigners: [] })],
  ])("on the chain: %s", async (_, by) => {
    expect(await steal(by())).toMatchObject({ taken: false });
    expect((await stack.chain.tokenBalance(stack.vault.account)).amount).toBe(100n * USDC);
  });

  test("two signers' keys can: together they are custodians", async () => {
    const { treasury, vault } = stack;
    const destination = address(await tokenAccountOf(treasury.signer.address, vault.mint));
    const instruction = getTransferCheckedInstruction({
      source: address(vault.account),
      mint: address(vault.mint),
      destination,
      authority: address(vault.authority),
      amount: 0n,
      decimals: USDC_DECIMALS,
      multiSigners: signers.slice(0, 2),
    });
    const { bytes } = await treasury.signed([instruction]);
    expect(await stack.chain.send(bytes)).toEqual({ taken: true });
  });

  const ask = async (path: string, key: string, body: unknown) => {
    const response = await fetch(`${stack.url("venue")}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  test("the operator's key cannot credit a deposit", async () => {
    const deposit = { account: mallory.address, amount: "50", reference: "gift" };
    const answer = await ask("/v1/operator/deposits", OPERATOR_KEY, deposit);
    expect(answer).toMatchObject({ status: 403, body: { error: "CUSTODY_ONLY" } });
  });

  test("a signer answers nobody without custody's key", async () => {
    const calls = [
      "GET /v1/status",
      "POST /v1/sign",
      "POST /v1/sweeps/commit",
      "POST /v1/sweeps/sign",
    ];
    for (const call of calls) {
      const [method = "", path = ""] = call.split(" ");
      const body = method === "POST" ? { body: "{}" } : {};
      for (const authorization of ["", `Bearer ${CUSTODY_KEY}`, SIGNER_ACCESS_KEY]) {
        const headers = { authorization, "content-type": "application/json" };
        const answer = await fetch(`${stack.url("signer-1")}${path}`, { method, headers, ...body });
        expect([call, answer.status], authorization).toEqual([call, 401]);
        expect(await answer.json()).toMatchObject({ error: "UNKNOWN_KEY" });
      }
    }
  });

  type Change = Partial<VerifiedWithdrawal>;

  /** A proposal to a signer from an attacker who has custody's keys. */
  async function propose(id: string, change: Change = {}, report = true) {
    const record = await stack.reader.withdrawal(id);
    const feePayer = deriveKeyPair(FEE_SEED);
    const life = await stack.chain.life();
    const message = await paymentMessage({
      vault: stack.vault,
      account: record.account,
      amount: 5n * USDC,
      fee: 1_100_000n,
      opensAccount: true,
      digest: record.digest,
      ...change,
      feePayer: feePayer.publicKey,
      signers: [
        deriveKeyPair(SIGNER_SEEDS[0] ?? "").publicKey,
        deriveKeyPair(SIGNER_SEEDS[1] ?? "").publicKey,
      ],
      blockhash: life.blockhash,
    });
    const signature = base58.encode(sign(null, message, feePayer.privateKey));
    if (report) {
      const body = { signature, last_valid_block_height: life.lastValidBlockHeight };
      await ask(`/v1/custody/withdrawals/${id}/sent`, CUSTODY_KEY, body);
    }
    const response = await fetch(`${stack.url("signer-1")}/v1/sign`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${SIGNER_ACCESS_KEY}`,
      },
      body: JSON.stringify({
        withdrawal_id: id,
        message: Buffer.from(message).toString("base64"),
        fee_payer_signature: signature,
      }),
    });
    return ((await response.json()) as { error?: string; signature?: string }).error ?? "SIGNED";
  }

  test("a signer signs only what the owner signed, once, and after it was reported", async () => {
    await stack.kill("custody");
    const answer = await alice.withdraw("5", Date.now(), OPENING);
    const { id } = answer.body["transfer"] as { id: string };
    expect(await propose(id, {}, false)).toBe("NOT_REPORTED");
    expect(await propose(id, { account: mallory.address }, false)).toBe("ANOTHER_PAYMENT");
    expect(await propose(id, { amount: 6n * USDC }, false)).toBe("ANOTHER_PAYMENT");
    expect(await propose(id, { digest: "0".repeat(64) }, false)).toBe("ANOTHER_PAYMENT");
    expect(await propose(id, { fee: 1_100_001n }, false)).toBe("ANOTHER_PAYMENT");
    expect(await propose(id, { opensAccount: false }, false)).toBe("ANOTHER_PAYMENT");
    const { blockhash } = await stack.chain.life();
    expect(await propose(id)).toBe("SIGNED");
    // With the same blockhash the bytes would be the same, and those may be signed again.
    await vi.waitUntil(async () => (await stack.chain.life()).blockhash !== blockhash, SOON);
    // A second transaction would pay twice while the first may still land.
    expect(await propose(id)).toBe("ANOTHER_IS_LIVE");
    await stack.start("custody");
    await expect.poll(async () => (await stack.reader.withdrawal(id)).status, SOON).toBe("SETTLED");
    expect(await propose(id)).toBe("NOT_REPORTED");
    const metrics = await (await fetch(`${stack.url("signer-1")}/metrics`)).text();
    expect(metrics).toContain('vault_signer_refused_total{code="ANOTHER_PAYMENT"} 5\n');
    expect(metrics).toContain('vault_signer_refused_total{code="BOOKS_DIFFER"} 0\n');
    expect(metrics).toMatch(/^vault_signer_signed_total [1-9]/m);
    expect(metrics).toMatch(/^vault_signer_last_read_seconds [1-9]/m);
    expect((await stack.audit()).findings).toEqual([]);
  });

  test("custody's key can credit an amount that was never paid, but then no signer signs, and the audit names it", async () => {
    const name = deriveSeed("nothing was paid");
    const tx_hash = transactionOf(name);
    const deposit = {
      account: mallory.address,
      amount: "40",
      reference: `solana:${tx_hash}`,
      tx_hash,
    };
    expect(await ask("/v1/operator/deposits", CUSTODY_KEY, deposit)).toMatchObject({ status: 201 });
    const answer = await mallory.withdraw("40", Date.now(), OPENING);
    const { id } = answer.body["transfer"] as { id: string };
    expect(await propose(id, { amount: 40n * USDC })).toBe("BOOKS_DIFFER");
    expect((await stack.audit()).findings.map(({ code }) => code)).toContain(
      "CREDIT_WITHOUT_PAYMENT",
    );
    await expect.poll(async () => (await stack.proof()).paying, SOON).toBe(false);
    expect((await stack.chain.tokenBalance(stack.vault.account)).amount).toBe(95n * USDC);
  });
});
