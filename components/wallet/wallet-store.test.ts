import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WalletStore } from "./wallet-store.ts";

const A = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const B = "7QdeXrBQy8oKNzDEwaqWEqKUYLsYbq2gFkWvBrfNfCzY";

/** The server: who is signed in, and what was posted to it. */
let signedIn: string | undefined;
let posted: string[];
let change: (event: { accounts: WalletAccount[] }) => void;
let approve: () => void;

const accountOf = (address: string) =>
  ({
    address,
    publicKey: new Uint8Array(32),
    features: ["solana:signMessage"],
  }) as unknown as WalletAccount;

function walletWith(address: string): Wallet {
  return {
    name: "Test",
    features: {
      "standard:connect": { connect: async () => ({ accounts: [accountOf(address)] }) },
      "standard:events": {
        on: (_: string, listener: typeof change) => {
          change = listener;
          return () => undefined;
        },
      },
      "solana:signMessage": {
        signMessage: async ({ message }: { message: Uint8Array }) => {
          await new Promise<void>((resolve) => {
            approve = resolve;
          });
          return [{ signedMessage: message, signature: new Uint8Array(64) }];
        },
      },
    },
  } as unknown as Wallet;
}

function answer(url: string, init?: RequestInit): unknown {
  if (init?.method === "POST") posted.push(url);
  if (url.endsWith("/challenge")) return { message: "Sign in" };
  if (url.endsWith("/csrf")) return { csrfToken: "token" };
  if (url.endsWith("/signout")) signedIn = undefined;
  if (url.endsWith("/callback/wallet"))
    signedIn = new URLSearchParams(init?.body as URLSearchParams).get("address") ?? undefined;
  return signedIn ? { user: { address: signedIn } } : {};
}

beforeEach(() => {
  signedIn = undefined;
  posted = [];
  approve = () => undefined;
  vi.stubGlobal("localStorage", { setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal("window", { location: { origin: "http://localhost" } });
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) =>
    Response.json(answer(url, init)),
  );
  // The signature is judged elsewhere; here it only has to be there.
  vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(
    new DOMException("no Ed25519", "NotSupportedError"),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const asked = () => vi.waitUntil(() => posted.some((url) => url.endsWith("/challenge")));
const callbacks = () => posted.filter((url) => url.endsWith("/callback/wallet"));

test("signing in with the wallet's account", async () => {
  const store = new WalletStore(undefined);
  const done = store.connect(walletWith(A));
  await asked();
  await vi.waitUntil(() => store.get().busy === "signing-in");
  await new Promise((resolve) => setImmediate(resolve));
  approve();
  await done;
  expect([store.get().sessionAddress, signedIn, store.get().busy]).toEqual([A, A, undefined]);
});

test.each([
  ["another account", (): void => change({ accounts: [accountOf(B)] })],
  ["a disconnect", (): void => change({ accounts: [] })],
])("%s during the sign-in leaves nobody signed in", async (_name, act) => {
  const store = new WalletStore(undefined);
  const done = store.connect(walletWith(A));
  await asked();
  await new Promise((resolve) => setImmediate(resolve));
  act();
  approve();
  await done;
  expect(callbacks()).toEqual([]);
  expect([store.get().sessionAddress, signedIn, store.get().busy]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a stopped sign-in is not completed by a late answer", async () => {
  const store = new WalletStore(undefined);
  const done = store.connect(walletWith(A));
  await asked();
  await new Promise((resolve) => setImmediate(resolve));
  store.stopWaiting();
  approve();
  await done;
  expect([callbacks(), store.get().sessionAddress]).toEqual([[], undefined]);
});

test("another account in the wallet ends the session, but never one of another account", async () => {
  signedIn = A;
  const store = new WalletStore(A);
  await store.connect(walletWith(A));
  change({ accounts: [accountOf(B)] });
  expect(store.get()).toMatchObject({ sessionAddress: undefined });
  await vi.waitUntil(() => signedIn === undefined);

  signedIn = A;
  const other = new WalletStore(A);
  await other.connect(walletWith(A));
  signedIn = B;
  const before = posted.length;
  change({ accounts: [accountOf(B)] });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([signedIn, posted.length]).toEqual([B, before]);
});

test("when another account is signed in, or nobody, the page is signed out", async () => {
  for (const now of [B, undefined]) {
    const store = new WalletStore(A);
    signedIn = now;
    await store.recheckSession();
    expect(store.get().sessionAddress).toBeUndefined();
  }
});

test("a server that does not answer ends no session", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const store = new WalletStore(A);
  await store.recheckSession();
  expect(store.get().sessionAddress).toBe(A);
});
