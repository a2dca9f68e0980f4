/** A wallet by the wallet standard with a scripted behaviour: it approves, refuses, holds, or answers wrongly. */
import type { Page } from "@playwright/test";
import { decodeTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import { rebuilt, usualAdditions } from "#lib/protocol/solana/memo.testing.ts";

export type WalletMode =
  | "approve"
  | "reject"
  /** Answers nothing until it is released. */
  | "hold"
  /** Signs with another account's key. */
  | "wrong-account"
  /** Fails with its own error. */
  | "fail"
  /** Signs the text wrapped in another message, as a Ledger does. */
  | "wrap"
  /** Rejects a text that its owner has approved, as Phantom does with the account of a Ledger. */
  | "no-text";

export type TestWalletOptions = {
  /** 32-byte seeds as hex: the accounts of the wallet. The first one is selected. */
  seeds: string[];
  signsMessages?: boolean;
  /** Such a wallet is connected through the wallet adapter. */
  signsTransactions?: boolean;
  /** The page's WebCrypto has no Ed25519, as in old browsers; the wallet keeps it. */
  hidesEd25519?: boolean;
};

type InPage = Required<TestWalletOptions> & { name: string };

/** The controls that the journey has in the page. */
type Control = {
  mode: WalletMode;
  /** Texts that the wallet was asked to sign, and "connect". */
  requests: string[];
  /** Approves all held requests, and waits until the page has the answers. */
  release: () => Promise<void>;
  choose: (index: number) => void;
  /** Switches as some wallets do: without an event, and every signature is then by the other account. */
  chooseSilently: (index: number) => void;
  disconnect: () => void;
};

declare global {
  interface Window {
    testWallet: Control;
    /** What the wallet adds to a transaction before it is signed. */
    addToTransaction?: (transaction: number[]) => Promise<number[]>;
  }
}

export const TEST_WALLET = "Test wallet";

/** Adds the wallet to every document of this page, before the page's own scripts run. */
export async function installTestWallet(page: Page, options: TestWalletOptions): Promise<void> {
  const usual = { signsMessages: true, signsTransactions: false, hidesEd25519: false };
  await page.addInitScript(walletInPage, { name: TEST_WALLET, ...usual, ...options });
}

/** The account of a hardware wallet behind Phantom: it signs transactions, to which Phantom adds its own instructions. */
export async function installHardwareWallet(page: Page, seed: string): Promise<void> {
  await page.exposeFunction("addToTransaction", (transaction: number[]) => {
    const bytes = Uint8Array.from(transaction);
    return [...rebuilt(bytes, usualAdditions(decodeTransaction(bytes).payer))];
  });
  await installTestWallet(page, { seeds: [seed], signsTransactions: true });
}

export async function setWallet(page: Page, mode: WalletMode): Promise<void> {
  await page.evaluate((next) => {
    window.testWallet.mode = next;
  }, mode);
}

/** The number of requests to the wallet so far. */
export async function countWalletRequests(page: Page): Promise<number> {
  return page.evaluate(() => window.testWallet.requests.length);
}

/** Runs in the page, without access to the scope of this module. */
function walletInPage(options: InPage): void {
  type Account = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] };
  type Key = { account: Account; privateKey: CryptoKey };
  const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const { subtle } = crypto;
  const own = {
    importKey: subtle.importKey.bind(subtle),
    exportKey: subtle.exportKey.bind(subtle),
    sign: subtle.sign.bind(subtle),
  };
  if (options.hidesEd25519) {
    const missing = () =>
      Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"));
    const generateKey = subtle.generateKey.bind(subtle) as (...args: unknown[]) => unknown;
    const importKey = own.importKey as (...args: unknown[]) => unknown;
    const isHidden = (algorithm: unknown) => JSON.stringify(algorithm).includes("Ed25519");
    Object.assign(SubtleCrypto.prototype, {
      generateKey: (...args: unknown[]) => (isHidden(args[0]) ? missing() : generateKey(...args)),
      importKey: (...args: unknown[]) => (isHidden(args[2]) ? missing() : importKey(...args)),
    });
  }
  const listeners = new Set<(change: { accounts: Account[] }) => void>();
  const held: (() => void)[] = [];
  /** Requests of the page that the wallet has not answered. */
  const underWay = new Set<Promise<unknown>>();
  let chosen = 0;
  /** True after a switch without an event. */
  let isSilent = false;
  let accounts: Account[] = [];
  let keys: Promise<Key[]> | undefined;

  const base58 = (bytes: Uint8Array): string => {
    let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    let text = "";
    for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)] + text;
    for (const byte of bytes) {
      if (byte !== 0) break;
      text = `1${text}`;
    }
    return text;
  };
  const keyOf = async (seed: string): Promise<Key> => {
    const hex = `302e020100300506032b657004220420${seed}`;
    const pkcs8 = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    const readable = await own.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
    const { x = "" } = await own.exportKey("jwk", readable);
    const raw = atob(x.replaceAll("-", "+").replaceAll("_", "/"));
    const publicKey = Uint8Array.from(raw, (character) => character.charCodeAt(0));
    const account = {
      address: base58(publicKey),
      publicKey,
      chains: ["solana:localnet"],
      features: [
        ...(options.signsMessages ? ["solana:signMessage"] : []),
        ...(options.signsTransactions ? ["solana:signTransaction"] : []),
      ],
    };
    return { account, privateKey: readable };
  };
  const allKeys = () => (keys ??= Promise.all(options.seeds.map(keyOf)));
  const setAccounts = (next: Account[]) => {
    accounts = next;
    for (const listener of listeners) listener({ accounts });
  };
  const rejection = () => Object.assign(new Error("User rejected."), { code: 4001 });
  const permission = async () => {
    const { mode } = control;
    if (mode === "hold") await new Promise<void>((resolve) => held.push(resolve));
    if (mode === "reject") throw rejection();
    if (mode === "fail") throw new Error("Internal JSON-RPC error.");
  };
  const control: Control = {
    mode: "approve",
    requests: [],
    release: async () => {
      for (const resolve of held.splice(0)) resolve();
      await Promise.allSettled(underWay);
    },
    choose: (index) => {
      chosen = index;
      void allKeys().then((all) => setAccounts(all[index] ? [all[index].account] : []));
    },
    chooseSilently: (index) => {
      chosen = index;
      isSilent = true;
    },
    disconnect: () => setAccounts([]),
  };
  const connect = async (input?: { silent?: boolean }) => {
    if (!input?.silent) {
      control.requests.push("connect");
      await permission();
    }
    const key = (await allKeys())[chosen];
    setAccounts(key ? [key.account] : []);
    return { accounts };
  };
  const signMessage = async (input: { account: Account; message: Uint8Array<ArrayBuffer> }) => {
    control.requests.push(new TextDecoder().decode(input.message));
    await permission();
    if (control.mode === "no-text") throw rejection();
    const all = await allKeys();
    const right = control.mode !== "wrong-account";
    const key = isSilent
      ? all[chosen]
      : all.find((one) => (one.account.address === input.account.address) === right);
    if (!key) throw new Error("No such account.");
    const wrap = control.mode === "wrap" ? new TextEncoder().encode("\xffsolana offchain") : [];
    const signedMessage = Uint8Array.from([...wrap, ...input.message]);
    const signature = await own.sign("Ed25519", key.privateKey, signedMessage);
    return [{ signedMessage, signature: new Uint8Array(signature) }];
  };
  const signTransaction = async (input: { account: Account; transaction: Uint8Array }) => {
    control.requests.push("transaction");
    await permission();
    if (!window.addToTransaction) throw new Error("This wallet signs no transaction.");
    const changed = await window.addToTransaction([...input.transaction]);
    const key = (await allKeys()).find((one) => one.account.address === input.account.address);
    if (!key) throw new Error("No such account.");
    const signedTransaction = Uint8Array.from(changed);
    const message = signedTransaction.slice(65);
    const signature = await own.sign("Ed25519", key.privateKey, message);
    signedTransaction.set(new Uint8Array(signature), 1);
    return [{ signedTransaction }];
  };
  /** A request of the page, counted until it is answered. */
  const counted =
    <Input, Output>(answer: (input: Input) => Promise<Output>) =>
    (input: Input): Promise<Output> => {
      const work = answer(input);
      underWay.add(work);
      return work.finally(() => underWay.delete(work));
    };
  const wallet = {
    version: "1.0.0",
    name: options.name,
    icon: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=",
    chains: ["solana:localnet"],
    get accounts() {
      return accounts;
    },
    features: {
      "standard:connect": { version: "1.0.0", connect: counted(connect) },
      "standard:disconnect": {
        version: "1.0.0",
        disconnect: () => Promise.resolve(setAccounts([])),
      },
      "standard:events": {
        version: "1.0.0",
        on: (_event: string, listener: (change: { accounts: Account[] }) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      ...(options.signsMessages
        ? { "solana:signMessage": { version: "1.1.0", signMessage: counted(signMessage) } }
        : {}),
      ...(options.signsTransactions
        ? {
            "solana:signTransaction": {
              version: "1.0.0",
              supportedTransactionVersions: ["legacy", 0],
              signTransaction: counted(signTransaction),
            },
          }
        : {}),
    },
  };
  window.testWallet = control;
  const announce = (api: { register: (one: typeof wallet) => void }) => api.register(wallet);
  window.addEventListener("wallet-standard:app-ready", (event) =>
    announce((event as CustomEvent<Parameters<typeof announce>[0]>).detail),
  );
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: announce }));
}
