/**
 * Proofs in the venue's folder. Each file is written under another name, synced and renamed, and what refers to a file is written
 * after it: a crash leaves a whole proof or none. Only the newest published one is kept; earlier ones are in the chain, and in
 * what people saved.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { joinSums } from "#lib/kernel/reserves/sum-tree.ts";
import { writeFiles } from "#lib/kernel/write-files.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import {
  PublishedReserves,
  type ReservesAnchor,
  type ReservesClaim,
  ReservesProof,
} from "#lib/protocol/wire/reserves.ts";
import { nodeRecord, owedRecord } from "./reserves-proof.ts";
import { type ReservesTree, saltOf } from "./reserves-tree.ts";
import { encodeTree, findLeaf } from "./tree-file.ts";

const PUBLISHED = "published.json";

export class ReservesFiles {
  readonly #folder: string;
  #published: { text: string; value: PublishedReserves } | undefined;

  /** @param venueFolder the venue's folder */
  constructor(venueFolder: string) {
    this.#folder = join(venueFolder, "reserves");
  }

  /** Keeps a proof that is not published yet, in place of others. @throws the file system's errors */
  write(proof: ReservesProof, tree: ReservesTree): void {
    this.#removeOthers(proof.height);
    writeFiles(this.#folder, [[treeName(proof.height), encodeTree(tree)]]);
    writeFiles(this.#folder, [[proofName(proof.height), JSON.stringify(proof)]]);
  }

  /** @returns undefined when there is no such proof, or a newer one is published */
  publish(height: number, anchor: Omit<ReservesAnchor, "root">): PublishedReserves | undefined {
    const path = join(this.#folder, proofName(height));
    const published = this.published();
    if (published?.proof.height === height) return published;
    if (!existsSync(path) || (published?.proof.height ?? 0) > height) return undefined;
    const proof = ReservesProof.parse(JSON.parse(readFileSync(path, "utf8")));
    const root = anchoredRoot(proof, anchor.uncredited);
    const value = { proof, anchor: { ...anchor, root } };
    writeFiles(this.#folder, [[PUBLISHED, JSON.stringify(value)]]);
    return value;
  }

  /** The newest proof that the chain anchors; undefined before the first. */
  published(): PublishedReserves | undefined {
    const text = this.#text(PUBLISHED);
    if (text === undefined) return undefined;
    // Another process or thread may have replaced it, so the text decides.
    if (this.#published?.text !== text) {
      this.#published = { text, value: PublishedReserves.parse(JSON.parse(text)) };
    }
    return this.#published.value;
  }

  /** What an account needs to check that it is in the newest proof; undefined before the first. */
  claim(account: string, salting: Uint8Array): ReservesClaim | undefined {
    const published = this.published();
    if (published === undefined) return undefined;
    const { height, account_count: count } = published.proof;
    const path = join(this.#folder, treeName(height));
    const found = findLeaf(path, count, saltOf(salting, height, account));
    const leaf = found && {
      salt: found.salt,
      ...owedRecord(found),
      path: found.path.map(({ side, ...node }) => ({ ...nodeRecord(node), side })),
    };
    return { ...published, account, leaf: leaf ?? null };
  }

  #text(name: string): string | undefined {
    const path = join(this.#folder, name);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  }

  /** A reader may still have the tree of the proof before the published one: only the next proof removes it. */
  #removeOthers(height: number): void {
    const published = this.published()?.proof.height;
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    for (const name of names) {
      const found = Number(/^(\d+)\.(?:tree|json)(?:\.tmp)?$/.exec(name)?.[1] ?? height);
      if (found !== height && found !== published) rmSync(join(this.#folder, name));
    }
  }
}

/** The venue's root, joined with what custody found uncredited: what the chain anchors. */
export function anchoredRoot(proof: ReservesProof, uncredited: string) {
  const { hash, sum } = proof.root;
  const units = (text: string) => parseDecimal(text, MONEY_DECIMALS) ?? 0n;
  const added = { name: "uncredited", balance: units(uncredited), positions: 0n };
  return nodeRecord(joinSums({ hash, sum: units(sum) }, [added]));
}

function treeName(height: number): string {
  return `${height}.tree`;
}

function proofName(height: number): string {
  return `${height}.json`;
}
