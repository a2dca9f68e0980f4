/** Asks a hardware wallet to sign a text as the memo of a transaction that is never sent (docs/decisions/091). */
import { clientText } from "#components/i18n/client-text.ts";
import { buildMemoTransaction } from "#lib/protocol/solana/build-memo.ts";
import { readMemoTransaction } from "#lib/protocol/solana/memo-transaction.ts";
import { WalletFault } from "./failures.ts";
import type { SignedMemo } from "./session.ts";
import { signTransaction } from "./sign-transaction.ts";
import { faultOfSignature, notByAccount } from "./verify-signature.ts";
import type { ConnectedWallet } from "./wallet-state.ts";

/** Shows the unsigned transaction before the wallet is asked. */
export type ShowMemo = (transaction: Uint8Array) => void;

/**
 * The signed transaction, read as strictly as the server reads it.
 * @throws WalletRejected when the user declines; WalletFault when the wallet fails, changed the transaction, or its signature
 * does not verify
 */
export async function signMemo(
  connected: ConnectedWallet,
  text: Uint8Array,
  show: ShowMemo,
): Promise<SignedMemo> {
  const { wallet, account } = connected;
  const terms = {
    account: Uint8Array.from(account.publicKey),
    text: new TextDecoder().decode(text),
  };
  const unsigned = buildMemoTransaction(terms.account, terms.text);
  show(unsigned);
  const transaction = await signTransaction(connected, unsigned);
  const named = { wallet: wallet.name };
  const memo = readMemoTransaction(transaction, terms);
  if (!memo.ok) {
    const { code } = memo.fault;
    throw new WalletFault(clientText("wallet")("memoChanged", { ...named, code }));
  }
  const fault = await faultOfSignature(terms.account, memo.signature, memo.message);
  if (fault) throw notByAccount(wallet, account);
  return { transaction, signature: memo.signature };
}
