/** A deposit from the page to the chain: the page's code, the app's routes, and a chain that runs the programs. */
import {
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  devnet,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  lamports,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import nacl from "tweetnacl";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as rpc } from "#app/api/chain/rpc/route.ts";
import { POST as send } from "#app/api/chain/transactions/route.ts";
import { GET as terms } from "#app/api/chain/vault/route.ts";
import { fromBase64, toBase64 } from "#components/chain/base64.ts";
import { readChainBegan, readFinalHeight, readStatus } from "#components/chain/chain-calls.ts";
import { TransactionTracker } from "#components/chain/transaction-tracker.ts";
import { write } from "#components/data/write.ts";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import { openDepositStorage } from "#components/trading/transfers/deposit/deposit-storage.ts";
import {
  prepareDeposit,
  readBalances,
} from "#components/trading/transfers/deposit/prepare-deposit.ts";
import { signDeposit } from "#components/trading/transfers/deposit/sign-deposit.ts";
import { signedIn } from "#lib/platform/http/http.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { withWireSignature } from "#lib/protocol/solana/wire-transaction.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { hasVm, removeFolder, startTestChain } from "#services/chain/testing/chain.testing.ts";

const ROUTES: Record<string, RouteHandler> = {
  "/api/chain/vault": terms,
  "/api/chain/rpc": rpc,
  "/api/chain/transactions": send,
};
const ORIGIN = "http://localhost:3000";

/** Connects as to a network that gives lamports away. */
const connect = (url: string) => createSolanaRpc(devnet(url));

const signerOf = (fill: number) =>
  createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(fill));

let chain: Awaited<ReturnType<typeof startTestChain>>;
let node: ReturnType<typeof connect>;
let treasury: KeyPairSigner;
let session: string | undefined;
let vault: VaultTerms;
const stops: (() => void)[] = [];

const outside = globalThis.fetch;

/** A page reaches the app in no other way. The test itself also reaches the node. */
async function fetchOfPage(url: string, init: RequestInit = {}): Promise<Response> {
  if (!url.startsWith("/")) return outside(url, init);
  const handler = ROUTES[url.split("?", 1)[0] ?? ""];
  if (handler === undefined) throw new Error(`no route for ${url}`);
  const headers = new Headers(init.headers);
  headers.set("origin", ORIGIN);
  if (session !== undefined) headers.set("cookie", session);
  const request = new Request(`${ORIGIN}${url}`, { ...init, headers });
  return handler(request, { params: Promise.resolve({}) });
}

beforeAll(async () => {
  if (!hasVm) return;
  treasury = await signerOf(1);
  const keys = await Promise.all([3, 4, 5].map(signerOf));
  const authority = (await signerOf(2)).address;
  chain = await startTestChain({
    begin: {
      treasury: treasury.address,
      vault: { authority, signers: keys.map((key) => key.address) },
    },
  });
  node = connect(chain.url);
  vi.stubEnv("SOLANA_RPC_URL", chain.url);
  vi.stubEnv("SOLANA_NETWORK", "simulated");
  vi.stubEnv("SANDBOX_URL", "http://127.0.0.1:4100");
  vi.stubEnv("VAULT_AUTHORITY", authority);
  vi.stubEnv("CUSTODY_URL", "http://127.0.0.1:4400");
  vi.stubEnv("SESSION_SECRET", "s".repeat(32));
  vi.stubEnv("ENCRYPTION_SECRET", "e".repeat(32));
  vi.stubGlobal("fetch", fetchOfPage);
  setHttpRuntime({ ...signedIn((headers) => headers.get("cookie") ?? undefined) });
  const answer = (await (await fetchOfPage("/api/chain/vault")).json()) as { vault: VaultTerms };
  vault = answer.vault;
});
afterAll(async () => {
  setHttpRuntime();
  if (!hasVm) return;
  await chain.stop();
  removeFolder(chain.folder);
});
afterEach(() => {
  session = undefined;
  for (const stop of stops.splice(0)) stop();
});

/**
 * A Wallet Standard wallet with SOL and USDC. `alter` changes the bytes as a hostile wallet would.
 */
async function wallet(
  seed: number,
  { usdc = 1_000_000_000n, alter = (bytes: Uint8Array): Uint8Array => bytes } = {},
): Promise<ConnectedWallet> {
  const keys = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(seed));
  const account = (await signerOf(seed)).address;
  if (usdc > 0n) await fund(account, usdc);
  const signTransaction = ({ transaction }: { transaction: Uint8Array }) => {
    const altered = alter(transaction);
    const signature = nacl.sign.detached(altered.slice(65), keys.secretKey);
    return Promise.resolve([{ signedTransaction: withWireSignature(altered, 0, signature) }]);
  };
  session = account;
  return {
    wallet: {
      version: "1.0.0",
      name: "Test wallet",
      icon: "data:image/png;base64,",
      chains: ["solana:localnet"],
      features: { "solana:signTransaction": { signTransaction } },
      accounts: [],
    },
    account: {
      address: account,
      publicKey: keys.publicKey,
      chains: ["solana:localnet"],
      features: [],
    },
  };
}

