/** A wallet with USDC on the test chain. It pays into the vault, and tries what a thief would. */

import { setTimeout as sleep } from "node:timers/promises";
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { z } from "zod";
import { ChainNode } from "#lib/kernel/chain-client/chain-node.ts";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { USDC_DECIMALS, USDC_MINT } from "#lib/protocol/solana.ts";
import { type Vault } from "#services/custody/vault/vault-address.ts";

const MEMO = address(MEMO_PROGRAM);
const WAIT_MS = 100;

export class TestTreasury {
  readonly signer: KeyPairSigner;
  readonly #chain: ChainReads;
  readonly #node: ChainNode;
  readonly #vault: Vault;

  private constructor(url: string, signer: KeyPairSigner, vault: Vault) {
    this.#chain = new ChainReads(url);
    this.#node = new ChainNode(url);
    this.signer = signer;
    this.#vault = vault;
  }

  static async open(url: string, seed: string, vault: Vault): Promise<TestTreasury> {
    const bytes = Buffer.from(seed, "hex");
    return new TestTreasury(url, await createKeyPairSignerFromPrivateKeyBytes(bytes), vault);
  }

  async airdrop(key: string, lamports: number): Promise<void> {
    const signature = await this.#node.call("requestAirdrop", [key, lamports], z.string());
    await this.final(signature);
  }

  memo(text: string): Instruction {
    return { programAddress: MEMO, data: new TextEncoder().encode(text) };
  }

  /** Sends USDC to an owner. @param units base units */
  async transfer(owner: string, units: bigint): Promise<Instruction[]> {
    const destination = address(await tokenAccountOf(owner, USDC_MINT));
    return [
      getCreateAssociatedTokenIdempotentInstruction({
        payer: this.signer,
        ata: destination,
        owner: address(owner),
        mint: address(USDC_MINT),
      }),
      getTransferCheckedInstruction({
        source: address(await tokenAccountOf(this.signer.address, USDC_MINT)),
        mint: address(USDC_MINT),
        destination,
        authority: this.signer,
        amount: units,
        decimals: USDC_DECIMALS,
      }),
    ];
  }

  /**
   * Pays into the vault. The same bytes are sent until they are final or dead. @returns the
   * signature; undefined when it died
   */
  async deposit(units: bigint, memo?: string): Promise<string | undefined> {
    const pay = await this.transfer(this.#vault.authority, units);
    return this.land([...pay, ...(memo === undefined ? [] : [this.memo(memo)])]);
  }

  async signed(instructions: readonly Instruction[], payer: KeyPairSigner = this.signer) {
    const life = await this.#patiently(() => this.#chain.life());
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (made) => setTransactionMessageFeePayerSigner(payer, made),
      (made) =>
        setTransactionMessageLifetimeUsingBlockhash(
          {
            blockhash: blockhash(life.blockhash),
            lastValidBlockHeight: BigInt(life.lastValidBlockHeight),
          },
          made,
        ),
      (made) => appendTransactionMessageInstructions(instructions, made),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    const bytes = Buffer.from(getBase64EncodedWireTransaction(transaction), "base64");
    return { bytes, life, signature: getSignatureFromTransaction(transaction) };
  }

  /** @param payer signs the transaction and pays its fee */
  async land(
    instructions: readonly Instruction[],
    payer: KeyPairSigner = this.signer,
  ): Promise<string | undefined> {
    const { bytes, life, signature } = await this.signed(instructions, payer);
    for (;;) {
      await this.#chain.send(bytes).catch(() => undefined);
      await sleep(WAIT_MS);
      const outcome = await this.#patiently(() =>
        this.#chain.outcome(signature, life.lastValidBlockHeight),
      );
      if (outcome === "paid") return signature;
      if (outcome === "dead" || outcome === "failed") return undefined;
    }
  }

  /** Waits until a transaction is final. */
  async final(signature: string): Promise<void> {
    while ((await this.#chain.outcome(signature, Number.MAX_SAFE_INTEGER)) !== "paid") {
      await sleep(WAIT_MS);
    }
  }

  /** A test may have killed the chain for a moment. */
  async #patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await ask();
      } catch {
        await sleep(WAIT_MS);
      }
    }
  }
}
