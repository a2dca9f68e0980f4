/**
 * Gives lamports away with ordinary transactions of the chain's own account, as a test network's
 * faucet does.
 */
import { randomBytes } from "node:crypto";
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { parseTransaction, type ReceivedTransaction } from "#services/chain/vm/wire-transaction.ts";

export class Airdrop {
  readonly #faucet: KeyPairSigner;

  constructor(faucet: KeyPairSigner) {
    this.#faucet = faucet;
  }

  /** The paying transaction. A memo makes each one different. */
  async transaction(
    recipient: string,
    lamports: bigint,
    life: { blockhash: string; lastValidBlockHeight: number },
  ): Promise<ReceivedTransaction> {
    const faucet = this.#faucet;
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (made) => setTransactionMessageFeePayerSigner(faucet, made),
      (made) =>
        setTransactionMessageLifetimeUsingBlockhash(
          {
            blockhash: blockhash(life.blockhash),
            lastValidBlockHeight: BigInt(life.lastValidBlockHeight),
          },
          made,
        ),
      (made) =>
        appendTransactionMessageInstructions(
          [
            getTransferSolInstruction({
              source: faucet,
              destination: address(recipient),
              amount: lamports,
            }),
            memo(`airdrop ${randomBytes(8).toString("hex")}`),
          ],
          made,
        ),
    );
    const signed = await signTransactionMessageWithSigners(message);
    return parseTransaction(Buffer.from(getBase64EncodedWireTransaction(signed), "base64"));
  }
}

/** A memo that the chain stores with the transaction. */
function memo(text: string) {
  return { programAddress: address(MEMO_PROGRAM), data: new TextEncoder().encode(text) };
}
