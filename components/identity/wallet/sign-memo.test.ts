import { describe, expect, test } from "vitest";
import { buildMemoTransaction } from "#lib/protocol/solana/build-memo.ts";
import { BUDGET_LIMIT } from "#lib/protocol/solana/memo.testing.ts";
import { readMemoTransaction } from "#lib/protocol/solana/memo-transaction.ts";
import { canSignMemo } from "./can-sign-memo.ts";
import { WalletFault, WalletRejected } from "./failures.ts";
import { ledgerBehindPhantom } from "./ledger.testing.ts";
import { signMemo } from "./sign-memo.ts";
import { signBytes, signingAccount } from "./standard.ts";

const TEXT = "a text to sign, ✓";
const bytes = new TextEncoder().encode(TEXT);

describe("a Ledger behind Phantom", () => {
  test("answers 4001 after its owner has approved a text", async () => {
    await expect(signBytes(ledgerBehindPhantom(), bytes)).rejects.toBeInstanceOf(WalletRejected);
  });

  test.each(["wrapped", "none"] as const)("known to sign no text: %s", async (text) => {
    const ledger = ledgerBehindPhantom({ text });
    await expect(signBytes(ledger, bytes)).rejects.toMatchObject({ signsNoText: true });
    expect(signingAccount(ledger.wallet.accounts)).toBe(ledger.account);
    expect(canSignMemo(ledger)).toBe(true);
  });

  test("signs a memo, with what Phantom adds to it, after it was shown", async () => {
    const ledger = ledgerBehindPhantom();
    const shown: [Uint8Array, string[]][] = [];
    const memo = await signMemo(ledger, bytes, (one) => shown.push([one, [...ledger.requests]]));
    expect(shown).toEqual([[buildMemoTransaction(ledger.keys.publicKey, TEXT), []]]);
    const terms = { account: ledger.keys.publicKey, text: TEXT };
    expect(readMemoTransaction(memo.transaction, terms)).toMatchObject({
      ok: true,
      signature: memo.signature,
    });
  });
});

describe("a memo is not sent", () => {
  const show = () => undefined;

  test("that its owner rejected", async () => {
    const ledger = ledgerBehindPhantom({ rejects: true });
    await expect(signMemo(ledger, bytes, show)).rejects.toBeInstanceOf(WalletRejected);
  });

  test.each([
    ["that could land", { additions: { blockhash: ledgerBehindPhantom().account.address } }],
    ["with more than wallets add", { additions: { before: [BUDGET_LIMIT, BUDGET_LIMIT] } }],
  ])("%s: the wallet changed it", async (_name, options) => {
    await expect(signMemo(ledgerBehindPhantom(options), bytes, show)).rejects.toThrow(
      "memoChanged",
    );
  });

  test("with another key's signature", async () => {
    const ledger = ledgerBehindPhantom({ forges: true });
    await expect(signMemo(ledger, bytes, show)).rejects.toThrow("doesNotVerify");
  });

  test("by an account that signs no transactions", async () => {
    const { wallet, account } = ledgerBehindPhantom();
    const silent = { wallet: { ...wallet, features: {} }, account };
    expect(canSignMemo(silent)).toBe(false);
    await expect(signMemo(silent, bytes, show)).rejects.toBeInstanceOf(WalletFault);
  });
});
