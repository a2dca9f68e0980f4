/** The bytes of a transaction of custody, which its signers sign. */
import {
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";

/** The same parts make the same bytes. */
export function compileMessage(
  life: { feePayer: Address; blockhash: string },
  instructions: readonly Instruction[],
): Uint8Array {
  // The last valid height is not part of the bytes.
  const valid = { blockhash: blockhash(life.blockhash), lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(life.feePayer, made),
    (made) => setTransactionMessageLifetimeUsingBlockhash(valid, made),
    (made) => appendTransactionMessageInstructions(instructions, made),
  );
  return new Uint8Array(compileTransaction(message).messageBytes);
}
