/** Lets the wallet sign prepared bytes, and checks the result before it is stored or sent. */
import { base58 } from "@scure/base";
import { clientText } from "#components/i18n/client-text.ts";
import { WalletFault } from "#components/identity/wallet/failures.ts";
import { signTransaction } from "#components/identity/wallet/sign-transaction.ts";
import { faultOfSignature } from "#components/identity/wallet/verify-signature.ts";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { toBase64 } from "./base64.ts";
import { readChainBegan } from "./chain-calls.ts";
import type { SignedRecord } from "./signed-record.ts";

type Signed = { signature: Uint8Array; message: Uint8Array };

export type ToSign<Read extends Signed> = {
  /** The transaction with room for the signature. */
  bytes: Uint8Array;
  network: SolanaNetwork;
  lastValidHeight: number;
  /**
   * Reads what the wallet returns; undefined when it is not the transaction that was shown. The
   * wallet may add guards.
   */
  readSame: (signed: Uint8Array) => Read | undefined;
};

/** @throws WalletRejected when the user declines; WalletFault when the wallet fails or signed something else */
export async function signPrepared<Read extends Signed>(
  connected: ConnectedWallet,
  { bytes, network, lastValidHeight, readSame }: ToSign<Read>,
): Promise<SignedRecord> {
  // Read after the block hash in the bytes, so that it cannot belong to an earlier chain than the
  // bytes.
  const [signed, chainBegan] = await Promise.all([
    signTransaction(connected, bytes, network),
    network === "simulated" ? readChainBegan() : undefined,
  ]);
  const text = clientText("chain");
  const named = { wallet: connected.wallet.name };
  const read = readSame(signed);
  if (read === undefined) throw new WalletFault(text("walletChangedIt", named));
  const { publicKey, address } = connected.account;
  if (await faultOfSignature(publicKey, read.signature, read.message))
    throw new WalletFault(text("walletSignedWrongly", named));
  return {
    version: 1,
    signature: base58.encode(read.signature),
    account: address,
    network,
    ...(chainBegan?.ok === true && { chainBegan: chainBegan.body }),
    transaction: toBase64(signed),
    lastValidHeight,
    createdAt: Date.now(),
  };
}
