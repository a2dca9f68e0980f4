/**
 * The sum tree of a proof of reserves: what is hashed, in which form. `public/verify-reserves.mjs` computes the same without
 * this code. Money is in 1e-9 USDC here and a decimal of USDC in what is hashed.
 */
import { hash } from "node:crypto";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";

/** A node: its hash in hex, and the sum of all leaves below it. Neither means anything without the other. */
export type SumNode = { hash: string; sum: bigint };

/** `positions`: what closing all positions at the mark would add to the balance; negative for a loss. */
export type Owed = { balance: bigint; positions: bigint };

/** In the place of a node that an odd level lacks. */
export const EMPTY_NODE: SumNode = { hash: hashLines("svc-reserves-empty"), sum: 0n };

/** What a leaf counts for. Nobody's debt reduces what others are owed. */
export function owedBy({ balance, positions }: Owed): bigint {
  const value = balance + positions;
  return value > 0n ? value : 0n;
}

/** @param name an account, or one of the venue's own sums. @param salt hex; empty for the venue's own sums */
export function leafNode(name: string, salt: string, owed: Owed): SumNode {
  const { balance, positions } = owed;
  const text = hashLines("svc-reserves-leaf", salt, name, usdcOf(balance), usdcOf(positions));
  return { hash: text, sum: owedBy(owed) };
}

/** Hashes both sums with both hashes: a node whose sum is not that of its leaves has no valid path. */
export function parentNode(left: SumNode, right: SumNode): SumNode {
  const text = hashLines(
    "svc-reserves-node",
    left.hash,
    usdcOf(left.sum),
    right.hash,
    usdcOf(right.sum),
  );
  return { hash: text, sum: left.sum + right.sum };
}

/** Joins sums that are published whole to a node, one after the other. */
export function joinSums(node: SumNode, sums: readonly (Owed & { name: string })[]): SumNode {
  return sums.reduce((left, sum) => parentNode(left, leafNode(sum.name, "", sum)), node);
}

/** The text that the venue signs with Ed25519. @param root accounts and the venue's own sums */
export function statementText(statement: {
  height: number;
  time: number;
  accountCount: number;
  root: SumNode;
}): string {
  const { height, time, accountCount, root } = statement;
  return [
    "svc-reserves-1",
    `height ${height}`,
    `time ${time}`,
    `accounts ${accountCount}`,
    `root ${root.hash}`,
    `sum ${usdcOf(root.sum)}`,
  ].join("\n");
}

/** The memo that anchors a proof in the chain. @param root with what custody adds */
export function reservesMemo(height: number, root: SumNode): string {
  return `svc:reserves:${height}:${usdcOf(root.sum)}:${root.hash}`;
}

function hashLines(...lines: readonly string[]): string {
  return hash("sha256", lines.join("\n"), "hex");
}

function usdcOf(amount: bigint): string {
  return formatDecimal(amount, MONEY_DECIMALS);
}
