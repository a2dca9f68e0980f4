/** The sum tree of all accounts. Leaves are in the order of their salts, so that a place says nothing about its account. */
import { createHmac, hkdfSync, type KeyObject } from "node:crypto";
import { privateKeyObject } from "#lib/kernel/ed25519.ts";
import {
  EMPTY_NODE,
  leafNode,
  type Owed,
  parentNode,
  type SumNode,
} from "#lib/kernel/reserves/sum-tree.ts";
import type { VenueDebts } from "#services/venue/engine/debts.ts";

export type Leaf = Owed & { salt: string; node: SumNode };

/** `levels[0]` are the leaves' nodes, the last level is the root alone. */
export type ReservesTree = { leaves: readonly Leaf[]; levels: readonly (readonly SumNode[])[] };

/** What follows from the venue's secret of its proofs. */
export type ReservesKeys = { signing: KeyObject; salting: Uint8Array };

/** @param seed 32 bytes as hex. Each use has a key of its own. */
export function reservesKeys(seed: string): ReservesKeys {
  const derive = (use: string) =>
    new Uint8Array(hkdfSync("sha256", Buffer.from(seed, "hex"), "", `svc reserves ${use}`, 32));
  return { signing: privateKeyObject(derive("signing")), salting: derive("salting") };
}

/** The salt of an account in one proof, hex. Who lacks the secret cannot tell it from random bytes. */
export function saltOf(salting: Uint8Array, height: number, account: string): string {
  return createHmac("sha256", salting).update(`${height}\n${account}`).digest("hex");
}

export function buildTree({ accounts, height }: VenueDebts, salting: Uint8Array): ReservesTree {
  const leaves = accounts.map(({ account, balance, positions }): Leaf => {
    const salt = saltOf(salting, height, account);
    const owed = { balance, positions };
    return { ...owed, salt, node: leafNode(account, salt, owed) };
  });
  leaves.sort((one, other) => (one.salt < other.salt ? -1 : 1));
  const levels: SumNode[][] = [leaves.map(({ node }) => node)];
  for (let level = levels[0] ?? []; level.length > 1; ) {
    level = parentsOf(level);
    levels.push(level);
  }
  if (leaves.length === 0) levels[0] = [EMPTY_NODE];
  return { leaves, levels };
}

export function rootOf({ levels }: Pick<ReservesTree, "levels">): SumNode {
  return levels.at(-1)?.[0] ?? EMPTY_NODE;
}

function parentsOf(level: readonly SumNode[]): SumNode[] {
  const parents: SumNode[] = [];
  for (let index = 0; index < level.length; index += 2) {
    parents.push(parentNode(level[index] ?? EMPTY_NODE, level[index + 1] ?? EMPTY_NODE));
  }
  return parents;
}

/** The number of nodes on each level above `count` leaves, the leaves' own level first. */
export function levelSizes(count: number): number[] {
  const sizes = [Math.max(1, count)];
  for (let size = sizes[0] ?? 1; size > 1; ) {
    size = Math.ceil(size / 2);
    sizes.push(size);
  }
  return sizes;
}
