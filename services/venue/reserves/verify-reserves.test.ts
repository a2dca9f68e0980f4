/** The verifier for people finds what a venue could forge, also when the venue signs and anchors the forgery. */
import { sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base58 } from "@scure/base";
import { afterEach, describe, expect, test } from "vitest";
import {
  joinSums,
  reservesMemo,
  type SumNode,
  statementText,
} from "#lib/kernel/reserves/sum-tree.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MEMO_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { type PublishedReserves, ReservesClaim } from "#lib/protocol/wire/reserves.ts";
import type { VenueDebts } from "#services/venue/engine/debts.ts";
import { anchoredRoot, ReservesFiles } from "./reserves-files.ts";
import { makeProof, nodeRecord } from "./reserves-proof.ts";
import { reservesKeys } from "./reserves-tree.ts";

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;
type Verifier = {
  checkFile: (file: object, expected?: Record<string, string>) => SumNode;
  checkChain: (
    file: object,
    top: SumNode,
    ask: Ask,
  ) => Promise<{ held: bigint; others: number | undefined }>;
};
const url = new URL("../../../public/verify-reserves.mjs", import.meta.url);
const { checkFile, checkChain } = (await import(url.href)) as Verifier;

const USDC = 1_000_000_000n;
const KEYS = reservesKeys("5e".repeat(32));
const keyOf = (name: string) => base58.encode(Buffer.alloc(32, name));
const signatureOf = (name: string) => base58.encode(Buffer.alloc(64, name));
const [ALICE, BOB, VAULT, MINT, PAYER] = ["alice", "bob", "vault", "mint", "payer"].map(keyOf) as [
  string,
  string,
  string,
  string,
  string,
];
const ANCHOR = {
  uncredited: "2.5",
  network: "simulated" as const,
  vault_address: VAULT,
  mint: MINT,
  payer: PAYER,
  tx_hash: signatureOf("anchor"),
  slot: 9,
  vault_balance: "1000",
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function debtsOf(balances: Record<string, bigint>): VenueDebts {
  return {
    height: 7,
    time: 1_800_000_000_000,
    accounts: Object.entries(balances).map(([account, balance]) => ({
      account,
      balance,
      positions: 0n,
    })),
    fees: 3n,
    insurance: { balance: 5n * USDC, positions: -USDC },
    reserved: USDC,
    funding: 1n,
  };
}

/** A venue that has published a proof of these balances. */
function publish(balances: Record<string, bigint>, uncredited = ANCHOR.uncredited) {
  const folder = mkdtempSync(join(tmpdir(), "reserves-"));
  folders.push(folder);
  const files = new ReservesFiles(folder);
  const { proof, tree } = makeProof(debtsOf(balances), KEYS);
  files.write(proof, tree);
  files.publish(proof.height, { ...ANCHOR, uncredited } as typeof ANCHOR &
    PublishedReserves["anchor"]);
  return (account: string): ReservesClaim => {
    const claim = files.claim(account, KEYS.salting);
    // As it is sent and saved.
    return ReservesClaim.parse(JSON.parse(JSON.stringify(claim)));
  };
}

/** A node of the network that has the anchor's transaction. */
function chainWith(memo: string, tokens: bigint, rows: unknown[] = []): Ask {
  const message = {
    accountKeys: [PAYER, VAULT, MINT].map((pubkey) => ({ pubkey })),
    instructions: [{ programId: MEMO_PROGRAM, parsed: memo }],
  };
  const balance = {
    accountIndex: 1,
    mint: MINT,
    owner: PAYER,
    uiTokenAmount: { amount: String(tokens) },
  };
  return async (method, [signature]) =>
    method === "getSignaturesForAddress"
      ? rows
      : {
          slot: 9,
          meta: { err: null, postTokenBalances: [balance] },
          transaction: { signatures: [signature], message },
        };
}

const BALANCES = { [ALICE]: 100n * USDC, [BOB]: 50n * USDC };
/** 150 of the accounts, 4 of the fund, 1 reserved, 2.5 uncredited and four units of fees and rounding. */
const HELD = 157_500_001n;

describe("a proof that is right", () => {
  test("every leaf of a tree of any size leads to the anchored root", () => {
    for (let count = 1; count <= 9; count += 1) {
      const names = Array.from({ length: count }, (_, index) => keyOf(`account ${index}`));
      const claim = publish(Object.fromEntries(names.map((name, index) => [name, BigInt(index)])));
      for (const name of names) {
        const file = claim(name);
        expect(checkFile(file, { account: name, vault: VAULT })).toEqual({
          hash: file.anchor.root.hash,
          sum: parseDecimal(file.anchor.root.sum, 9),
        });
      }
    }
  });

  test("the chain states its root, and the vault holds its sum", async () => {
    const file = publish(BALANCES)(ALICE);
    const top = checkFile(file);
    const found = await checkChain(file, top, chainWith(reservesMemo(7, top), HELD));
    expect(found).toMatchObject({ held: HELD * 1_000n, others: 0 });
  });

  test("an account below zero counts as zero and is listed, so that it hides nothing", () => {
    const debts = debtsOf({ ...BALANCES, [keyOf("bankrupt")]: -40n * USDC });
    const { proof } = makeProof(debts, KEYS);
    expect(proof.root.sum).toBe(makeProof(debtsOf(BALANCES), KEYS).proof.root.sum);
    expect(proof.below_zero.map(({ value }) => value)).toEqual(["-40"]);
  });
});

describe("a proof that is false", () => {
  test("a planted leaf: the person is shown 100 USDC and the tree counts 50", () => {
    const file = publish({ ...BALANCES, [ALICE]: 50n * USDC })(ALICE);
    const shown = { ...file, leaf: { ...file.leaf, balance: "100" } };
    expect(() => checkFile(shown)).toThrow("the leaf does not lead to the root");
    const ofAnother = publish(BALANCES)(BOB);
    expect(() => checkFile({ ...ofAnother, account: ALICE })).toThrow("does not lead to the root");
    expect(() => checkFile(ofAnother, { account: ALICE })).toThrow(`not of ${ALICE}`);
  });

  test("an account that is left out: without a leaf, or with one of another tree", () => {
    const without = publish({ [BOB]: 50n * USDC });
    expect(() => checkFile(without(ALICE))).toThrow(`leaves out the account ${ALICE}`);
    const { leaf } = publish(BALANCES)(ALICE);
    expect(() => checkFile({ ...without(ALICE), leaf })).toThrow("does not lead to the root");
  });

  test("a wrong sum: signed and anchored with less than the leaves", () => {
    const file = publish(BALANCES)(ALICE);
    const { proof, anchor, leaf } = file;
    const lower = nodeRecord({ hash: proof.accounts.hash, sum: 120n * USDC });
    const sums = proof.sums.map(({ name, balance, positions }) => ({
      name,
      balance: parseDecimal(balance, 9) ?? 0n,
      positions: positions === "-1" ? -USDC : 0n,
    }));
    const root = joinSums({ hash: lower.hash, sum: 120n * USDC }, sums);
    const { height, time, account_count: accountCount } = proof;
    const text = Buffer.from(statementText({ height, time, accountCount, root }));
    const signature = sign(null, text, KEYS.signing).toString("hex");
    const forged = { ...proof, accounts: lower, root: nodeRecord(root), signature };
    const made = {
      proof: forged,
      anchor: { ...anchor, root: anchoredRoot(forged, anchor.uncredited) },
    };
    // Without a leaf it agrees with itself; a leaf of anybody shows the lie.
    expect(checkFile(made).sum).toBeLessThan(checkFile({ proof, anchor }).sum);
    expect(() => checkFile({ ...file, ...made })).toThrow("does not lead to the root");
    const lowered = leaf?.path.map((node) => ({ ...node, sum: "20" }));
    expect(() => checkFile({ ...file, ...made, leaf: { ...leaf, path: lowered } })).toThrow(
      "does not lead to the root",
    );
  });

  test("a sum that the vault does not hold", async () => {
    const file = publish(BALANCES)(ALICE);
    const top = checkFile(file);
    const chain = chainWith(reservesMemo(7, top), HELD - 1n);
    await expect(checkChain(file, top, chain)).rejects.toThrow("0.000000004 are missing");
  });

  test("a root that differs from the anchored one", async () => {
    const anchored = checkFile(publish({ [BOB]: 50n * USDC })(BOB));
    const file = publish(BALANCES)(ALICE);
    const chain = chainWith(reservesMemo(7, anchored), HELD);
    await expect(checkChain(file, checkFile(file), chain)).rejects.toThrow("states another root");
  });

  test("two roots of one proof, each shown to others", async () => {
    const file = publish(BALANCES)(ALICE);
    const top = checkFile(file);
    const other = checkFile(publish({ [BOB]: 50n * USDC })(BOB));
    const row = {
      signature: signatureOf("other"),
      err: null,
      memo: `[9] ${reservesMemo(7, other)}`,
    };
    const chain = chainWith(reservesMemo(7, top), HELD, [row]);
    await expect(checkChain(file, top, chain)).rejects.toThrow("anchored another root");
  });

  test("a signature of another key, or of another statement", () => {
    const file = publish(BALANCES)(ALICE);
    const { proof } = file;
    expect(() => checkFile({ ...file, proof: { ...proof, time: 1 } })).toThrow(
      "signature does not",
    );
    expect(() => checkFile(file, { key: PAYER })).toThrow(`not by ${PAYER}`);
    expect(() => checkFile(file, { vault: MINT })).toThrow(`not of ${MINT}`);
    const more = { ...file, anchor: { ...file.anchor, uncredited: "0" } };
    expect(() => checkFile(more)).toThrow("do not lead to the anchored root");
  });
});

test("a leaf says nothing about others: no account, and no figure but the sums beside its way", () => {
  const text = JSON.stringify(publish({ ...BALANCES, [keyOf("carol")]: 7n })(ALICE));
  expect(text).not.toContain(BOB);
  expect(text).not.toContain(keyOf("carol"));
});
