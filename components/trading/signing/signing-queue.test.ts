import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { featureText } from "#components/i18n/feature-text.testing.ts";
import { shortAddress } from "#components/i18n/figures.ts";
import { WalletFault, WalletRejected } from "#components/identity/wallet/failures.ts";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import {
  cancelAllDraft,
  cancelOrderDraft,
  registerSignerDraft,
  revokeSignerDraft,
  type SignedWrite,
  withdrawDraft,
} from "./requests.ts";
import type { SignRequest } from "./sign-request.ts";
import { SigningQueue, type WalletStatus } from "./signing-queue.ts";

const SIGNATURE = new Uint8Array(64).fill(7);

function walletOf(byte: number) {
  const publicKey = new Uint8Array(32).fill(byte);
  const account = { address: encodePublicKey(publicKey), publicKey } as unknown as WalletAccount;
  return { wallet: { name: "Test" } as Wallet, account };
}

const A = walletOf(1);
const B = { ...walletOf(2), wallet: A.wallet };

let standing: WalletStatus;
let notified: string[];
/** Open prompts of the wallet, with their possible answers. */
let prompts: { approve: () => void; fail: (error: Error) => void }[];
let queue: SigningQueue;
/** Accounts that usually sign memos, and the memos that the wallet was asked to sign. */
let memoAccounts: Set<string>;
let memos: string[];
const MEMO = Uint8Array.of(1, 2, 3);
/** The account with a live trading key, and the key's behaviour when it is asked. */
let keyOf: string | undefined;
let signByKey: () => Promise<{ pubkey: string; signature: Uint8Array }>;
let clockKnown: boolean;
let reviews: boolean;
let steady: number;
/** Runs while the venue's clock is read. */
let whileReading: () => unknown;

