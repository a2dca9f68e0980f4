/** A wallet that behaves as Phantom does with the account of a Ledger behind it. */
import type { IdentifierString, Wallet, WalletAccount } from "@wallet-standard/base";
import { Wallet as Keys } from "#lib/kernel/wallet.ts";
import {
  type Additions,
  rebuilt,
  signedMemo,
  usualAdditions,
} from "#lib/protocol/solana/memo.testing.ts";
import type { ConnectedWallet } from "./wallet-state.ts";

export type LedgerOptions = {
  /** How the wallet answers a request to sign a text, after its owner has approved; `none`: it offers no such request. */
  text?: "4001" | "wrapped" | "none";
  /** Instructions that the wallet adds to a transaction; by default those of Phantom. */
  additions?: Additions & { blockhash?: string };
  /** The owner rejects the transaction. */
  rejects?: boolean;
  /** Signs with another key than the account's. */
  forges?: boolean;
};

const rejection = () => Object.assign(new Error("User rejected the request."), { code: 4001 });

/** `requests`: what the wallet was asked for, in order. */
export function ledgerBehindPhantom({
  text = "4001",
  additions,
  rejects = false,
  forges = false,
}: LedgerOptions = {}): ConnectedWallet & { requests: string[]; keys: Keys } {
  const keys = new Keys(new Uint8Array(32).fill(21));
  const signer = forges ? new Keys(new Uint8Array(32).fill(22)) : keys;
  const requests: string[] = [];
  const features: IdentifierString[] = [
    ...(text === "none" ? [] : (["solana:signMessage"] as const)),
    "solana:signTransaction",
  ];
  const account: WalletAccount = {
    address: keys.address,
    publicKey: keys.publicKey,
    chains: ["solana:mainnet"],
    features,
    label: "Ledger 1",
  };
  const signMessage = async ({ message }: { message: Uint8Array }) => {
    requests.push("text");
    if (text === "4001") throw rejection();
    const length = [message.length & 255, message.length >> 8];
    const domain = [0xff, ...new TextEncoder().encode("solana offchain"), 0, 0, ...length];
    const signedMessage = Uint8Array.from([...domain, ...message]);
    return [{ signedMessage, signature: new Uint8Array(keys.sign(signedMessage)) }];
  };
  const signTransaction = async ({ transaction }: { transaction: Uint8Array }) => {
    requests.push("transaction");
    if (rejects) throw rejection();
    const changed = rebuilt(transaction, additions ?? usualAdditions(keys.address));
    return [{ signedTransaction: signedMemo(changed, (message) => signer.sign(message)) }];
  };
  const wallet = {
    version: "1.0.0",
    name: "Phantom",
    icon: "data:image/svg+xml;base64,",
    chains: account.chains,
    accounts: [account],
    features: {
      "standard:connect": { version: "1.0.0", connect: async () => ({ accounts: [account] }) },
      ...(text === "none" ? {} : { "solana:signMessage": { version: "1.1.0", signMessage } }),
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction,
      },
    },
  } as unknown as Wallet;
  return { wallet, account, requests, keys };
}