async function fund(account: string, amount: bigint): Promise<void> {
  const mint = address(USDC_MINT);
  const owner = address(account);
  const tokens = (of: string) =>
    findAssociatedTokenPda({ owner: address(of), mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  const [[source], [destination]] = await Promise.all([tokens(treasury.address), tokens(account)]);
  await node.requestAirdrop(owner, lamports(1_000_000_000n)).send();
  const { value: lifetime } = await node.getLatestBlockhash().send();
  const message = appendTransactionMessageInstructions(
    [
      await getCreateAssociatedTokenIdempotentInstructionAsync({ payer: treasury, owner, mint }),
      getTransferCheckedInstruction({
        source,
        mint,
        destination,
        authority: treasury,
        amount,
        decimals: 6,
      }),
    ],
    setTransactionMessageLifetimeUsingBlockhash(
      lifetime,
      setTransactionMessageFeePayerSigner(treasury, createTransactionMessage({ version: 0 })),
    ),
  );
  const signed = await signTransactionMessageWithSigners(message);
  await node
    .sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: "base64" })
    .send();
  await vi.waitFor(
    async () => {
      const held = await readBalances(account, USDC_MINT);
      expect(held.ok && held.body.usdc === amount && held.body.lamports > 0n).toBe(true);
    },
    { interval: 50 },
  );
}

/** A tracker with short waits. Its venue credits every final deposit. */
function tracker(
  chainParts: Partial<ConstructorParameters<typeof TransactionTracker>[0]["chain"]> = {},
) {
  const made = new TransactionTracker({
    storage: openDepositStorage(undefined),
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds / 25);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    chain: {
      send: ({ transaction }) => write("POST", "/api/chain/transactions", { transaction }),
      status: readStatus,
      finalHeight: readFinalHeight,
      began: readChainBegan,
      ...chainParts,
    },
    isCredited: () => Promise.resolve(true),
    alone: (_signature, work) => work(),
  });
  stops.push(() => void made.setAccount(undefined));
  return made;
}

const vaultHolds = async () =>
  BigInt((await node.getTokenAccountBalance(address(vault.address)).send()).value.amount);

const ready = async (account: string, amount: bigint) => {
  const prepared = await prepareDeposit(vault, account, { amount });
  if (prepared.state !== "ready") throw new Error(JSON.stringify(prepared));
  return prepared.prepared;
};

describe.skipIf(!hasVm)("a deposit of the page", () => {
  test("is built, agrees with its simulation, is signed, sent, final and credited", async () => {
    const connected = await wallet(11);
    const { address: account } = connected.account;
    const before = await vaultHolds();
    const prepared = await ready(account, 250_000_000n);
    expect(prepared.deposit).toMatchObject({ account, amount: 250_000_000n, feeLamports: 5_000n });
    const record = await signDeposit(connected, vault, prepared);
    expect(record.chainBegan).toBe(Number(await node.getBlockTime(0n).send()));
    const following = tracker();
    await following.setAccount(account);
    const seen = new Set<string>();
    following.subscribe(() => following.tracked().forEach(({ state }) => seen.add(state)));
    await following.send(record);
    await vi.waitFor(() => expect(following.tracked()).toMatchObject([{ state: "credited" }]));
    expect([...seen]).toContain("finalized");
    expect(await vaultHolds()).toBe(before + 250_000_000n);
    const left = await readBalances(account, USDC_MINT);
    expect(left).toMatchObject({ body: { usdc: 750_000_000n, lamports: 999_995_000n } });
  });

  test("that was sent twice lands once", async () => {
    const connected = await wallet(12);
    const before = await vaultHolds();
    const record = await signDeposit(
      connected,
      vault,
      await ready(connected.account.address, 1_000_000n),
    );
    const body = { transaction: record.transaction };
    for (let sending = 0; sending < 3; sending += 1)
      expect(await write("POST", "/api/chain/transactions", body)).toMatchObject({
        status: 202,
        body: { signature: record.signature },
      });
    await vi.waitFor(async () => expect(await vaultHolds()).toBe(before + 1_000_000n));
    const again = await write("POST", "/api/chain/transactions", body);
    expect(again).toMatchObject({ ok: true });
    expect(await vaultHolds()).toBe(before + 1_000_000n);
  });

  test("that never reaches the chain is dead once its last valid height is final, and not earlier", async () => {
    const connected = await wallet(13);
    const { address: account } = connected.account;
    const record = await signDeposit(connected, vault, await ready(account, 1_000_000n));
    const lost = { ok: false, status: 0, code: "NETWORK", message: "", data: undefined } as const;
    const following = tracker({ send: () => Promise.resolve(lost) });
    await following.setAccount(account);
    await following.send(record);
    await vi.waitFor(() => expect(following.tracked()).toMatchObject([{ state: "expired" }]), {
      interval: 20,
    });
    const final = await readFinalHeight();
    expect(final.ok && final.body.height > record.lastValidHeight).toBe(true);
    expect(
      await write("POST", "/api/chain/transactions", { transaction: record.transaction }),
    ).toMatchObject({ code: "TRANSACTION_EXPIRED" });
  });

  test("of more than the wallet holds, or without SOL, is not signed", async () => {
    const poor = await wallet(14, { usdc: 5_000_000n });
    expect(await prepareDeposit(vault, poor.account.address, { amount: 5_000_001n })).toMatchObject(
      { state: "refused", problem: "tooLittleUsdc" },
    );
    const empty = await wallet(15, { usdc: 0n });
    expect(await prepareDeposit(vault, empty.account.address, { amount: 1n })).toMatchObject({
      state: "refused",
      problem: "tooLittleUsdc",
    });
  });

  test("into an account that the vault does not own is not signed", async () => {
    const connected = await wallet(16);
    const { address: account } = connected.account;
    const own = await readBalances(treasury.address, USDC_MINT);
    if (!own.ok) throw new Error("unread");
    const forged = { ...vault, address: own.body.source };
    expect(await prepareDeposit(forged, account, { amount: 1_000_000n })).toMatchObject({
      state: "refused",
      problem: "differs",
    });
  });

  test("that the wallet changes before it signs is neither stored nor sent", async () => {
    const connected = await wallet(17, {
      alter: (bytes) => {
        const changed = bytes.slice();
        // The lowest byte of the amount, which follows the instruction's kind.
        const at = changed.findLastIndex((byte, index) => byte === 12 && changed[index - 1] === 10);
        changed[at + 1] = (changed[at + 1] ?? 0) ^ 1;
        return changed;
      },
    });
    const prepared = await ready(connected.account.address, 1_000_000n);
    await expect(signDeposit(connected, vault, prepared)).rejects.toThrow("walletChangedIt");
  });
});

