/** Who may claim a payment. A claim names one payment and one account. */
import { sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { claimText, depositMemo } from "#lib/protocol/solana/vault.ts";
import { deriveKeyPair } from "#services/custody/vault/key-pair.ts";
import type { VaultEntry } from "#services/custody/vault/vault-entry.ts";
import { transactionOf } from "#services/venue/venue.testing.ts";
import { claimantOf, claimIn, claimSource, isClaimed } from "./claim.ts";

const ALICE = deriveKeyPair("aa".repeat(32));
const BOB = deriveKeyPair("bb".repeat(32));
const PAYMENT = transactionOf("payment");
const USDC = 1_000_000n;

const entryOf = (change: Partial<VaultEntry> = {}): VaultEntry => ({
  signature: PAYMENT,
  slot: 1,
  time: null,
  amount: 5n * USDC,
  memos: [],
  senders: [ALICE.publicKey],
  recipients: new Map(),
  ...change,
});
const claimOf = (key: typeof ALICE, account: string, payment = PAYMENT) =>
  sign(null, Buffer.from(claimText({ payment, account })), key.privateKey);

describe("a claim", () => {
  test("by the sending wallet gives its payment to the account that it names", () => {
    const signature = claimOf(ALICE, BOB.publicKey);
    expect(isClaimed(entryOf(), BOB.publicKey, signature)).toBe(true);
    expect(claimIn(claimSource(signature))).toEqual(Buffer.from(signature));
  });

  test("is good for no other account, payment or wallet", () => {
    const { publicKey } = BOB;
    expect(isClaimed(entryOf(), ALICE.publicKey, claimOf(ALICE, publicKey))).toBe(false);
    expect(isClaimed(entryOf(), publicKey, claimOf(BOB, publicKey))).toBe(false);
    const other = claimOf(ALICE, publicKey, transactionOf("another payment"));
    expect(isClaimed(entryOf(), publicKey, other)).toBe(false);
  });

  test.each<[string, Partial<VaultEntry>]>([
    ["a memo gives to an account", { memos: [depositMemo(BOB.publicKey)] }],
    ["covered older deposits", { memos: ["svc:opening-balance"] }],
    ["several wallets have paid", { senders: [ALICE.publicKey, BOB.publicKey] }],
    ["is below 1 USDC", { amount: USDC - 1n }],
    ["left the vault", { amount: -5n * USDC }],
    ["nobody sent", { senders: [] }],
  ])("takes no payment that %s", (_, change) => {
    expect(claimantOf(entryOf(change))).toBeUndefined();
    const signature = claimOf(ALICE, ALICE.publicKey);
    expect(isClaimed(entryOf(change), ALICE.publicKey, signature)).toBe(false);
  });

  test("takes a payment with two memos, of which nobody could tell whose it is", () => {
    const memos = [depositMemo(ALICE.publicKey), depositMemo(BOB.publicKey)];
    expect(claimantOf(entryOf({ memos }))).toBe(ALICE.publicKey);
  });

  test("is read from no other source", () => {
    for (const source of ["chain", "operator", "claim:", `claim:${"A".repeat(85)}`])
      expect(claimIn(source)).toBeUndefined();
  });
});
