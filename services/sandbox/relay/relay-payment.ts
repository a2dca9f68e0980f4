/** The one transaction by which the relay ends a deposit: it pays a wallet and names the deposit's key. */
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import type { Life } from "#lib/kernel/chain-client/chain-reads.ts";
import type { Token } from "#lib/protocol/solana/tokens.ts";
import { settlementKey } from "#lib/protocol/swaps/cross/cross-settlement.ts";
import { transferInstructions } from "#services/sandbox/chain/token-transfer.ts";

export type RelayPayment = {
  /** Signature of the deposit that it ends. */
  deposit: string;
  /** Wallet, base58; its token account is opened if there is none. */
  recipient: string;
  token: Token;
  /** Base units. */
  units: bigint;
};

/** @returns the signed bytes in base64 */
export async function signPayment(
  signer: KeyPairSigner,
  { deposit, ...to }: RelayPayment,
  life: Life,
): Promise<{ signature: string; transaction: string }> {
  const [opening, transfer] = await transferInstructions({ payer: signer, owner: signer, ...to });
  if (opening === undefined || transfer === undefined) throw new Error("a transfer has two parts");
  const reference = { address: address(await settlementKey(deposit)), role: AccountRole.READONLY };
  const lifetime = {
    blockhash: blockhash(life.blockhash),
    lastValidBlockHeight: BigInt(life.lastValidBlockHeight),
  };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayerSigner(signer, made),
    (made) => setTransactionMessageLifetimeUsingBlockhash(lifetime, made),
    (made) =>
      appendTransactionMessageInstructions(
        [opening, { ...transfer, accounts: [...(transfer.accounts ?? []), reference] }],
        made,
      ),
  );
  const signed = await signTransactionMessageWithSigners(message);
  return {
    signature: getSignatureFromTransaction(signed),
    transaction: getBase64EncodedWireTransaction(signed),
  };
}
