/** The Wallet Standard: connecting and asking wallets. */
import {
  SolanaSignMessage,
  type SolanaSignMessageFeature,
  SolanaSignTransaction,
} from "@solana/wallet-standard-features";
import type { IdentifierString, Wallet, WalletAccount } from "@wallet-standard/base";
import {
  StandardConnect,
  type StandardConnectFeature,
  StandardDisconnect,
  type StandardDisconnectFeature,
  StandardEvents,
  type StandardEventsFeature,
} from "@wallet-standard/features";
import { clientText } from "#components/i18n/client-text.ts";
import { WalletFault, WalletRejected } from "./failures.ts";
import type { ConnectedWallet } from "./wallet-state.ts";

/** The fault in the page's language, with the wallet's name. */
function faultOf(
  wallet: Wallet,
  what: "cannotConnect" | "cannotSignMessages" | "gaveNone" | "wrapped",
): WalletFault {
  const signsNoText = what === "cannotSignMessages" || what === "wrapped";
  return new WalletFault(clientText("wallet")(what, { wallet: wallet.name }), { signsNoText });
}

/** Connects and returns the first account that signs texts, else one that signs transactions; `undefined` when the wallet shares none. */
export async function connectWallet(
  wallet: Wallet,
  options: { silent: boolean },
): Promise<WalletAccount | undefined> {
  const feature = (wallet.features as Partial<StandardConnectFeature>)[StandardConnect];
  if (!feature) throw faultOf(wallet, "cannotConnect");
  const { accounts } = await withWalletErrors(
    wallet,
    feature.connect(options.silent ? { silent: true } : undefined),
  );
  return signingAccount(accounts);
}

export function signingAccount(accounts: readonly WalletAccount[]): WalletAccount | undefined {
  const withFeature = (feature: IdentifierString) =>
    accounts.find(({ features }) => features.includes(feature));
  return withFeature(SolanaSignMessage) ?? withFeature(SolanaSignTransaction);
}

export async function disconnectWallet(wallet: Wallet): Promise<void> {
  await (wallet.features as Partial<StandardDisconnectFeature>)[StandardDisconnect]?.disconnect();
}

/** Calls back when the wallet's accounts change. */
export function onAccountsChange(
  wallet: Wallet,
  listener: (accounts: readonly WalletAccount[]) => void,
): () => void {
  const feature = (wallet.features as Partial<StandardEventsFeature>)[StandardEvents];
  return (
    feature?.on("change", ({ accounts }) => {
      if (accounts) listener(accounts);
    }) ?? (() => undefined)
  );
}

/**
 * Asks the wallet to sign exactly these bytes and returns the 64 signature bytes.
 * @throws WalletRejected when the user declines; WalletFault when other bytes were signed (a Ledger wraps the
 *   message) or the signature does not verify.
 */
export async function signBytes(
  connected: ConnectedWallet,
  message: Uint8Array,
): Promise<Uint8Array> {
  const { wallet, account } = connected;
  // Loaded first: no wallet is asked for a signature that could not be checked.
  const { faultOfSignature, notByAccount } = await import("./verify-signature.ts");
  const signature = await askForSignature(connected, message);
  const fault = await faultOfSignature(account.publicKey, signature, message);
  if (fault === "doesNotVerify") throw notByAccount(wallet, account);
  if (fault) throw faultOf(wallet, fault);
  return signature;
}

async function askForSignature(
  { wallet, account, signMessage }: ConnectedWallet,
  message: Uint8Array,
): Promise<Uint8Array> {
  if (!account.features.includes(SolanaSignMessage)) throw faultOf(wallet, "cannotSignMessages");
  const request = signMessage?.(message);
  if (request) return Uint8Array.from(await withWalletErrors(wallet, request));
  const feature = (wallet.features as Partial<SolanaSignMessageFeature>)[SolanaSignMessage];
  if (!feature) throw faultOf(wallet, "cannotSignMessages");
  const [output] = await withWalletErrors(wallet, feature.signMessage({ account, message }));
  if (!output) throw faultOf(wallet, "gaveNone");
  if (!sameBytes(output.signedMessage, message)) throw faultOf(wallet, "wrapped");
  return Uint8Array.from(output.signature);
}

/** Turns a rejection by the user into `WalletRejected`, and any other failure into `WalletFault` with the wallet's message. */
export async function withWalletErrors<Value>(
  wallet: Wallet,
  request: Promise<Value>,
): Promise<Value> {
  try {
    return await request;
  } catch (error) {
    if (isRejection(error)) throw new WalletRejected();
    const said = error instanceof Error ? error.message.replace(/\.$/, "") : "";
    const text = clientText("wallet");
    const named = { wallet: wallet.name };
    throw new WalletFault(
      said ? text("walletFailedSaying", { ...named, said }) : text("walletFailed", named),
    );
  }
}

/** 4001 is the common code of wallets; some report a rejection only in the message. */
function isRejection(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    code === 4001 || (typeof message === "string" && /reject|denied|declin|cancel/i.test(message))
  );
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
