/**
 * Which account a payment into the vault belongs to, and how the history reads a node's answers.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { VaultHistory } from "#services/custody/vault/vault-history.ts";
import { transactionOf } from "#services/venue/venue.testing.ts";
import { findCreditAccount } from "./reconcile.ts";

const VAULT = { authority: "authority", account: "vault-account", mint: USDC_MINT };
const ALICE = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
const BOB = "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1";
const EXCHANGE = "4cUmct5JeXGiArfeTbpJz39rQfHD4YzstUMqPaMTfad9";

type Made = { units: bigint; from: readonly string[]; memos: readonly string[]; mint?: string };

/** A payment in the form of a node. Each sender gives an equal part. */
function transaction(signature: string, { units, from, memos, mint = USDC_MINT }: Made) {
  const balance = (accountIndex: number, owner: string, amount: bigint) => ({
    accountIndex,
    mint,
    owner,
    uiTokenAmount: { amount: String(amount) },
  });
  const part = units / BigInt(from.length);
  return {
    slot: 10,
    blockTime: 1_700_000_000,
    meta: {
      err: null,
      preTokenBalances: [
        balance(0, "authority", 500n),
        ...from.map((owner, index) => balance(index + 1, owner, part)),
      ],
      postTokenBalances: [
        balance(0, "authority", 500n + units),
        ...from.map((owner, index) => balance(index + 1, owner, 0n)),
      ],
    },
    transaction: {
      signatures: [signature],
      message: {
        accountKeys: ["vault-account", ...from].map((pubkey) => ({ pubkey })),
        instructions: memos.map((parsed) => ({ program: "spl-memo", parsed })),
      },
    },
  };
}

describe("a history of the vault", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /**
   * A node that answers one page of signatures. A string instead of a payment is sent unchanged.
   */
  async function historyOf(payments: Record<string, Made | string>): Promise<VaultHistory> {
    const rows = Object.keys(payments).map((name) => ({
      signature: transactionOf(name),
      slot: 10,
      err: null,
    }));
    const results: Record<string, (params: unknown[]) => unknown> = {
      getEpochInfo: () => ({ absoluteSlot: 20, blockHeight: 20 }),
      getSignaturesForAddress: ([, config]) =>
        (config as { before?: string }).before === undefined ? rows.toReversed() : [],
      getTransaction: ([signature]) => {
        const name = Object.keys(payments).find((one) => transactionOf(one) === signature) ?? "";
        const made = payments[name];
        return typeof made === "object" ? transaction(String(signature), made) : made;
      },
    };
    server = createServer((request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      request.on("end", () => {
        const { method, params } = JSON.parse(text) as { method: string; params: unknown[] };
        response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: results[method]?.(params) }));
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const chain = new ChainReads(`http://127.0.0.1:${port}`);
    const history = new VaultHistory(chain, VAULT, () => 0);
    await history.update();
    chain.close();
    return history;
  }

  const USDC = 1_000_000n;
  const credited = (history: VaultHistory, name: string) => {
    const entry = history.entry(transactionOf(name));
    return entry && findCreditAccount(entry, history);
  };

  test.each<[string, Made, string | undefined]>([
    [
      "to the account in its memo",
      { units: 5n * USDC, from: [EXCHANGE], memos: [depositMemo(ALICE)] },
      ALICE,
    ],
    [
      "to nobody without a memo from a stranger",
      { units: 5n * USDC, from: [ALICE], memos: [] },
      undefined,
    ],
    [
      "to nobody when memos differ",
      { units: 5n * USDC, from: [EXCHANGE], memos: [depositMemo(ALICE), depositMemo(BOB)] },
      undefined,
    ],
    [
      "to nobody when two have paid",
      { units: 6n * USDC, from: [ALICE, BOB], memos: [] },
      undefined,
    ],
    [
      "to nobody below 1 USDC",
      { units: USDC - 1n, from: [ALICE], memos: [depositMemo(ALICE)] },
      undefined,
    ],
    [
      "to nobody for a key that can sign nothing",
      { units: 5n * USDC, from: [EXCHANGE], memos: [depositMemo("1".repeat(32))] },
      undefined,
    ],
    [
      "to nobody for an opening balance",
      { units: 5n * USDC, from: [EXCHANGE], memos: ["svc:opening-balance"] },
      undefined,
    ],
    [
      "to the insurance fund",
      { units: 5n * USDC, from: [EXCHANGE], memos: [depositMemo("insurance")] },
      "insurance",
    ],
  ])("gives a payment %s", async (_, made, account) => {
    expect(credited(await historyOf({ payment: made }), "payment")).toBe(account);
  });

  test("gives a payment without a memo to a wallet that has paid in for itself", async () => {
    const first = { units: 5n * USDC, from: [ALICE], memos: [depositMemo(ALICE)] };
    const second = { units: 7n * USDC, from: [ALICE], memos: [] };
    expect(credited(await historyOf({ first, second }), "second")).toBe(ALICE);
  });

  test("does not let others name the wallet of an exchange", async () => {
    const planted = { units: 5n * USDC, from: [BOB], memos: [depositMemo(EXCHANGE)] };
    const victim = { units: 900n * USDC, from: [EXCHANGE], memos: [] };
    expect(credited(await historyOf({ planted, victim }), "victim")).toBeUndefined();
  });

  test("continues past a transaction that cannot be read, and counts no other mint", async () => {
    const paid = { units: 5n * USDC, from: [EXCHANGE], memos: [depositMemo(ALICE)] };
    const other = { ...paid, mint: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB" };
    const history = await historyOf({
      large: "x".repeat(1_100_000),
      odd: "no transaction",
      other,
      paid,
    });
    expect(history.balance()).toBe(5n * USDC);
    expect(credited(history, "paid")).toBe(ALICE);
    expect(history.entry(transactionOf("large"))).toBeUndefined();
  });
});
