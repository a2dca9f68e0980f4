/** The simulated party that gives tokens of the simulated chain away. Its key has no value: nothing on this chain has. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type Token } from "#lib/protocol/solana/tokens.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { accountCreation, memoInstruction, transferInstructions } from "./token-transfer.ts";
import {
  type SendOptions,
  type Sent,
  TransactionRefused,
  type TransactionSender,
} from "./transaction-sender.ts";

/** How long a payer waits for the block. The transaction goes on without it. */
const LANDING_MS = 10_000;

export type PaymentOrder = {
  /** Wallet, base58. */
  recipient: string;
  /** Decimal string with at most as many decimals as the token has. */
  amount: string;
  /** Base58; USDC when absent. */
  mint?: string | undefined;
  /** The payment lands and moves nothing: it comes from a wallet that holds nothing. */
  fails?: boolean | undefined;
};

/** `slot` is null for a payment that no block has yet. */
export type Payment = { signature: string; slot: number | null };

export class Treasury {
  readonly #signer: KeyPairSigner;
  /** Holds nothing: what it pays fails. */
  readonly #empty: KeyPairSigner;
  readonly #sender: TransactionSender;

  private constructor(signer: KeyPairSigner, empty: KeyPairSigner, sender: TransactionSender) {
    this.#signer = signer;
    this.#empty = empty;
    this.#sender = sender;
  }

  /** @param seed 32 bytes */
  static async open(seed: Uint8Array, sender: TransactionSender): Promise<Treasury> {
    const emptySeed = createHash("sha256").update("empty wallet").update(seed).digest();
    const signer = await createKeyPairSignerFromPrivateKeyBytes(seed);
    const empty = await createKeyPairSignerFromPrivateKeyBytes(emptySeed);
    return new Treasury(signer, empty, sender);
  }

  get address(): string {
    return this.#signer.address;
  }

  /** @throws INVALID_FIELD, INVALID_DECIMAL, CHAIN_UNREACHABLE; then nothing was sent */
  async pay(order: PaymentOrder): Promise<Payment> {
    const token = knownToken(order.mint ?? USDC_MINT);
    const units = unitsOf(order.amount, token);
    const sent = await (order.fails === true
      ? this.#fail({ recipient: order.recipient, token, units })
      : this.transfer({ recipient: order.recipient, token, units }));
    return { signature: sent.signature, slot: await slotInTime(sent) };
  }

  /** @param memo that the chain keeps with the transfer. @throws INVALID_FIELD, CHAIN_UNREACHABLE; then nothing was sent */
  async transfer({
    memo,
    ...to
  }: {
    recipient: string;
    token: Token;
    units: bigint;
    memo?: string;
  }): Promise<Sent> {
    const instructions = await transferInstructions({
      payer: this.#signer,
      owner: this.#signer,
      ...to,
    });
    if (memo !== undefined) instructions.push(memoInstruction(memo));
    return this.#send(instructions);
  }

  /** Lamports and tokens in one transaction: both arrive or neither. @throws as `transfer` */
  async welcome(gift: {
    recipient: string;
    lamports: bigint;
    token: Token;
    units: bigint;
  }): Promise<Sent> {
    const { recipient, lamports, token, units } = gift;
    const payer = this.#signer;
    const to = { payer, owner: payer, recipient, token, units };
    const destination = address(recipient);
    return this.#send([
      getTransferSolInstruction({ source: payer, destination, amount: lamports }),
      ...(await transferInstructions(to)),
    ]);
  }

  async #fail(to: { recipient: string; token: Token; units: bigint }): Promise<Sent> {
    const payer = this.#signer;
    const instructions = [
      await accountCreation(payer, this.#empty.address, to.token.mint),
      ...(await transferInstructions({ payer, owner: this.#empty, ...to })),
    ];
    return this.#send(instructions, { skipsPreflight: true });
  }

  async #send(instructions: readonly Instruction[], options?: SendOptions): Promise<Sent> {
    try {
      return await this.#sender.send(this.#signer, instructions, options);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw new ServiceError("CHAIN_UNREACHABLE");
      const reason = `the chain refuses the payment: ${error.message}`;
      throw new ServiceError("INVALID_FIELD", { field: "amount", reason });
    }
  }
}

function knownToken(mint: string): Token {
  const found = Object.values(TOKENS).find((token) => token.mint === mint);
  if (found !== undefined) return found;
  const known = Object.values(TOKENS).map(({ symbol, mint: one }) => `${one} (${symbol})`);
  throw invalid("mint", `the treasury has only ${known.join(", ")}`);
}

function unitsOf(amount: string, { decimals }: Token): bigint {
  const units = parseDecimal(amount, decimals);
  if (units === undefined) throw new ServiceError("INVALID_DECIMAL", { field: "amount" });
  if (units === 0n) throw invalid("amount", "it must be more than zero");
  return units;
}

function invalid(field: string, reason: string): ServiceError {
  return new ServiceError("INVALID_FIELD", { field, reason });
}

async function slotInTime({ landed }: Sent): Promise<number | null> {
  const found = landed.then(
    ({ slot }) => slot,
    () => null,
  );
  return Promise.race([found, sleep(LANDING_MS, null, { ref: false })]);
}
