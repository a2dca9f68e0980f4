/**
 * A history that strangers have made long: it is read in parallel, signers store it, and dust takes
 * no room in it.
 */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { transactionOf } from "#services/venue/venue.testing.ts";
import { HistoryCheckpoint } from "./history-checkpoint.ts";
import { VaultHistory } from "./vault-history.ts";

const VAULT = { authority: "authority", account: "vault-account", mint: USDC_MINT };
const ALICE = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const USDC = 1_000_000n;
const UNSUPPORTED_VERSION = -32_015;

type Payment = { units: bigint; slot: number; version?: number; memo?: string };

/** A node whose transactions pay into the vault. */
class Node {
  readonly payments = new Map<string, Payment>();
  /** Reads of transactions: their number, and the most at the same time. */
  reads = 0;
  mostAtOnce = 0;
  #open = 0;
  #head = 0;
  readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      request.on("end", () => {
        const { method, params } = JSON.parse(text) as { method: string; params: unknown[] };
        if (method === "getTransaction") this.#open += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.#open);
        // Answers in a later turn, so that other requests can arrive.
        setImmediate(() => {
          if (method === "getTransaction") this.#open -= 1;
          response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...this.#answer(method, params) }));
        });
      });
    }).listen(0, "127.0.0.1");
  }

  pay(name: string, payment: Payment): void {
    this.payments.set(transactionOf(name), payment);
    this.#head = Math.max(this.#head, payment.slot);
  }

  get held(): bigint {
    return [...this.payments.values()].reduce((sum, { units }) => sum + units, 0n);
  }

  #answer(method: string, [first, config]: unknown[]): object {
    if (method === "getEpochInfo") {
      return { result: { absoluteSlot: this.#head, blockHeight: this.#head } };
    }
    if (method === "getTokenAccountBalance") {
      const value = { amount: String(this.held) };
      return { result: { context: { slot: this.#head }, value } };
    }
    if (method === "getTransaction") {
      this.reads += 1;
      const { maxSupportedTransactionVersion: most } = config as Record<string, number>;
      return this.#transaction(String(first), most ?? -1);
    }
    const isFirstPage = (config as { before?: string }).before === undefined;
    const rows = [...this.payments].map(([signature, { slot }]) => ({
      signature,
      slot,
      err: null,
    }));
    return { result: isFirstPage ? rows.toReversed() : [] };
  }

  #transaction(signature: string, mostVersion: number): object {
    const payment = this.payments.get(signature);
    if (payment === undefined) return { result: null };
    const { units, slot, version = 0, memo = depositMemo(ALICE) } = payment;
    if (version > mostVersion) return { error: { code: UNSUPPORTED_VERSION, message: "no" } };
    const balance = (amount: bigint) => ({
      accountIndex: 0,
      mint: USDC_MINT,
      owner: "authority",
      uiTokenAmount: { amount: String(amount) },
    });
    const meta = {
      err: null,
      preTokenBalances: [balance(90n * USDC)],
      postTokenBalances: [balance(90n * USDC + units)],
    };
    const message = {
      accountKeys: [{ pubkey: "vault-account" }],
      instructions: [{ program: "spl-memo", parsed: memo }],
    };
    const transaction = { signatures: [signature], message };
    return { result: { slot, blockTime: 1_700_000_000, meta, transaction } };
  }
}

let node: Node;
let chain: ChainReads;
let folder: string;
let path: string;
beforeEach(async () => {
  node = new Node();
  await once(node.server, "listening");
  chain = new ChainReads(`http://127.0.0.1:${(node.server.address() as AddressInfo).port}`);
  folder = mkdtempSync(join(tmpdir(), "history-"));
  path = join(folder, "vault-history.jsonl");
});
afterEach(() => {
  chain.close();
  node.server.closeAllConnections();
  node.server.close();
  rmSync(folder, { recursive: true });
});

const checkpointOf = (genesisHash = "genesis") =>
  new HistoryCheckpoint(path, { account: VAULT.account, genesisHash });
const historyWith = (checkpoint?: HistoryCheckpoint) =>
  new VaultHistory(chain, VAULT, () => 0, checkpoint);

test("transactions are read sixteen at a time, and their order stays", async () => {
  for (let index = 0; index < 40; index += 1) node.pay(`p${index}`, { units: USDC, slot: index });
  const history = historyWith();
  await history.update();
  expect([node.reads, node.mostAtOnce]).toEqual([40, 16]);
  expect([...history.entries()].map(({ slot }) => slot)).toEqual([...Array(40).keys()]);
});

test("a payment in a transaction of a later version is read like any other", async () => {
  node.pay("later", { units: 1n, slot: 1, version: 1 });
  node.pay("far", { units: 3n * USDC, slot: 2, version: 127 });
  expect(await historyWith().updateAndCompare()).toEqual({
    held: 3_000_001n,
    listed: 3_000_001n,
  });
});

test("dust has no entry, only a sum, and the balance at each slot includes it", async () => {
  for (let index = 0; index < 50; index += 1) node.pay(`d${index}`, { units: 2n, slot: index });
  node.pay("opening", { units: 7n, slot: 50, memo: "svc:opening-balance" });
  node.pay("deposit", { units: USDC, slot: 51 });
  const history = historyWith();
  await history.update();
  expect([...history.entries()]).toHaveLength(1);
  expect(history.dust).toEqual({ opening: 7n, unattributed: 100n });
  expect([history.balance(9), history.balance()]).toEqual([20n, USDC + 107n]);
  node.pay("much later", { units: USDC, slot: 9_000 });
  expect(await history.updateAndCompare()).toMatchObject({ listed: 2n * USDC + 107n });
});

test("a second run reads only new transactions, and knows the rest like the first", async () => {
  node.pay("out", { units: -5n * USDC, slot: 1, memo: `svc:withdraw:${"ab".repeat(32)}` });
  node.pay("in", { units: 9n * USDC, slot: 2 });
  for (let index = 0; index < 5; index += 1) node.pay(`d${index}`, { units: 1n, slot: 3 });
  node.pay("idle", { units: 0n, slot: 4 });
  const first = historyWith(checkpointOf());
  await first.update();
  expect(node.reads).toBe(8);
  node.pay("new", { units: USDC, slot: 5 });
  const second = historyWith(checkpointOf());
  await second.update();
  await first.update();
  expect(node.reads).toBe(10);
  expect([...second.entries()]).toEqual([...first.entries()]);
  expect(second.payments("ab".repeat(32))).toEqual(first.payments("ab".repeat(32)));
  expect([second.dust, second.balance()]).toEqual([first.dust, first.balance()]);
});

test.each([
  ["of another chain", () => "genesis of another"],
  ["with a line that is none", () => "genesis"],
])("a file %s is read no further than it is right", async (_, genesis) => {
  node.pay("in", { units: 9n * USDC, slot: 2 });
  await historyWith(checkpointOf()).update();
  writeFileSync(path, `${readFileSync(path, "utf8")}{"kind":"entry"}\n`);
  const history = historyWith(checkpointOf(genesis()));
  expect(await history.updateAndCompare()).toMatchObject({ listed: 9n * USDC });
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
});

test("a file with payments that the chain does not have is discarded, and everything is read again", async () => {
  node.pay("in", { units: 9n * USDC, slot: 2 });
  await historyWith(checkpointOf()).update();
  node.payments.clear();
  node.pay("another", { units: 4n * USDC, slot: 3 });
  const history = historyWith(checkpointOf());
  expect(await history.updateAndCompare()).toEqual({ held: 4n * USDC, listed: 4n * USDC });
  expect([...history.entries()]).toHaveLength(1);
});