const KEY = encodePublicKey(new Uint8Array(32).fill(9));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  standing = { connected: A, sessionAddress: A.account.address };
  notified = [];
  prompts = [];
  memoAccounts = new Set();
  memos = [];
  keyOf = undefined;
  clockKnown = true;
  reviews = true;
  steady = 0;
  whileReading = () => undefined;
  signByKey = () => Promise.resolve({ pubkey: KEY, signature: SIGNATURE });
  queue = new SigningQueue({
    now: () => Date.now(),
    steady: () => steady,
    ensureClock: async () => {
      await whileReading();
      return clockKnown;
    },
    walletStatus: () => standing,
    tradingKey: { isLive: (account) => account === keyOf, sign: () => signByKey() },
    reviews: () => reviews,
    text: () => featureText("signing"),
    sign: () =>
      new Promise((resolve, reject) => {
        prompts.push({ approve: () => resolve(SIGNATURE), fail: reject });
      }),
    notify: (text) => notified.push(text),
    memo: {
      isPossible: (wallet) => wallet !== B,
      isUsual: (account) => memoAccounts.has(account),
      note: (account, isMemo) => {
        if (isMemo) memoAccounts.add(account);
        else memoAccounts.delete(account);
      },
      sign: async (_wallet, text) => {
        memos.push(text);
        return { signature: SIGNATURE, transaction: MEMO };
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const cancelOf = (id: string, more: Partial<SignRequest> = {}): SignRequest => ({
  title: "Cancel",
  summary: id,
  draft: cancelOrderDraft({ id, market: "BTCUSDC" }),
  ...more,
});

/** Lets hashing and promises run while the clock is stopped. */
const settle = () => vi.waitFor(() => new Promise((resolve) => setImmediate(resolve)));

async function open(request: SignRequest) {
  const ended: { signed: SignedWrite | undefined }[] = [];
  void queue.request(request).then((signed) => ended.push({ signed }));
  await vi.waitUntil(() => queue.openRequest());
  return { id: queue.openRequest()!.id, ended };
}

async function openAtWallet(request: SignRequest) {
  const opened = await open(request);
  const before = prompts.length;
  void queue.sign(opened.id);
  await vi.waitUntil(() => prompts.length > before);
  return opened;
}

test("a wallet on another account than the session's is not asked, and both accounts are named", async () => {
  standing = { connected: B, sessionAddress: A.account.address };
  expect(await queue.request(cancelOf("1"))).toBeUndefined();
  expect([prompts, queue.openRequest()]).toEqual([[], undefined]);
  for (const { account } of [A, B]) {
    expect(notified.join()).toContain(shortAddress(account.address));
  }
});

describe("a signature settles its own request only", () => {
  test("a second request is refused while one is open", async () => {
    const first = await openAtWallet(cancelOf("1"));
    expect(await queue.request(cancelOf("2"))).toBeUndefined();
    expect(notified.join()).toContain("Another request");
    prompts[0]!.approve();
    await vi.waitUntil(() => first.ended.length);
    expect(first.ended[0]?.signed?.draft.path).toBe("/api/venue/orders/1");
  });

  test("an answer to an abandoned request is not used for the next one", async () => {
    const first = await openAtWallet(cancelOf("1"));
    queue.cancel(first.id);
    const second = await openAtWallet(cancelOf("2"));
    prompts[0]!.approve();
    await settle();
    expect([first.ended, second.ended]).toEqual([[{ signed: undefined }], []]);
    prompts[1]!.approve();
    await vi.waitUntil(() => second.ended.length);
    expect(second.ended[0]?.signed?.draft.path).toBe("/api/venue/orders/2");
  });
});

describe("nothing is signed", () => {
  test("after a stop, however late the wallet answers; signing again works", async () => {
    const { id, ended } = await openAtWallet(cancelOf("1"));
    queue.stop(id);
    expect(queue.openRequest()).toMatchObject({ stage: "review" });
    prompts[0]!.approve();
    await settle();
    expect(ended).toEqual([]);
    void queue.sign(id);
    await vi.waitUntil(() => prompts.length === 2);
    prompts[1]!.approve();
    await vi.waitUntil(() => ended.length);
    expect(ended[0]?.signed).toBeDefined();
  });

  test("after 27 s without an answer", async () => {
    const { ended } = await openAtWallet(cancelOf("1"));
    vi.advanceTimersByTime(27_000);
    expect(queue.openRequest()).toMatchObject({ stage: "review" });
    expect(queue.openRequest()?.problem).toContain("did not answer within 27 s. Nothing was sent");
    prompts[0]!.approve();
    await settle();
    expect(ended).toEqual([]);
  });

  test.each([
    ["another account", () => ({ connected: B, sessionAddress: A.account.address })],
    ["a disconnect", () => ({ connected: undefined, sessionAddress: A.account.address })],
    ["the end of the session", () => ({ connected: A, sessionAddress: undefined })],
  ])("after %s, whether noticed at once or only with the answer", async (_name, change) => {
    const noticed = await openAtWallet(cancelOf("1"));
    standing = change();
    queue.checkWallet();
    expect(queue.openRequest()).toBeUndefined();
    await vi.waitUntil(() => noticed.ended.length);

    standing = { connected: A, sessionAddress: A.account.address };
    const late = await openAtWallet(cancelOf("2"));
    standing = change();
    prompts[1]!.approve();
    await vi.waitUntil(() => late.ended.length);
    expect([noticed.ended, late.ended]).toEqual([[{ signed: undefined }], [{ signed: undefined }]]);
    expect(notified).toHaveLength(2);
    expect(notified.every((text) => text.endsWith("Nothing was sent."))).toBe(true);
  });

  test("with a stale mark, before the wallet is asked or after it answered", async () => {
    let obstacle: string | undefined;
    const { id, ended } = await openAtWallet(cancelOf("1", { obstacle: () => obstacle }));
    obstacle = "The mark is old.";
    prompts[0]!.approve();
    await vi.waitUntil(() => queue.openRequest()?.stage === "review");
    await queue.sign(id);
    expect(prompts).toHaveLength(1);
    expect(queue.openRequest()?.problem).toBe("The mark is old. Nothing was sent.");
    expect(ended).toEqual([]);
  });
});

test.each([
  [new WalletRejected(), "Not signed. Nothing was sent."],
  [
    new WalletFault("Test failed: “Internal error”."),
    "Test failed: “Internal error”. Nothing was sent.",
  ],
])("the panel stays and says that nothing was sent: %s", async (error, problem) => {
  await openAtWallet(cancelOf("1"));
  prompts[0]!.fail(error);
  await vi.waitUntil(() => queue.openRequest()?.stage === "review");
  expect(queue.openRequest()?.problem).toBe(problem);
});

describe("with a live trading key", () => {
  beforeEach(() => {
    keyOf = A.account.address;
  });

  test("a trade without review is signed at once, by the key, for the account", async () => {
    const signed = await queue.request(cancelOf("1", { review: false }));
    expect(queue.openRequest()).toBeUndefined();
    expect(prompts).toHaveLength(0);
    expect(signed?.headers).toMatchObject({
      "x-signer-pubkey": KEY,
      "x-account-pubkey": A.account.address,
    });
  });

  test("a trade that says nothing about review follows the choice of the owner", async () => {
    reviews = false;
    expect(await queue.request(cancelOf("1"))).toBeDefined();
    reviews = true;
    await open(cancelOf("2"));
    expect(queue.openRequest()).toMatchObject({ stage: "review" });
  });

  test("a trade with review shows the panel, and Confirm signs without the wallet", async () => {
    const { id, ended } = await open(cancelOf("1"));
    expect(queue.openRequest()?.signer).toEqual({ kind: "key" });
    await queue.sign(id);
    await vi.waitUntil(() => ended.length);
    expect(prompts).toHaveLength(0);
    expect(ended[0]?.signed?.headers).toMatchObject({ "x-signer-pubkey": KEY });
  });

  test("a trade is signed while the wallet is away", async () => {
    standing = { connected: undefined, sessionAddress: A.account.address };
    expect(await queue.request(cancelOf("1", { review: false }))).toBeDefined();
  });

  test.each([
    [
      "registering a signer",
      registerSignerDraft({ pubkey: KEY, label: "", scopes: 1, expiresAt: 9 }),
    ],
    ["revoking a signer", revokeSignerDraft(KEY)],
  ])("%s still asks the wallet", async (_name, draft) => {
    const { id, ended } = await open({ title: "", summary: "", draft, review: false });
    expect(queue.openRequest()?.signer.kind).toBe("wallet");
    void queue.sign(id);
    await vi.waitUntil(() => prompts.length === 1);
    prompts[0]!.approve();
    await vi.waitUntil(() => ended.length);
    expect(ended[0]?.signed?.headers).toMatchObject({ "x-signer-pubkey": A.account.address });
  });

  test("a key of another account signs nothing for this one", async () => {
    keyOf = B.account.address;
    const { ended } = await open(cancelOf("1", { review: false }));
    expect(queue.openRequest()?.signer.kind).toBe("wallet");
    expect(ended).toEqual([]);
  });

  test("a key that has just ended: the wallet is asked instead, and the page says why", async () => {
    signByKey = () => Promise.reject(new Error("Your trading key has expired."));
    const { id, ended } = await open(cancelOf("1", { review: false }));
    expect(queue.openRequest()).toMatchObject({
      signer: { kind: "wallet" },
      problem: "Your trading key has expired. Nothing was sent.",
    });
    void queue.sign(id);
    await vi.waitUntil(() => prompts.length === 1);
    prompts[0]!.approve();
    await vi.waitUntil(() => ended.length);
    expect(ended[0]?.signed).toBeDefined();
  });

  test("a key that ends while the panel is open: the wallet is asked instead, and the page says why", async () => {
    const { id } = await open(cancelOf("1"));
    signByKey = () => Promise.reject(new Error("Stopped."));
    await queue.sign(id);
    expect(queue.openRequest()).toMatchObject({ signer: { kind: "wallet" }, stage: "review" });
  });

  test("without a connected wallet the page says that the key ended, and nothing waits", async () => {
    standing = { connected: undefined, sessionAddress: A.account.address };
    signByKey = () => Promise.reject(new Error("Stopped."));
    expect(await queue.request(cancelOf("1", { review: false }))).toBeUndefined();
    expect(notified).toEqual(["Stopped. Nothing was sent."]);
  });

  test("a session that ends meanwhile, an obstacle, and an open panel sign nothing", async () => {
    signByKey = () => {
      standing = { connected: A, sessionAddress: undefined };
      return Promise.resolve({ pubkey: KEY, signature: SIGNATURE });
    };
    expect(await queue.request(cancelOf("1", { review: false }))).toBeUndefined();
    standing = { connected: A, sessionAddress: A.account.address };
    const stale = cancelOf("2", { review: false, obstacle: () => "The mark is old." });
    expect(await queue.request(stale)).toBeUndefined();
    await open(cancelOf("3"));
    expect(await queue.request(cancelOf("4", { review: false }))).toBeUndefined();
    expect(notified.map((one) => one.split(".")[0])).toEqual([
      "You are no longer signed in",
      "The mark is old",
      "Another request is waiting for your signature",
    ]);
  });

  test("a mark that grows stale while the clock is read, or the key's store answers, sends nothing", async () => {
    let obstacle: string | undefined;
    const request = cancelOf("1", { review: false, obstacle: () => obstacle });
    whileReading = () => {
      obstacle = "The mark is old.";
    };
    expect(await queue.request(request)).toBeUndefined();
    obstacle = undefined;
    whileReading = () => undefined;
    signByKey = () => {
      obstacle = "The mark is old.";
      return Promise.resolve({ pubkey: KEY, signature: SIGNATURE });
    };
    expect(await queue.request(request)).toBeUndefined();
    expect(notified).toEqual(Array(2).fill("The mark is old. Nothing was sent."));
  });

  test("a signature more than two seconds after the press is not sent, because the market has moved", async () => {
    whileReading = () => {
      steady += 1_900;
    };
    expect(await queue.request(cancelOf("1", { review: false }))).toBeDefined();
    whileReading = () => {
      steady += 2_100;
    };
    expect(await queue.request(cancelOf("2", { review: false }))).toBeUndefined();
    expect(notified).toEqual(["Signing took too long. Nothing was sent."]);
  });

  test("each request of a burst is signed separately", async () => {
    const all = await Promise.all(
      ["1", "2", "3"].map((id) => queue.request(cancelOf(id, { review: false }))),
    );
    expect(new Set(all.map((signed) => signed?.digest)).size).toBe(3);
  });
});

describe("an unknown clock", () => {
  beforeEach(() => {
    clockKnown = false;
  });

  test("keeps the wallet from being asked until it is known", async () => {
    const { id } = await open(cancelOf("1"));
    await queue.sign(id);
    expect(prompts).toHaveLength(0);
    expect(queue.openRequest()?.problem).toContain("clock could not be read");
    clockKnown = true;
    void queue.sign(id);
    await vi.waitUntil(() => prompts.length === 1);
  });

  test("keeps the key from signing", async () => {
    keyOf = A.account.address;
    const request = { title: "", summary: "", draft: cancelAllDraft(null), review: false };
    expect(await queue.request(request)).toBeUndefined();
    expect(notified[0]).toContain("Nothing was sent.");
  });
});

test("a new signer accepts the exact text that the owner signed", async () => {
  const accepted: string[] = [];
  const { id, ended } = await open({
    title: "",
    summary: "",
    draft: registerSignerDraft({ pubkey: KEY, label: "x", scopes: 1, expiresAt: 9 }),
    accept: (message) => {
      accepted.push(new TextDecoder().decode(message));
      return Promise.resolve(new Uint8Array(64).fill(3));
    },
  });
  void queue.sign(id);
  await vi.waitUntil(() => prompts.length === 1);
  prompts[0]!.approve();
  await vi.waitUntil(() => ended.length);
  expect(accepted).toEqual([ended[0]?.signed?.digest]);
  expect(ended[0]?.signed?.headers).toMatchObject({ "x-new-signer-signature": "03".repeat(64) });
});

describe("a hardware wallet, which signs no text,", () => {
  const registration = (): SignRequest => ({
    title: "Create a trading key",
    summary: "",
    draft: registerSignerDraft({
      pubkey: KEY,
      label: "key",
      scopes: 1,
      expiresAt: 2_000_000_000_000,
    }),
    accept: async () => SIGNATURE,
  });
  const order = (): SignRequest => cancelOf("1");

  test("is offered a memo after it has rejected a registration, and is not asked for a text again", async () => {
    const first = await openAtWallet(registration());
    expect(queue.openRequest()).toMatchObject({ way: "text", hardware: undefined });
    prompts[0]!.fail(new WalletRejected());
    await vi.waitUntil(() => queue.openRequest()?.hardware === "memo");
    expect(queue.openRequest()).toMatchObject({ way: "text", stage: "review" });
    void queue.signBy(first.id, "memo");
    await vi.waitUntil(() => first.ended.length);
    const { digest, headers } = first.ended[0]!.signed!;
    expect(memos).toEqual([`svc-trading:register_signer:${digest}`]);
    expect(headers["x-memo-transaction"]).toBe("AQID");
    expect(headers["x-new-signer-signature"]).toBe("07".repeat(64));

    const { id } = await open(registration());
    expect(queue.openRequest()).toMatchObject({ way: "memo", hardware: "memo" });
    void queue.signBy(id, "text");
    await vi.waitUntil(() => prompts.length === 2);
    prompts[1]!.approve();
    await vi.waitUntil(() => queue.openRequest() === undefined);
    expect([...memoAccounts]).toEqual([]);
  });

  test("is offered a trading key for an order, before or after it fails, and never a memo", async () => {
    const first = await openAtWallet(order());
    prompts[0]!.fail(new WalletFault("wrapped", { signsNoText: true }));
    await vi.waitUntil(() => queue.openRequest()?.hardware === "trading-key");
    await queue.signBy(first.id, "memo");
    expect([queue.openRequest()?.way, memos]).toEqual(["text", []]);
    queue.cancel(first.id);

    memoAccounts.add(A.account.address);
    await open(order());
    expect(queue.openRequest()).toMatchObject({ way: "text", hardware: "trading-key" });
  });

  test("is told that it cannot sign a withdrawal", async () => {
    memoAccounts.add(A.account.address);
    await open({ title: "", summary: "", draft: withdrawDraft({ amount: "1" }) });
    expect(queue.openRequest()).toMatchObject({ way: "text", hardware: "nothing" });
  });

  test("is no wallet that rejects an order, or that signs no transactions", async () => {
    const first = await openAtWallet(order());
    prompts[0]!.fail(new WalletRejected());
    await vi.waitUntil(() => queue.openRequest()?.problem);
    expect(queue.openRequest()?.hardware).toBe(undefined);
    queue.cancel(first.id);

    standing = { connected: B, sessionAddress: B.account.address };
    await openAtWallet(registration());
    prompts[1]!.fail(new WalletFault("wrapped", { signsNoText: true }));
    await vi.waitUntil(() => queue.openRequest()?.hardware === "nothing");
  });
});
