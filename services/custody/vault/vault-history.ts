/** Every finalized payment into and out of the vault, read from the chain alone. */
import { refusalOf } from "#lib/kernel/chain-client/chain-node.ts";
import type {
  ChainReads,
  ChainTransaction,
  SignatureRow,
} from "#lib/kernel/chain-client/chain-reads.ts";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { MIN_DEPOSIT } from "#lib/protocol/solana/vault.ts";
import type { HistoryCheckpoint, KnownTransaction } from "./history-checkpoint.ts";
import type { Vault } from "./vault-address.ts";
import {
  attributePayment,
  digestIn,
  parseEntry,
  selfPayer,
  type VaultEntry,
} from "./vault-entry.ts";

/**
 * Nodes do not order the signatures of a slot, and have omitted some. So each pass reads this many
 * slots again,
 */
const OVERLAP_SLOTS = 64;
/** and one pass an hour reads this many. */
const DEEP_SLOTS = 5_000;
const DEEP_EVERY_MS = 60 * 60_000;
/**
 * Transactions that are read in parallel: otherwise the first read of a long history takes minutes
 * instead of seconds.
 */
const READS_AT_ONCE = 16;

export class VaultHistory {
  readonly vault: Vault;
  readonly #chain: ChainReads;
  readonly #now: () => number;
  readonly #checkpoint: HistoryCheckpoint | undefined;
  readonly #entries = new Map<string, VaultEntry>();
  /** Signatures of transactions that moved nothing, and of dust. */
  readonly #settled = new Set<string>();
  readonly #dust = new Dust();
  /** By the withdrawal's digest. */
  readonly #payments = new Map<string, VaultEntry[]>();
  /** Wallets that named themselves in the memo of their own payment. */
  readonly #ownPayers = new Set<string>();
  /** True when the history contains data of an earlier run's file. */
  #isRestored = false;
  #watermark = 0;
  #deepAt = 0;

  /** @param checkpoint stores what was read, so that the next run reads only new transactions */
  constructor(chain: ChainReads, vault: Vault, now: () => number, checkpoint?: HistoryCheckpoint) {
    this.#chain = chain;
    this.vault = vault;
    this.#now = now;
    this.#checkpoint = checkpoint;
    for (const known of checkpoint?.restore() ?? []) {
      this.#isRestored = true;
      this.#store(known);
    }
  }

  /** The history is complete up to this finalized slot. */
  get slot(): number {
    return this.#watermark;
  }

  /** All payments except dust. */
  entries(): Iterable<VaultEntry> {
    return this.#entries.values();
  }

  /** Undefined for dust, which is never credited. */
  entry(signature: string): VaultEntry | undefined {
    return this.#entries.get(signature);
  }

  /**
   * The sums of payments that are smaller than the minimum deposit, in base units. Anyone may send
   * any number of them.
   */
  get dust(): { opening: bigint; unattributed: bigint } {
    const { total, opening } = this.#dust;
    return { opening, unattributed: total - opening };
  }

  /** The payments of a withdrawal. More than one is a loss. */
  payments(digest: string): readonly VaultEntry[] {
    return this.#payments.get(digest) ?? [];
  }

  paysForItself(account: string): boolean {
    return this.#ownPayers.has(account);
  }

  /** The vault's balance at the end of a slot by this history, in base units. */
  balance(upTo: number = Number.MAX_SAFE_INTEGER): bigint {
    let sum = this.#dust.upTo(upTo);
    for (const { amount, slot } of this.#entries.values()) if (slot <= upTo) sum += amount;
    return sum;
  }

  /**
   * Reads the vault's balance and then the new transactions. What the history lost or could not
   * read shows as a difference.
   * @returns the vault's balance and the sum of its payments, at the same slot
   */
  async updateAndCompare(): Promise<{ held: bigint; listed: bigint }> {
    const { amount: held, slot } = await this.#chain.tokenBalance(this.vault.account);
    await this.update();
    if (this.balance(slot) !== held) {
      // Reads again from the first payment on.
      this.#watermark = 0;
      await this.update();
    }
    if (this.balance(slot) !== held && this.#isRestored) {
      // The file may belong to another chain, or be damaged.
      this.#forget();
      await this.update();
    }
    return { held, listed: this.balance(slot) };
  }

  /**
   * Reads the new transactions. @throws ChainUnreachable. Then nothing is lost, and the next pass
   * begins at the same slot
   */
  async update(): Promise<void> {
    const { slot } = await this.#chain.finalizedHead();
    const isDeep = this.#now() - this.#deepAt >= DEEP_EVERY_MS;
    const from = this.#watermark - (isDeep ? DEEP_SLOTS : OVERLAP_SLOTS);
    await this.#addAll(await this.#rowsSince(from, slot));
    this.#watermark = Math.max(this.#watermark, slot);
    this.#dust.fold(this.#watermark - DEEP_SLOTS);
    if (isDeep) this.#deepAt = this.#now();
  }

  async #rowsSince(from: number, slot: number): Promise<SignatureRow[]> {
    const rows: SignatureRow[] = [];
    for (let before: string | undefined; ; ) {
      const page = await this.#chain.signatures(this.vault.account, before, slot);
      rows.push(...page);
      const last = page.at(-1);
      // A short page need not be the last, because a node may have omitted entries.
      if (last === undefined || last.slot < from) return rows;
      before = last.signature;
    }
  }

