import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { otherWallet } from "./wallet-state.ts";
import { WalletStore } from "./wallet-store.ts";

const { notify } = vi.hoisted(() => ({ notify: vi.fn<(notice: unknown) => void>() }));
vi.mock("#components/ui/notify.ts", () => ({ notify }));

const A = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const B = "7QdeXrBQy8oKNzDEwaqWEqKUYLsYbq2gFkWvBrfNfCzY";

/** The server: the signed-in account, and the requests posted to it. */
let signedIn: string | undefined;
let posted: string[];
/** The signed-in account has no wallet, and may link one without another proof. */
let isWithout: boolean;
let isFresh: boolean;
let change: (event: { accounts: WalletAccount[] }) => void;
let approve: () => void;
/** The wallet was asked to sign. */
let isHeld: boolean;

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
          isHeld = true;
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
  if (url.endsWith("/identities/wallet")) signedIn = JSON.parse(init?.body as string).address;
  if (url.endsWith("/identities")) return { freshUntil: isFresh ? "2999-01-01T00:00:00Z" : null };
  if (signedIn) return { user: { address: signedIn } };
  return isWithout ? { user: { address: null } } : {};
}

beforeEach(() => {
  notify.mockClear();
  signedIn = undefined;
  posted = [];
  isWithout = false;
  isFresh = true;
  approve = () => undefined;
  isHeld = false;
  vi.stubGlobal("localStorage", { setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal("window", { location: { origin: "http://localhost" } });
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) =>
    Response.json(answer(url, init)),
  );
  // Other tests check the signature.
  vi.spyOn(crypto.subtle, "importKey").mockResolvedValue({} as CryptoKey);
  vi.spyOn(crypto.subtle, "verify").mockResolvedValue(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The first use loads the wallet code, which takes seconds on a busy computer. */
const until = (check: () => boolean | Promise<boolean>) => vi.waitUntil(check, { interval: 5 });
const requested = () => until(() => isHeld);
const callbacks = () => posted.filter((url) => url.endsWith("/callback/wallet"));

test("signing in with the wallet's account", async () => {
  const store = new WalletStore(undefined);
  const done = store.connect(walletWith(A));
  await requested();
  await until(() => store.get().busy === "signing-in");
  await new Promise((resolve) => setImmediate(resolve));
  approve();
  await done;
  expect([store.get().sessionAddress, signedIn, store.get().busy]).toEqual([A, A, undefined]);
});

describe("a person who is signed in without a wallet and connects one", () => {
  const connected = async () => {
    isWithout = true;
    const store = new WalletStore(undefined, { withoutWallet: true });
    await store.connect(walletWith(A));
    return store;
  };

  test("is asked who owns it, and nothing is signed or posted meanwhile", async () => {
    const store = await connected();
    expect(store.get()).toMatchObject({ choosing: true, sessionAddress: undefined });
    expect(posted).toEqual([]);
    store.stopChoosing();
    expect(store.get().choosing).toBe(false);
  });

  test.each([
    ["link", "/api/v1/identities/wallet"],
    ["switch", "/api/auth/callback/wallet"],
  ] as const)("and chooses to %s", async (how, url) => {
    const store = await connected();
    const done = store.chooseAccount(how);
    await requested();
    await new Promise((resolve) => setImmediate(resolve));
    approve();
    await done;
    expect(store.get()).toMatchObject({ sessionAddress: A, withoutWallet: false, choosing: false });
    expect(posted.at(-1)).toBe(url);
  });

  test("is sent to prove their identity before the wallet is asked to sign a link", async () => {
    const assign = vi.fn<(to: string) => void>();
    vi.stubGlobal("window", { location: { origin: "http://localhost", assign } });
    const store = await connected();
    isFresh = false;
    await store.chooseAccount("link");
    expect(assign).toHaveBeenCalledWith("/settings?link=wallet");
    expect(posted).toEqual([]);
  });
});

test.each([
  ["another account", (): void => change({ accounts: [accountOf(B)] })],
  ["a disconnect", (): void => change({ accounts: [] })],
])("%s during the sign-in leaves nobody signed in", async (_name, act) => {
  const store = new WalletStore(undefined);
  const done = store.connect(walletWith(A));
  await requested();
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
  await requested();
  await new Promise((resolve) => setImmediate(resolve));
  store.stopWaiting();
  approve();
  await done;
  expect([callbacks(), store.get().sessionAddress]).toEqual([[], undefined]);
});

describe("a wallet on another account than the signed-in one", () => {
  const keeping = () => {
    signedIn = A;
    return new WalletStore(A);
  };

  test("is connected, and neither signs in nor ends the session", async () => {
    const store = keeping();
    await store.connect(walletWith(B));
    expect(store.get()).toMatchObject({
      sessionAddress: A,
      connected: { account: { address: B } },
      busy: undefined,
    });
    expect(otherWallet(store.get())).toBe(B);
    expect([signedIn, posted, notify.mock.calls]).toEqual([A, [], []]);
  });

  test("signs in when the user chooses it, and the data of the earlier account is deleted", async () => {
    const ended: string[] = [];
    const store = keeping();
    store.onSessionEnd(async (address) => void ended.push(address));
    await store.connect(walletWith(B));
    await store.signInWithWallet();
    expect([store.get().choosing, posted]).toEqual([true, []]);
    const done = store.chooseAccount("switch");
    await requested();
    await new Promise((resolve) => setImmediate(resolve));
    approve();
    await done;
    expect([signedIn, store.get().sessionAddress, ended]).toEqual([B, B, [A]]);
    expect(otherWallet(store.get())).toBeUndefined();
  });

  test("a wallet that switches there and back keeps the session, and is on the right account again", async () => {
    const store = keeping();
    await store.connect(walletWith(A));
    for (const address of [B, A]) {
      change({ accounts: [accountOf(address)] });
      expect(store.get()).toMatchObject({
        sessionAddress: A,
        connected: { account: { address } },
      });
    }
    expect([signedIn, posted]).toEqual([A, []]);
  });

  test("a session that has ended is opened anew by its own wallet", async () => {
    const store = keeping();
    signedIn = undefined;
    const done = store.connect(walletWith(A));
    await requested();
    await new Promise((resolve) => setImmediate(resolve));
    approve();
    await done;
    expect(signedIn).toBe(A);
  });
});

test("when another account is signed in, or none, the page is signed out", async () => {
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

/** An empty page, and a wallet that has not announced itself. */
function pageWithWallet(wallet: Wallet) {
  const page = Object.assign(new EventTarget(), { location: { hash: "" } });
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  const announce = (api: { register: (one: Wallet) => void }) => api.register(wallet);
  page.addEventListener("wallet-standard:app-ready", (event) =>
    announce((event as CustomEvent<Parameters<typeof announce>[0]>).detail),
  );
  page.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: announce }));
}

test("a visitor's page looks for no wallet; when the visitor opens the list, it finds the wallet that was there before", async () => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  pageWithWallet({ ...walletWith(A), chains: ["solana:localnet"] });
  const store = new WalletStore(undefined);
  const stop = store.start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(store.get().wallets).toBeUndefined();
  store.setDialogOpen(true);
  await until(() => store.get().wallets !== undefined);
  expect(store.get().wallets?.map(({ name }) => name)).toEqual(["Test"]);
  stop();
});

test("the wallet of the last visit is connected without a question", async () => {
  vi.stubGlobal("localStorage", { getItem: () => "Test", setItem: () => undefined });
  pageWithWallet({ ...walletWith(A), chains: ["solana:localnet"] });
  const store = new WalletStore(undefined);
  const stop = store.start();
  await until(() => store.get().connected !== undefined);
  expect(store.get().connected?.wallet.name).toBe("Test");
  stop();
});

describe("the data of an account in this browser", () => {
  test("is deleted before the server is asked to sign out, and a failure of that is reported", async () => {
    for (const fails of [false, true]) {
      signedIn = A;
      const store = new WalletStore(A);
      const done: string[] = [];
      store.onSessionEnd(async (address) => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        done.push(`${address} ${signedIn === A}`);
        if (fails) throw new Error("IndexedDB hangs.");
      });
      notify.mockClear();
      await store.signOutAndDisconnect();
      expect([done, signedIn, store.get().sessionAddress]).toEqual([
        [`${A} true`],
        undefined,
        undefined,
      ]);
      expect(notify).toHaveBeenCalledTimes(fails ? 1 : 0);
    }
  });

  test("cannot keep a person signed in when its deletion hangs", async () => {
    signedIn = A;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const store = new WalletStore(A);
    store.onSessionEnd(() => new Promise(() => undefined));
    let isOver = false;
    void store.signOutAndDisconnect().then(() => {
      isOver = true;
    });
    await until(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return isOver;
    });
    vi.useRealTimers();
    expect(signedIn).toBeUndefined();
  });

  test("is deleted when the server has ended the session, and not when the wallet switches to another account", async () => {
    const ended: string[] = [];
    const gone = new WalletStore(A);
    gone.onSessionEnd(async (address) => void ended.push(address));
    await gone.recheckSession();
    expect(ended).toEqual([A]);
    signedIn = A;
    const switched = new WalletStore(A);
    switched.onSessionEnd(async (address) => void ended.push(address));
    await switched.connect(walletWith(A));
    change({ accounts: [accountOf(B)] });
    expect([ended, signedIn]).toEqual([[A], A]);
  });
});
