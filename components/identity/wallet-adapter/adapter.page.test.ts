/** The wallet store with wallets that the adapter takes: they can sign transactions too. */
import { generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import type { WalletContextState, WalletProviderProps } from "@solana/wallet-adapter-react";
import * as adapterPackage from "@solana/wallet-adapter-react";
import { getWallets } from "@wallet-standard/app";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { createElement, type ElementType, Fragment, StrictMode, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { signBytes } from "#components/identity/wallet/standard.ts";
import { REMEMBERED } from "#components/identity/wallet/wallet-state.ts";
import { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { VersionedTransaction } from "./web3.ts";

// As next.config.ts has it for the page.
vi.mock("@solana/web3.js", () => import("./web3.ts"));
vi.mock("@solana-mobile/wallet-adapter-mobile", () => import("./no-mobile-adapter.ts"));
const { notify } = vi.hoisted(() => ({ notify: vi.fn<(notice: { text: string }) => void>() }));
vi.mock("#components/ui/notify.ts", () => ({ notify }));

type Key = { account: WalletAccount; privateKey: KeyObject; publicKey: KeyObject };
type AdapterPackage = typeof adapterPackage;
type Change = (change: { accounts: readonly WalletAccount[] }) => void;

function newKey(features = ["solana:signMessage", "solana:signTransaction"]): Key {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = Uint8Array.from(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
  const account = { address: encodePublicKey(raw), publicKey: raw, chains: [], features };
  return { account: account as unknown as WalletAccount, privateKey, publicKey };
}

/** A wallet with a script: `answer` decides each request. */
class ScriptedWallet {
  readonly version = "1.0.0";
  readonly icon = "data:image/svg+xml;base64,PHN2Zy8+";
  readonly chains = ["solana:mainnet"];
  readonly name: string;
  accounts: readonly WalletAccount[] = [];
  keys: Key[] = [newKey(), newKey()];
  answer: (request: string) => Promise<void> = () => Promise.resolve();
  readonly requests: string[] = [];
  readonly #listeners = new Set<Change>();

  constructor(name: string) {
    this.name = name;
  }

  readonly features = {
    "standard:connect": {
      version: "1.0.0",
      connect: async (input?: { silent?: boolean }) => {
        await this.#ask(input?.silent ? "silent" : "connect");
        this.change(this.keys.slice(0, 1));
        return { accounts: this.accounts };
      },
    },
    "standard:disconnect": {
      version: "1.0.0",
      disconnect: async () => {
        this.requests.push("disconnect");
        this.change([]);
      },
    },
    "standard:events": {
      version: "1.0.0",
      on: (_: string, listener: Change) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    },
    "solana:signMessage": {
      version: "1.1.0",
      signMessage: async ({
        account,
        message,
      }: {
        account: WalletAccount;
        message: Uint8Array;
      }) => {
        await this.#ask("sign");
        const key = this.keys.find((one) => one.account === account)!;
        return [{ signedMessage: message, signature: sign(null, message, key.privateKey) }];
      },
    },
    "solana:signTransaction": {
      version: "1.0.0",
      supportedTransactionVersions: ["legacy", 0],
      signTransaction: async ({ transaction }: { transaction: Uint8Array }) => {
        await this.#ask("transaction");
        return [{ signedTransaction: Uint8Array.from([...transaction, 1]) }];
      },
    },
  };

  change(keys: Key[]): void {
    this.accounts = keys.map(({ account }) => account);
    for (const listener of this.#listeners) listener({ accounts: this.accounts });
  }

  async #ask(request: string): Promise<void> {
    this.requests.push(request);
    await this.answer(request);
  }
}

/** Shows the adapter, as the page's provider does. */
function renderAdapter(around: ElementType = Fragment): () => void {
  const Page = () => useSyncExternalStore(store.subscribe, () => store.get().adapter);
  const root = createRoot(document.createElement("div"));
  root.render(createElement(around, null, createElement(Page)));
  return () => root.unmount();
}

const asWallet = (wallet: ScriptedWallet) => wallet as unknown as Wallet;
const rejected = () => Promise.reject(Object.assign(new Error("No."), { code: 4001 }));
const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 });

/** The signed-in account at the server. */
let signedIn: string | undefined;
let count = 0;
let wallet: ScriptedWallet;
let unregister: () => void;
let unmount: () => void;
let store: WalletStore;

function answer(url: string, init?: RequestInit): unknown {
  if (url.endsWith("/challenge")) return { message: "Sign in" };
  if (url.endsWith("/csrf")) return { csrfToken: "token" };
  if (url.endsWith("/signout")) signedIn = undefined;
  if (url.endsWith("/callback/wallet"))
    signedIn = new URLSearchParams(init?.body as URLSearchParams).get("address") ?? undefined;
  return signedIn ? { user: { address: signedIn } } : {};
}

beforeEach(() => {
  signedIn = undefined;
  count += 1;
  wallet = new ScriptedWallet(`Wallet ${count}`);
  unregister = getWallets().register(asWallet(wallet));
  store = new WalletStore(undefined);
  unmount = renderAdapter();
  localStorage.clear();
  notify.mockClear();
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) =>
    Response.json(answer(url, init)),
  );
});
// React's scheduler may still have work when the last test ends, which needs the page.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 50)));
afterEach(() => {
  unmount();
  unregister();
  vi.unstubAllGlobals();
});

