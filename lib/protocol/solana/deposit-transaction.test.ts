import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from "@solana-program/compute-budget";
import { getTransferSolInstruction } from "@solana-program/system";
import { getTransferCheckedInstruction } from "@solana-program/token";
import { describe, expect, test } from "vitest";
import { encodePublicKey } from "#lib/protocol/signing/signing.ts";
import { USDC_MINT } from "#lib/protocol/solana.ts";
import { decodeTransaction, instructionLine } from "./decode-transaction.ts";
import { isSameDeposit, readDeposit } from "./deposit-transaction.ts";
import { LIGHTHOUSE_PROGRAM, MEMO_PROGRAM } from "./programs.ts";
import { depositMemo } from "./vault.ts";

const keyOf = (fill: number): Address => address(encodePublicKey(new Uint8Array(32).fill(fill)));
const payer = keyOf(1);
const [source, vault, stranger] = [keyOf(3), keyOf(4), keyOf(5)];
const mint = address(USDC_MINT);
const TERMS = { mint: USDC_MINT, vault };

const signer = (of: Address) => ({ address: of, signTransactions: () => Promise.resolve([]) });

function transfer(change: Partial<{ amount: bigint; to: Address; by: Address; of: Address }> = {}) {
  const { amount = 12_500_000n, to = vault, by = payer, of = mint } = change;
  return getTransferCheckedInstruction({
    source,
    mint: of,
    destination: to,
    authority: signer(by),
    amount,
    decimals: 6,
  });
}

const memo = (text = depositMemo(payer), by: Address | undefined = payer): Instruction => ({
  programAddress: address(MEMO_PROGRAM),
  accounts: by === undefined ? [] : [{ address: by, role: AccountRole.READONLY_SIGNER }],
  data: new TextEncoder().encode(text),
});
const guard = (kind = 2): Instruction => ({
  programAddress: address(LIGHTHOUSE_PROGRAM),
  accounts: [{ address: source, role: AccountRole.READONLY }],
  data: Uint8Array.of(kind, 1, 2),
});
const limit = (units = 100_000) => getSetComputeUnitLimitInstruction({ units });
const price = (microLamports = 1_000n) => getSetComputeUnitPriceInstruction({ microLamports });

function built(instructions: readonly Instruction[], version: "legacy" | 0 = 0): Uint8Array {
  const blockhash = keyOf(9) as string as Blockhash;
  const message = appendTransactionMessageInstructions(
    instructions,
    setTransactionMessageLifetimeUsingBlockhash(
      { blockhash, lastValidBlockHeight: 9n },
      setTransactionMessageFeePayer(payer, createTransactionMessage({ version })),
    ),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}

const usual = [limit(), price(), transfer(), memo()];
const reasonOf = (instructions: readonly Instruction[]) => {
  const read = readDeposit(built(instructions), TERMS);
  return read.ok ? undefined : read.reason;
};

describe("a deposit as kit builds it", () => {
  test.each(["legacy", 0] as const)("of version %s is read to the unit", (version) => {
    const read = readDeposit(built(usual, version), TERMS);
    expect(read).toMatchObject({
      ok: true,
      deposit: {
        payer,
        source,
        amount: 12_500_000n,
        account: payer,
        feeLamports: 5_100n,
        guards: 0,
      },
    });
  });

  test("is shown line by line", () => {
    expect(decodeTransaction(built([...usual, guard()])).instructions.map(instructionLine)).toEqual(
      [
        "Compute budget: at most 100000 units",
        "Compute budget: 0.001 lamports a unit",
        `Transfer 12.5 USDC to ${vault}`,
        `Memo: svc:deposit:${payer}`,
        "Guard of the wallet",
      ],
    );
  });

  test("may have up to eight guards of the wallet, at any place, and is still the same deposit", () => {
    const guarded = readDeposit(built([guard(), ...usual, ...Array(7).fill(guard(3))]), TERMS);
    const shown = readDeposit(built(usual), TERMS);
    if (!guarded.ok || !shown.ok) throw new Error("not read");
    expect(guarded.deposit.guards).toBe(8);
    expect(isSameDeposit(shown.deposit, guarded.deposit)).toBe(true);
    expect(reasonOf([...usual, ...Array(9).fill(guard())])).toContain("too many guards");
  });

  test("with another amount, fee or source is not the one that was shown", () => {
    const shown = readDeposit(built(usual), TERMS);
    const dearer = readDeposit(built([limit(), price(2_000n), transfer(), memo()]), TERMS);
    const more = readDeposit(
      built([limit(), price(), transfer({ amount: 12_500_001n }), memo()]),
      TERMS,
    );
    if (!shown.ok || !dearer.ok || !more.ok) throw new Error("not read");
    expect(isSameDeposit(shown.deposit, dearer.deposit)).toBe(false);
    expect(isSameDeposit(shown.deposit, more.deposit)).toBe(false);
  });
});

describe("no deposit is", () => {
  test.each([
    ["one that pays another account", [transfer({ to: stranger }), memo()], "another account"],
    ["one of another token", [transfer({ of: stranger }), memo()], "another token"],
    ["one of nothing", [transfer({ amount: 0n }), memo()], "zero"],
    ["one without a transfer", [memo()], "exactly one token transfer"],
    ["one with two transfers", [transfer(), transfer(), memo()], "exactly one token transfer"],
    ["one without a memo", [transfer()], "exactly one memo"],
    ["one with another memo", [transfer(), memo("hello")], "names no account"],
    ["one with two memos", [transfer(), memo(), memo()], "exactly one memo"],
    [
      "one that also sends SOL",
      [
        transfer(),
        memo(),
        getTransferSolInstruction({ source: signer(payer), destination: stranger, amount: 1n }),
      ],
      "transfers SOL",
    ],
    ["one with a guard that writes", [...usual, guard(0)], "unknown instruction"],
    [
      "one with another program",
      [...usual, { programAddress: stranger, data: new Uint8Array([1]) }],
      "unknown instruction",
    ],
    ["one with an unbounded fee", [price(), transfer(), memo()], "without a limit"],
    ["one with a high fee", [limit(), price(10_000_001n), transfer(), memo()], "too high"],
    ["one that sets its limit twice", [limit(), ...usual], "twice"],
  ])("%s", (_name, instructions, reason) => {
    expect(reasonOf(instructions)).toContain(reason);
  });

  test("one that takes from another wallet, which must then sign as well", () => {
    expect(reasonOf([transfer({ by: stranger }), memo()])).toContain("another signature");
  });

  test("bytes that are cut off, too long or followed by something", () => {
    const bytes = built(usual);
    for (let length = 0; length < bytes.length; length += 1)
      expect(readDeposit(bytes.slice(0, length), TERMS).ok).toBe(false);
    expect(readDeposit(Uint8Array.of(...bytes, 0), TERMS).ok).toBe(false);
    expect(readDeposit(new Uint8Array(1_233), TERMS)).toEqual({
      ok: false,
      reason: "it is too long",
    });
  });

  test("a transaction in which any byte differs, but for which accounts it only reads", () => {
    const bytes = built(usual);
    const shown = readDeposit(bytes, TERMS);
    if (!shown.ok) throw new Error("not read");
    const header = new Set([67, 68]);
    for (let index = 65; index < bytes.length; index += 1) {
      if (header.has(index)) continue;
      const changed = bytes.slice();
      changed[index] = (changed[index] ?? 0) ^ 1;
      const read = readDeposit(changed, TERMS);
      expect(read.ok && isSameDeposit(shown.deposit, read.deposit), `byte ${index}`).toBe(false);
    }
  });
});