describe.skipIf(!hasVm)("the app passes on", () => {
  const sendAs = async (transaction: string) =>
    write("POST", "/api/chain/transactions", { transaction });

  test("no deposit of another wallet, and none whose signature is not the payer's", async () => {
    const connected = await wallet(21);
    const record = await signDeposit(
      connected,
      vault,
      await ready(connected.account.address, 1_000_000n),
    );
    session = treasury.address;
    expect(await sendAs(record.transaction)).toMatchObject({ code: "TRANSACTION_MISMATCH" });
    session = connected.account.address;
    const bytes = fromBase64(record.transaction) ?? new Uint8Array();
    const forged = withWireSignature(bytes, 0, new Uint8Array(64).fill(7));
    expect(await sendAs(toBase64(forged))).toMatchObject({ code: "TRANSACTION_MISMATCH" });
    session = undefined;
    expect(await sendAs(record.transaction)).toMatchObject({ code: "SIGN_IN_REQUIRED" });
  });

  test("a deposit of more than the wallet holds is refused by the chain", async () => {
    const connected = await wallet(22, { usdc: 2_000_000n });
    const { address: account } = connected.account;
    const first = await signDeposit(connected, vault, await ready(account, 2_000_000n));
    const second = await signDeposit(connected, vault, await ready(account, 1_500_000n));
    expect(await sendAs(first.transaction)).toMatchObject({ ok: true });
    await vi.waitFor(async () =>
      expect(await readBalances(account, USDC_MINT)).toMatchObject({ body: { usdc: 0n } }),
    );
    expect(await sendAs(second.transaction)).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
  });

  test.each([
    ["sendTransaction", ["AA=="]],
    ["requestAirdrop", [USDC_MINT, 1]],
    ["getProgramAccounts", [USDC_MINT]],
    ["constructor", []],
  ])("no call of %s", async (method, params) => {
    const call = { jsonrpc: "2.0", id: 1, method, params };
    expect(await write("POST", "/api/chain/rpc", call)).toMatchObject({
      code: "RPC_METHOD_NOT_ALLOWED",
    });
  });

  test.each([
    ["a batch", [{ jsonrpc: "2.0", id: 1, method: "getSlot", params: [] }]],
    ["other parameters", { jsonrpc: "2.0", id: 1, method: "getSlot", params: [{ other: 1 }] }],
    [
      "too many addresses",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "getMultipleAccounts",
        params: [Array.from({ length: 21 }, () => USDC_MINT)],
      },
    ],
    ["a long body", { jsonrpc: "2.0", id: "x".repeat(9_000), method: "getSlot", params: [] }],
  ])("no call with %s", async (_name, call) => {
    const answer = await write("POST", "/api/chain/rpc", call);
    expect(answer.ok).toBe(false);
    expect([400, 413]).toContain(answer.status);
  });

  test("returns the node's own answer or error, to everyone", async () => {
    const call = { jsonrpc: "2.0", id: "mine", method: "getTokenAccountBalance" };
    const read = await write("POST", "/api/chain/rpc", { ...call, params: [vault.address] });
    expect(read).toMatchObject({ body: { id: "mine", result: { value: { decimals: 6 } } } });
    const failed = await write("POST", "/api/chain/rpc", { ...call, params: [USDC_MINT] });
    expect(failed).toMatchObject({ ok: true, body: { error: { code: expect.any(Number) } } });
  });
});
