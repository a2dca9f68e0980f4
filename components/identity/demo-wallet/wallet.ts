/** A wallet-standard wallet for simulated markets. It signs messages; it can not sign transactions. */
import type {
  SolanaSignMessageFeature,
  SolanaSignMessageInput,
  SolanaSignMessageOutput,
} from "@solana/wallet-standard-features";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from "@wallet-standard/features";
import { encodePublicKey } from "#lib/protocol/signing.ts";
import { type DemoKey, importSeed, loadOrCreateKey, signWith } from "./key-store.ts";

/** The code with which wallets report that the person declined. */
const USER_REJECTED = 4001;

const ICON =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzZkNGFmZiIvPjxwYXRoIGQ9Ik0xMCA4aDZhOCA4IDAgMCAxIDAgMTZoLTZ6IiBmaWxsPSIjZmZmIi8+PC9zdmc+" as const;

type DemoFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature;

export class DemoWallet implements Wallet {
  readonly version = "1.0.0" as const;
  readonly name = "Demo wallet";
  readonly icon = ICON;
  readonly chains = ["solana:localnet"] as const;
  readonly features: DemoFeatures;
  private key: DemoKey | undefined;
  private connectedAccounts: readonly WalletAccount[] = [];
  private readonly listeners = new Set<StandardEventsListeners["change"]>();

  constructor() {
    this.features = {
      "standard:connect": { version: "1.0.0", connect: () => this.connect() },
      "standard:disconnect": { version: "1.0.0", disconnect: () => this.disconnect() },
      "standard:events": {
        version: "1.0.0",
        on: (_event, listener) => {
          this.listeners.add(listener);
          return () => this.listeners.delete(listener);
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: (...inputs) => this.signMessages(inputs),
      },
    };
  }

  get accounts(): readonly WalletAccount[] {
    return this.connectedAccounts;
  }

  /** Makes another seed the wallet's key; a connected page is told of the new account. */
  async useSeed(seed: Uint8Array): Promise<void> {
    this.key = await importSeed(seed);
    if (this.connectedAccounts.length > 0) this.setAccounts([accountOf(this.key)]);
  }

  private async connect(): Promise<{ accounts: readonly WalletAccount[] }> {
    this.key ??= await loadOrCreateKey();
    this.setAccounts([accountOf(this.key)]);
    return { accounts: this.connectedAccounts };
  }

  private disconnect(): Promise<void> {
    this.setAccounts([]);
    return Promise.resolve();
  }

  private async signMessages(
    inputs: readonly SolanaSignMessageInput[],
  ): Promise<SolanaSignMessageOutput[]> {
    const outputs: SolanaSignMessageOutput[] = [];
    for (const { account, message } of inputs) {
      const key = this.key;
      if (!key || account.address !== encodePublicKey(key.publicKey)) {
        throw new Error("The demo wallet does not hold this account.");
      }
      const text = new TextDecoder().decode(message);
      const { askToSign } = await import("./prompt.ts");
      if (!(await askToSign(text, account.address))) {
        throw Object.assign(new Error("The request was rejected."), { code: USER_REJECTED });
      }
      outputs.push({ signedMessage: message, signature: await signWith(key, message) });
    }
    return outputs;
  }

  private setAccounts(accounts: readonly WalletAccount[]): void {
    this.connectedAccounts = accounts;
    for (const listener of this.listeners) listener({ accounts });
  }
}

function accountOf(key: DemoKey): WalletAccount {
  return {
    address: encodePublicKey(key.publicKey),
    publicKey: key.publicKey,
    chains: ["solana:localnet"],
    features: ["solana:signMessage"],
  };
}
