/** Signed transfers of lamports by the hundred thousand: one message, of which the amount and the blockhash change. */
import { sign } from "node:crypto";
import { base58 } from "@scure/base";
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import { type KeyPair, keyPairOf } from "#services/custody/signer/key-pair.ts";

const MARKED_AMOUNT = 0x0102_0304_0506_0708n;
const MARKED_HASH = base58.encode(new Uint8Array(32).fill(7));

export class Transfers {
  readonly from: KeyPair;
  readonly #message: Buffer;
  readonly #amountAt: number;
  readonly #hashAt: number;

  /** @param seed of the account that pays, 32 bytes as hex */
  constructor(seed: string, to: string) {
    this.from = keyPairOf(seed);
    const source = createNoopSigner(address(this.from.publicKey));
    const life = { blockhash: blockhash(MARKED_HASH), lastValidBlockHeight: 0n };
    const destination = address(to);
    const amount = MARKED_AMOUNT;
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (made) => setTransactionMessageFeePayer(source.address, made),
      (made) => setTransactionMessageLifetimeUsingBlockhash(life, made),
      (made) =>
        appendTransactionMessageInstructions(
          [getTransferSolInstruction({ source, destination, amount })],
          made,
        ),
    );
    this.#message = Buffer.from(compileTransaction(message).messageBytes);
    const marked = Buffer.alloc(8);
    marked.writeBigUInt64LE(MARKED_AMOUNT);
    this.#amountAt = this.#message.indexOf(marked);
    this.#hashAt = this.#message.indexOf(Buffer.alloc(32, 7));
  }

  /** The bytes of a transfer; each amount is another transaction. */
  signed(lamports: number, hash: string): Buffer {
    const message = Buffer.from(this.#message);
    message.writeBigUInt64LE(BigInt(lamports), this.#amountAt);
    message.set(base58.decode(hash), this.#hashAt);
    return Buffer.concat([Buffer.of(1), sign(null, message, this.from.privateKey), message]);
  }
}
