import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WalletFault, WalletRejected } from "#components/wallet/standard.ts";
import { encodePublicKey } from "#lib/protocol/signing.ts";
import type { SignRequest } from "./asking.ts";
import { cancelOrderDraft, type SignedWrite } from "./requests.ts";
import { SigningDesk, type Standing } from "./signing-desk.ts";

const SIGNATURE = new Uint8Array(64).fill(7);

function walletOf(byte: number) {
  const publicKey = new Uint8Array(32).fill(byte);
  const account = { address: encodePublicKey(publicKey), publicKey } as unknown as WalletAccount;
  return { wallet: { name: "Test" } as Wallet, account };
}

const A = walletOf(1);
const B = { ...walletOf(2), wallet: A.wallet };

let standing: Standing;
let told: string[];
/** The prompts of the wallet, each with its answers. */
let prompts: { approve: () => void; fail: (error: Error) => void }[];
let desk: SigningDesk;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  standing = { connected: A, sessionAddress: A.account.address };
  told = [];
  prompts = [];
  desk = new SigningDesk({
    now: () => Date.now(),
    standing: () => standing,
    sign: () =>
      new Promise((resolve, reject) => {
        prompts.push({ approve: () => resolve(SIGNATURE), fail: reject });
      }),
    tell: (text) => told.push(text),
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

/** Lets the hashing and the promises run; the clock stands. */
const settle = () => vi.waitFor(() => new Promise((resolve) => setImmediate(resolve)));

async function open(request: SignRequest) {
  const ended: { signed: SignedWrite | undefined }[] = [];
  void desk.request(request).then((signed) => ended.push({ signed }));
  await vi.waitUntil(() => desk.asking());
  return { id: desk.asking()!.id, ended };
}

async function openAtWallet(request: SignRequest) {
  const opened = await open(request);
  const before = prompts.length;
  void desk.sign(opened.id);
  await vi.waitUntil(() => prompts.length > before);
  return opened;
}

describe("a signature settles its own request only", () => {
  test("a second request is refused while one is open", async () => {
    const first = await openAtWallet(cancelOf("1"));
    expect(await desk.request(cancelOf("2"))).toBeUndefined();
    expect(told.join()).toContain("Another request");
    prompts[0]!.approve();
    await vi.waitUntil(() => first.ended.length);
    expect(first.ended[0]?.signed?.draft.path).toBe("/api/venue/orders/1");
  });

  test("an answer to a request that was given up is not used for the next one", async () => {
    const first = await openAtWallet(cancelOf("1"));
    desk.cancel(first.id);
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
    desk.stop(id);
    expect(desk.asking()).toMatchObject({ stage: "review" });
    prompts[0]!.approve();
    await settle();
    expect(ended).toEqual([]);
    void desk.sign(id);
    await vi.waitUntil(() => prompts.length === 2);
    prompts[1]!.approve();
    await vi.waitUntil(() => ended.length);
    expect(ended[0]?.signed).toBeDefined();
  });

  test("after 27 s without an answer", async () => {
    const { ended } = await openAtWallet(cancelOf("1"));
    vi.advanceTimersByTime(27_000);
    expect(desk.asking()).toMatchObject({ stage: "review" });
    expect(desk.asking()?.problem).toContain("did not answer within 27 s. Nothing was sent");
    prompts[0]!.approve();
    await settle();
    expect(ended).toEqual([]);
  });

  test.each([
    ["another account", () => ({ connected: B, sessionAddress: A.account.address })],
    ["a disconnect", () => ({ connected: undefined, sessionAddress: A.account.address })],
    ["the end of the session", () => ({ connected: A, sessionAddress: undefined })],
  ])("after %s, noticed at once or only with the answer", async (_name, change) => {
    const noticed = await openAtWallet(cancelOf("1"));
    standing = change();
    desk.checkStanding();
    expect(desk.asking()).toBeUndefined();
    await vi.waitUntil(() => noticed.ended.length);

    standing = { connected: A, sessionAddress: A.account.address };
    const late = await openAtWallet(cancelOf("2"));
    standing = change();
    prompts[1]!.approve();
    await vi.waitUntil(() => late.ended.length);
    expect([noticed.ended, late.ended]).toEqual([[{ signed: undefined }], [{ signed: undefined }]]);
    expect(told).toHaveLength(2);
    expect(told.every((text) => text.endsWith("Nothing was sent."))).toBe(true);
  });

  test("over a stale mark, before the wallet is asked or after it answered", async () => {
    let obstacle: string | undefined;
    const { id, ended } = await openAtWallet(cancelOf("1", { obstacle: () => obstacle }));
    obstacle = "The mark is old.";
    prompts[0]!.approve();
    await vi.waitUntil(() => desk.asking()?.stage === "review");
    await desk.sign(id);
    expect(prompts).toHaveLength(1);
    expect(desk.asking()?.problem).toBe("The mark is old. Nothing was sent.");
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
  await vi.waitUntil(() => desk.asking()?.stage === "review");
  expect(desk.asking()?.problem).toBe(problem);
});