  /** Adds transactions, oldest first, and reads several in parallel. @param rows newest first */
  async #addAll(rows: readonly SignatureRow[]): Promise<void> {
    const unread: string[] = [];
    for (const { signature, err } of rows.toReversed()) {
      if (this.#entries.has(signature) || this.#settled.has(signature)) continue;
      if (err === null) unread.push(signature);
      else this.#settled.add(signature);
    }
    for (let first = 0; first < unread.length; first += READS_AT_ONCE) {
      const signatures = unread.slice(first, first + READS_AT_ONCE);
      const found = await Promise.all(signatures.map((one) => this.#read(one)));
      const known = found.flatMap((one, index) => {
        const signature = signatures[index];
        return one === undefined || signature === undefined ? [] : this.#knownOf(one, signature);
      });
      for (const one of known) this.#store(one);
      this.#checkpoint?.append(known);
    }
  }

  /**
   * Undefined for a transaction that cannot be read now. Anyone may name the vault in one that is
   * too large to return. It is read again later, and if it moved money the balance differs.
   */
  async #read(signature: string): Promise<ChainTransaction | undefined> {
    try {
      return (await this.#chain.transaction(signature)) ?? undefined;
    } catch (error) {
      if (refusalOf(error) === undefined && !isUnreadable(error)) throw error;
      return undefined;
    }
  }

  #knownOf(found: ChainTransaction, signature: string): KnownTransaction {
    const entry = parseEntry(found, signature, this.vault);
    if (entry === undefined) return { kind: "idle", signature };
    const { amount, slot } = entry;
    if (amount < 0n || amount >= MIN_DEPOSIT) return { kind: "entry", entry };
    const isOpening = attributePayment(entry).kind === "opening";
    return { kind: "dust", signature, slot, amount, isOpening, self: selfPayer(entry) };
  }

  #store(known: KnownTransaction): void {
    if (known.kind !== "entry") this.#settled.add(known.signature);
    if (known.kind === "dust") this.#dust.add(known);
    if (known.kind === "entry") this.#storeEntry(known.entry);
    const self = known.kind === "entry" ? selfPayer(known.entry) : undefined;
    const own = known.kind === "dust" ? known.self : self;
    if (own !== undefined) this.#ownPayers.add(own);
  }

  #storeEntry(entry: VaultEntry): void {
    this.#entries.set(entry.signature, entry);
    const digest = entry.amount < 0n ? digestIn(entry) : undefined;
    if (digest === undefined) return;
    this.#payments.set(digest, [...this.payments(digest), entry]);
  }

  #forget(): void {
    this.#checkpoint?.clear();
    this.#entries.clear();
    this.#settled.clear();
    this.#dust.clear();
    this.#payments.clear();
    this.#ownPayers.clear();
    this.#isRestored = false;
    this.#watermark = 0;
  }
}

/** Sums of dust by slot, for balances of the past. Old slots are one sum. */
class Dust {
  readonly #bySlot = new Map<number, bigint>();
  #before = 0n;
  #opening = 0n;
  #total = 0n;

  get total(): bigint {
    return this.#total;
  }

  get opening(): bigint {
    return this.#opening;
  }

  add({ slot, amount, isOpening }: { slot: number; amount: bigint; isOpening: boolean }): void {
    this.#bySlot.set(slot, (this.#bySlot.get(slot) ?? 0n) + amount);
    this.#total += amount;
    if (isOpening) this.#opening += amount;
  }

  upTo(last: number): bigint {
    let sum = this.#before;
    for (const [slot, amount] of this.#bySlot) if (slot <= last) sum += amount;
    return sum;
  }

  /** @param before earlier slots become one sum */
  fold(before: number): void {
    for (const [slot, amount] of this.#bySlot) {
      if (slot >= before) continue;
      this.#before += amount;
      this.#bySlot.delete(slot);
    }
  }

  clear(): void {
    this.#bySlot.clear();
    this.#before = 0n;
    this.#opening = 0n;
    this.#total = 0n;
  }
}

/** The answer was too large, or had another form. */
function isUnreadable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (
    cause instanceof UpstreamError &&
    (cause.failure === "too_large" || cause.failure === "unexpected")
  );
}
