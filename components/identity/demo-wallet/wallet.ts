/** A Wallet Standard wallet for simulated markets. It signs messages and transactions, and sends nothing. */
import type {
  SolanaSignMessageFeature,
  SolanaSignMessageInput,
  SolanaSignMessageOutput,
  SolanaSignTransactionFeature,
  SolanaSignTransactionInput,
  SolanaSignTransactionOutput,
} from "@solana/wallet-standard-features";
import { getWallets } from "@wallet-standard/app";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from "@wallet-standard/features";
import { clientText } from "#components/i18n/client-text.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { SignRequest } from "./prompt.ts";

/** The error code of wallets for a request that the user rejected. */
const USER_REJECTED = 4001;

const ICON =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzZkNGFmZiIvPjxwYXRoIGQ9Ik0xMCA4aDZhOCA4IDAgMCAxIDAgMTZoLTZ6IiBmaWxsPSIjZmZmIi8+PC9zdmc+" as const;

type DemoFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature;

export class DemoWallet implements Wallet {
  readonly version = "1.0.0" as const;
  readonly name = "Demo wallet";
  readonly icon = ICON;
  readonly chains = ["solana:localnet"] as const;
  readonly features: DemoFeatures;
  #key: DemoKey | undefined;
  /** Until then a sign-in is approved by the link that brought the key. Unix milliseconds. */
  #signInUntil = 0;
  #connectedAccounts: readonly WalletAccount[] = [];
  readonly #listeners = new Set<StandardEventsListeners["change"]>();

  constructor() {
    this.features = {
      "standard:connect": { version: "1.0.0", connect: () => this.#connect() },
      "standard:disconnect": { version: "1.0.0", disconnect: () => this.#disconnect() },
      "standard:events": {
        version: "1.0.0",
        on: (_event, listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: (...inputs) => this.#signMessages(inputs),
      },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: (...inputs) => this.#signTransactions(inputs),
      },
    };
  }

  get accounts(): readonly WalletAccount[] {
    return this.#connectedAccounts;
  }

  /** Replaces the wallet's key by that of another seed, and notifies a connected page of the new account. */
  async useSeed(seed: Uint8Array): Promise<void> {
    this.#signInUntil = Date.now() + SIGN_IN_WITHIN_MS;
    this.#key = await importSeed(seed);
    if (this.#connectedAccounts.length > 0) this.#setAccounts([accountOf(this.#key)]);
  }

  async #connect(): Promise<{ accounts: readonly WalletAccount[] }> {
    // Read each time, because another tab may have switched the wallet to another key.
    this.#key = await loadOrCreateKey();
    this.#setAccounts([accountOf(this.#key)]);
    return { accounts: this.#connectedAccounts };
  }

  #disconnect(): Promise<void> {
    this.#setAccounts([]);
    return Promise.resolve();
  }

  async #signMessages(
    inputs: readonly SolanaSignMessageInput[],
  ): Promise<SolanaSignMessageOutput[]> {
    const outputs: SolanaSignMessageOutput[] = [];
    for (const { account, message } of inputs) {
      const key = this.#keyOf(account);
      const text = new TextDecoder().decode(message);
      if (!this.#isApprovedByLink(text)) await askFor(account, { intro: "demoIntro", text });
      outputs.push({ signedMessage: message, signature: await signWith(key, message) });
    }
    return outputs;
  }

  async #signTransactions(
    inputs: readonly SolanaSignTransactionInput[],
  ): Promise<SolanaSignTransactionOutput[]> {
    const { readTransaction } = await import("./transaction.ts");
    const outputs: SolanaSignTransactionOutput[] = [];
    for (const { account, transaction } of inputs) {
      const key = this.#keyOf(account);
      const { message, lines, withSignature } = readTransaction(transaction, account.address);
      const size = clientText("wallet")("demoTransaction", { size: transaction.length });
      await askFor(account, {
        intro: "demoTransactionIntro",
        text: [size, ...lines].join("\n"),
      });
      outputs.push({ signedTransaction: withSignature(await signWith(key, message)) });
    }
    return outputs;
  }

  /** Opening a persona's link approves one sign-in as that persona, so that text needs no prompt. */
  #isApprovedByLink(text: string): boolean {
    const isSignIn = text.startsWith(`${window.location.host} wants you to sign in`);
    if (!isSignIn || Date.now() > this.#signInUntil) return false;
    this.#signInUntil = 0;
    return true;
  }

  #keyOf(account: WalletAccount): DemoKey {
    const key = this.#key;
    if (!key || account.address !== encodePublicKey(key.publicKey)) {
      throw new Error("The demo wallet does not hold this account.");
    }
    return key;
  }