const address = (index = 0) => wallet.keys[index]!.account.address;
const connectedAddress = () => store.get().connected?.account.address;

test("a wallet connects, signs in and signs through the adapter, and the store has its state", async () => {
  await store.connect(asWallet(wallet));
  expect(wallet.requests).toEqual(["connect", "sign"]);
  expect(store.get()).toMatchObject({ sessionAddress: address(), busy: undefined });
  const { connected } = store.get();
  expect(connected?.signMessage).toBeDefined();
  const message = new TextEncoder().encode("an order");
  const signature = await signBytes(connected!, message);
  expect(verify(null, message, wallet.keys[0]!.publicKey, signature)).toBe(true);
  expect(localStorage.getItem(REMEMBERED)).toBe(wallet.name);
});

describe("a rejection, whose code the adapter wraps,", () => {
  test("of the connection leaves nothing connected", async () => {
    wallet.answer = rejected;
    await store.connect(asWallet(wallet));
    expect([connectedAddress(), notify.mock.lastCall?.[0].text]).toEqual([
      undefined,
      "notConnected",
    ]);
    // The next attempt asks again.
    wallet.answer = () => Promise.resolve();
    await store.connect(asWallet(wallet));
    expect(store.get().sessionAddress).toBe(address());
  });

  test("of the sign-in leaves the wallet connected, says so, and lets it go on request", async () => {
    wallet.answer = (request) => (request === "sign" ? rejected() : Promise.resolve());
    await store.connect(asWallet(wallet));
    expect([connectedAddress(), store.get().sessionAddress]).toEqual([address(), undefined]);
    expect(notify.mock.lastCall?.[0].text).toBe("notSigned");
    await store.disconnect();
    expect([connectedAddress(), localStorage.getItem(REMEMBERED)]).toEqual([undefined, null]);
    expect(wallet.requests.at(-1)).toBe("disconnect");
  });
});

test("a wallet that never answers can be abandoned and is asked again; its late answer connects nothing", async () => {
  let release = (): void => undefined;
  wallet.answer = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  void store.connect(asWallet(wallet));
  await until(() => wallet.requests.length === 1);
  store.stopWaiting();
  release();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([connectedAddress(), store.get().busy]).toEqual([undefined, undefined]);

  wallet.accounts = [];
  wallet.answer = () => Promise.resolve();
  await store.connect(asWallet(wallet));
  expect([wallet.requests, connectedAddress()]).toEqual([
    ["connect", "connect", "sign"],
    address(),
  ]);
});

