/**
 * The vault's finalized transactions that were read, one a line in a file. The file is a copy of
 * the chain: a lost or damaged end is read again, and no write waits for the disk.
 */
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { VaultEntry } from "./vault-entry.ts";

/** One finalized transaction that names the vault. */
export type KnownTransaction =
  | { kind: "entry"; entry: VaultEntry }
  /**
   * A payment in that is smaller than the minimum deposit. `self`: the wallet that paid and named
   * itself.
   */
  | {
      kind: "dust";
      signature: string;
      slot: number;
      amount: bigint;
      isOpening: boolean;
      self: string | undefined;
    }
  /** It moved nothing. */
  | { kind: "idle"; signature: string };

const units = z
  .string()
  .regex(/^-?\d{1,20}$/)
  .transform(BigInt);
const slot = z.number().int().min(0);

const entry = z.object({
  signature: z.string(),
  slot,
  time: z.number().nullable(),
  amount: units,
  memos: z.array(z.string()),
  senders: z.array(z.string()),
  recipients: z.array(z.tuple([z.string(), units])).transform((pairs) => new Map(pairs)),
});

const line = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("entry"), entry }),
  z.object({
    kind: z.literal("dust"),
    signature: z.string(),
    slot,
    amount: units,
    isOpening: z.boolean(),
    self: z.string().optional(),
  }),
  z.object({ kind: z.literal("idle"), signature: z.string() }),
]);

export class HistoryCheckpoint {
  readonly #path: string;
  readonly #head: string;

  /** @param vault a file of another vault is replaced */
  constructor(path: string, vault: { account: string; genesisHash: string }) {
    this.#path = path;
    this.#head = JSON.stringify({ vault: vault.account, genesis: vault.genesisHash });
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }

  /** The transactions of earlier runs, up to the first line that cannot be read. */
  restore(): KnownTransaction[] {
    const file = openSync(this.#path, "a+", 0o600);
    closeSync(file);
    const text = readFileSync(this.#path, "utf8");
    const [head = "", ...rows] = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
    if (head !== this.#head) {
      this.clear();
      return [];
    }
    const known: KnownTransaction[] = [];
    let whole = Buffer.byteLength(head) + 1;
    for (const row of rows.slice(0, -1)) {
      const one = readLine(row);
      if (one === undefined) break;
      known.push(one);
      whole += Buffer.byteLength(row) + 1;
    }
    this.#truncate(whole);
    return known;
  }

  append(known: readonly KnownTransaction[]): void {
    const text = known.map((one) => `${JSON.stringify(one, writable)}\n`).join("");
    appendFileSync(this.#path, text, { mode: 0o600 });
  }

  clear(): void {
    this.#truncate(0);
    appendFileSync(this.#path, `${this.#head}\n`, { mode: 0o600 });
  }

  #truncate(bytes: number): void {
    const file = openSync(this.#path, "r+", 0o600);
    ftruncateSync(file, bytes);
    closeSync(file);
  }
}

function writable(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  return value instanceof Map ? [...value] : value;
}

function readLine(row: string): KnownTransaction | undefined {
  try {
    return line.parse(JSON.parse(row)) as KnownTransaction;
  } catch {
    return undefined;
  }
}