  #setAccounts(accounts: readonly WalletAccount[]): void {
    this.#connectedAccounts = accounts;
    for (const listener of this.#listeners) listener({ accounts });
  }
}

function accountOf(key: DemoKey): WalletAccount {
  return {
    address: encodePublicKey(key.publicKey),
    publicKey: key.publicKey,
    chains: ["solana:localnet"],
    features: ["solana:signMessage", "solana:signTransaction"],
  };
}

/** @throws when the user rejects */
async function askFor(account: WalletAccount, request: SignRequest): Promise<void> {
  const { askToSign } = await import("./prompt.ts");
  if (await askToSign(request, account.address)) return;
  throw Object.assign(new Error("The request was rejected."), { code: USER_REJECTED });
}

/** The demo wallet's one key: WebCrypto Ed25519, not extractable, kept in IndexedDB. */

type DemoKey = { privateKey: CryptoKey; publicKey: Uint8Array<ArrayBuffer> };

const DATABASE = "demo-wallet";
const STORE = "keys";
const RECORD = "key";

/** PKCS#8 header of an Ed25519 private key; the 32 seed bytes follow it. */
const PKCS8_PREFIX = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/** The stored key, or a new one that is then stored. */
async function loadOrCreateKey(): Promise<DemoKey> {
  const stored = await readKey();
  if (stored) return stored;
  return importSeed(crypto.getRandomValues(new Uint8Array(32)));
}

async function readKey(): Promise<DemoKey | undefined> {
  const database = await openDatabase();
  try {
    const found: unknown = await done(
      database.transaction(STORE, "readonly").objectStore(STORE).get(RECORD),
    );
    return isDemoKey(found) ? found : undefined;
  } finally {
    database.close();
  }
}

/** Replaces the stored key by that of this seed. The seed itself is not stored. */
async function importSeed(seed: Uint8Array): Promise<DemoKey> {
  const pkcs8 = Uint8Array.from([...PKCS8_PREFIX, ...seed]);
  // Extractable at first, because WebCrypto reveals the public half of a private key only by an export.
  const readable = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x } = await crypto.subtle.exportKey("jwk", readable);
  if (!x) throw new Error("This browser cannot derive an Ed25519 public key.");
  const key: DemoKey = {
    privateKey: await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]),
    publicKey: fromBase64Url(x),
  };
  const database = await openDatabase();
  try {
    await done(database.transaction(STORE, "readwrite").objectStore(STORE).put(key, RECORD));
  } finally {
    database.close();
  }
  return key;
}

async function signWith(key: DemoKey, message: Uint8Array): Promise<Uint8Array> {
  const signature = await crypto.subtle.sign("Ed25519", key.privateKey, Uint8Array.from(message));
  return new Uint8Array(signature);
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed."));
  });
}

function isDemoKey(found: unknown): found is DemoKey {
  if (typeof found !== "object" || found === null) return false;
  const { privateKey, publicKey } = found as Partial<DemoKey>;
  return privateKey instanceof CryptoKey && publicKey instanceof Uint8Array;
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Time from the link of a persona to its sign-in. */
const SIGN_IN_WITHIN_MS = 60_000;

const SEED_FRAGMENT = /^#demo=([0-9a-f]{64})$/i;

let registered: Promise<void> | undefined;

/** Announces the demo wallet, once a page. Does nothing where WebCrypto has no Ed25519. */
export function registerDemoWallet(): Promise<void> {
  registered ??= register();
  return registered;
}

async function register(): Promise<void> {
  if (!(await supportsEd25519())) return;
  const wallet = new DemoWallet();
  await takeSeed(wallet);
  getWallets().register(wallet);
  window.addEventListener("hashchange", () => void takeSeed(wallet));
}

/** Takes the key of a demo persona from the address `#demo=<64 hex>`, and removes it from the address and the history. */
async function takeSeed(wallet: DemoWallet): Promise<void> {
  const seed = SEED_FRAGMENT.exec(window.location.hash)?.[1];
  if (!seed) return;
  window.history.replaceState(
    window.history.state,
    "",
    window.location.pathname + window.location.search,
  );
  const bytes = Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(seed.slice(index * 2, index * 2 + 2), 16),
  );
  await wallet.useSeed(bytes);
}

async function supportsEd25519(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}