describe("a change in the wallet", () => {
  test("to another account is in the store at once, and the adapter signs for that one", async () => {
    await store.connect(asWallet(wallet));
    wallet.change([wallet.keys[1]!]);
    expect([connectedAddress(), store.get().sessionAddress]).toEqual([address(1), address(0)]);
    await until(() => store.get().connected?.signMessage?.(new Uint8Array(1)) !== undefined);
    expect(connectedAddress()).toBe(address(1));
  });

  test("while it signs in leaves nobody signed in", async () => {
    wallet.answer = async (request) => {
      if (request === "sign") wallet.change([wallet.keys[1]!]);
    };
    await store.connect(asWallet(wallet));
    expect([store.get().sessionAddress, signedIn, store.get().busy]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("that disconnects it is final: nothing asks it again", async () => {
    await store.connect(asWallet(wallet));
    const before = wallet.requests.length;
    wallet.change([]);
    expect(connectedAddress()).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect([connectedAddress(), wallet.requests.length]).toEqual([undefined, before]);
  });
});

test("the account that signs messages is taken, also when it is not the wallet's first", async () => {
  wallet.keys = [newKey(["solana:signTransaction"]), newKey()];
  wallet.features["standard:connect"].connect = async () => {
    wallet.change(wallet.keys);
    return { accounts: wallet.accounts };
  };
  await store.connect(asWallet(wallet));
  expect(store.get().sessionAddress).toBe(address(1));
});

test("a wallet that shares no account is said to share none", async () => {
  wallet.keys = [];
  await store.connect(asWallet(wallet));
  expect([connectedAddress(), notify.mock.lastCall?.[0].text]).toEqual([undefined, "notSignedIn"]);
});

test("two wallets of one name are told apart", async () => {
  const second = new ScriptedWallet(wallet.name);
  const off = getWallets().register(asWallet(second));
  await store.connect(asWallet(second));
  off();
  expect([wallet.requests, second.requests]).toEqual([[], ["connect", "sign"]]);
});

test("React's strict mode, which destroys the adapters of a first mount, loses no change of account", async () => {
  unmount();
  unmount = renderAdapter(StrictMode);
  await store.connect(asWallet(wallet));
  expect([wallet.requests, store.get().sessionAddress]).toEqual([["connect", "sign"], address()]);
  wallet.change([wallet.keys[1]!]);
  expect(connectedAddress()).toBe(address(1));
  const message = new TextEncoder().encode("an order");
  const signature = await signBytes(store.get().connected!, message);
  expect(verify(null, message, wallet.keys[1]!.publicKey, signature)).toBe(true);
});

describe("the wallet of the last visit", () => {
  const visit = () => {
    localStorage.setItem(REMEMBERED, wallet.name);
    const stop = store.start();
    return { stop };
  };

  test("is connected without a question, and asked for no signature", async () => {
    const { stop } = visit();
    await until(() => store.get().connected !== undefined);
    stop();
    expect([wallet.requests, connectedAddress()]).toEqual([["silent"], address()]);
  });

  test("stays remembered when it is locked", async () => {
    wallet.answer = () => Promise.reject(new Error("Locked."));
    const { stop } = visit();
    await until(() => wallet.requests.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    stop();
    expect([connectedAddress(), localStorage.getItem(REMEMBERED)]).toEqual([
      undefined,
      wallet.name,
    ]);
    expect(notify).not.toHaveBeenCalled();
  });
});

/** Renders the adapter's provider alone, and returns what `useWallet()` says in it. */
function renderProvider({ useWallet, WalletProvider }: AdapterPackage): () => WalletContextState {
  let context: WalletContextState | undefined;
  const Reader = () => {
    context = useWallet();
    return null;
  };
  const props = { wallets: [], autoConnect: true } as unknown as WalletProviderProps;
  const root = createRoot(document.createElement("div"));
  root.render(createElement(WalletProvider, props, createElement(Reader)));
  return () => context!;
}

test("the page's stand-in for web3.js carries a transaction to the wallet and the signed one back", async () => {
  localStorage.setItem("walletName", JSON.stringify(wallet.name));
  const context = renderProvider(adapterPackage);
  await until(() => context()?.connected);
  const transaction = new VersionedTransaction(Uint8Array.of(7, 8));
  const signed = await context().signTransaction!(
    transaction as unknown as Parameters<NonNullable<WalletContextState["signTransaction"]>>[0],
  );
  expect(Array.from(signed.serialize())).toEqual([7, 8, 1]);
});

test("an Android phone without a wallet has an empty list, and no error", async () => {
  unregister();
  // The adapter reads the browser's name once.
  vi.resetModules();
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Linux; Android 15) Chrome");
  const context = renderProvider(await import("@solana/wallet-adapter-react"));
  await until(() => context() !== undefined);
  expect(context().wallets).toEqual([]);
});
