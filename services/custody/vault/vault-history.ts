/** Every finalized payment into and out of the vault, read from the chain alone. */
import { refusalOf } from "#lib/platform/chain-client/chain-node.ts";
import { UpstreamError } from "#lib/platform/http-client.ts";
import { depositAccount, withdrawalDigest } from "#lib/protocol/solana/vault.ts";
import {
  type ChainReads,
  type ChainTransaction,
  type SignatureRow,
  type TokenBalance,
} from "#services/custody/chain/chain-reads.ts";
import type { Vault } from "./vault-address.ts";

/** Nodes do not order the signatures of a slot and have lost entries: each pass reads these slots again, */
const OVERLAP_SLOTS = 64;
/** and once an hour these. */
const DEEP_SLOTS = 5_000;
const DEEP_EVERY_MS = 60 * 60_000;

/** Pays what the venue owed before it had a vault; belongs to no account. */
export const OPENING_MEMO = "svc:opening-balance";

export type VaultEntry = {
  signature: string;
  slot: number;
  /** Unix milliseconds; null when the node does not know it. */
  time: number | null;
  /** Base units, positive into the vault. */
  amount: bigint;
  /** Its memos, in order. */
  memos: readonly string[];
  /** Owners whose balance of the mint fell, without the vault's. */
  senders: readonly string[];
  /** Owners whose balance rose, without the vault's, and by how much. */
  recipients: ReadonlyMap<string, bigint>;
};

/** To whom a payment into the vault belongs. */
export type Attribution =
  | { kind: "memo" | "sender"; account: string }
  | { kind: "opening" }
  | { kind: "none"; reason: "memos differ" | "several senders" | "no sender" };

export function attributionOf({ memos, senders }: VaultEntry): Attribution {
  if (memos.includes(OPENING_MEMO)) return { kind: "opening" };
  const named = new Set(memos.flatMap((memo) => depositAccount(memo) ?? []));
  const [account] = named;
  if (named.size > 1) return { kind: "none", reason: "memos differ" };
  if (account !== undefined) return { kind: "memo", account };
  const [sender] = senders;
  if (senders.length > 1) return { kind: "none", reason: "several senders" };
  return sender === undefined
    ? { kind: "none", reason: "no sender" }
    : { kind: "sender", account: sender };
}

export class VaultHistory {
  readonly vault: Vault;
  readonly #chain: ChainReads;
  readonly #now: () => number;
  readonly #entries = new Map<string, VaultEntry>();
  /** Signatures that moved nothing. */
  readonly #idle = new Set<string>();
  /** By the digest of the withdrawal. */
  readonly #payments = new Map<string, VaultEntry[]>();
  /** Wallets that named themselves in the memo of a payment of their own. */
  readonly #ownPayers = new Set<string>();
  #watermark = 0;
  #deepAt = 0;

  constructor(chain: ChainReads, vault: Vault, now: () => number) {
    this.#chain = chain;
    this.vault = vault;
    this.#now = now;
  }

  /** The history is complete up to this finalized slot. */
  get slot(): number {
    return this.#watermark;
  }

  entries(): Iterable<VaultEntry> {
    return this.#entries.values();
  }

  entry(signature: string): VaultEntry | undefined {
    return this.#entries.get(signature);
  }

  /** Payments of a withdrawal; more than one is a loss. */
  payments(digest: string): readonly VaultEntry[] {
    return this.#payments.get(digest) ?? [];
  }

  paysForItself(account: string): boolean {
    return this.#ownPayers.has(account);
  }

  /** What the vault held at the end of a slot by its history, in base units. */
  balance(upTo: number = Number.MAX_SAFE_INTEGER): bigint {
    let sum = 0n;
    for (const { amount, slot } of this.#entries.values()) if (slot <= upTo) sum += amount;
    return sum;
  }

  /**
   * Reads the vault's balance and then what is new. What the history lost, or could not read, shows as a difference.
   * @returns what the vault holds and what its payments sum to, at one slot
   */
  async updateAndCompare(): Promise<{ held: bigint; listed: bigint }> {
    const { amount: held, slot } = await this.#chain.tokenBalance(this.vault.account);
    await this.update();
    if (this.balance(slot) !== held) {
      // Once more from the first payment on.
      this.#watermark = 0;
      await this.update();
    }
    return { held, listed: this.balance(slot) };
  }

  /** Reads what is new. @throws ChainUnreachable; then nothing is forgotten and the next pass begins at the same place */
  async update(): Promise<void> {
    const { slot } = await this.#chain.finalizedHead();
    const isDeep = this.#now() - this.#deepAt >= DEEP_EVERY_MS;
    const from = this.#watermark - (isDeep ? DEEP_SLOTS : OVERLAP_SLOTS);
    for (const row of (await this.#rowsSince(from, slot)).toReversed()) await this.#add(row);
    this.#watermark = Math.max(this.#watermark, slot);
    if (isDeep) this.#deepAt = this.#now();
  }

  async #rowsSince(from: number, slot: number): Promise<SignatureRow[]> {
    const rows: SignatureRow[] = [];
    for (let before: string | undefined; ; ) {
      const page = await this.#chain.signatures(this.vault.account, before, slot);
      rows.push(...page);
      const last = page.at(-1);
      // A short page is no end: it may have lost entries.
      if (last === undefined || last.slot < from) return rows;
      before = last.signature;
    }
  }

  /**
   * Undefined for a transaction that cannot be read now: anybody may name the vault in one that is too large to answer. It is asked
   * for again, and if it moved money the balance differs.
   */
  async #read(signature: string): Promise<ChainTransaction | undefined> {
    try {
      return (await this.#chain.transaction(signature)) ?? undefined;
    } catch (error) {
      if (refusalOf(error) === undefined && !isUnreadable(error)) throw error;
      return undefined;
    }
  }

  async #add({ signature, err }: SignatureRow): Promise<void> {
    if (this.#entries.has(signature) || this.#idle.has(signature)) return;
    if (err !== null) {
      this.#idle.add(signature);
      return;
    }
    const found = await this.#read(signature);
    if (found === undefined) return;
    const entry = entryOf(found, signature, this.vault);
    if (entry === undefined) {
      this.#idle.add(signature);
      return;
    }
    this.#entries.set(signature, entry);
    const [sender] = entry.senders;
    if (entry.senders.length === 1 && sender !== undefined && namesItself(entry, sender)) {
      this.#ownPayers.add(sender);
    }
    const digest = entry.amount < 0n ? digestIn(entry) : undefined;
    if (digest === undefined) return;
    this.#payments.set(digest, [...this.payments(digest), entry]);
  }
}

/** An answer that is too large, or of another form. */
function isUnreadable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (
    cause instanceof UpstreamError &&
    (cause.failure === "too_large" || cause.failure === "unexpected")
  );
}

function namesItself({ memos }: VaultEntry, sender: string): boolean {
  return memos.some((memo) => depositAccount(memo) === sender);
}

/** The withdrawal that a payment out of the vault belongs to. */
export function digestIn({ memos }: VaultEntry): string | undefined {
  const digests = memos.flatMap((memo) => withdrawalDigest(memo) ?? []);
  return digests.length === 1 ? digests[0] : undefined;
}

function entryOf(found: ChainTransaction, signature: string, vault: Vault): VaultEntry | undefined {
  const { meta, transaction, slot, blockTime } = found;
  if (meta.err !== null) return undefined;
  if (transaction.signatures[0] !== signature) throw new Error("the node gave another transaction");
  const index = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === vault.account);
  const held = (balances: readonly TokenBalance[]) =>
    balances.find((one) => one.accountIndex === index && one.mint === vault.mint);
  const amount = unitsOf(held(meta.postTokenBalances)) - unitsOf(held(meta.preTokenBalances));
  if (amount === 0n) return undefined;
  const changes = changesByOwner(found, vault, index);
  return {
    signature,
    slot,
    time: typeof blockTime === "number" ? blockTime * 1_000 : null,
    amount,
    memos: transaction.message.instructions.flatMap(({ program, parsed }) =>
      program === "spl-memo" && typeof parsed === "string" ? [parsed] : [],
    ),
    senders: [...changes].flatMap(([owner, change]) => (change < 0n ? [owner] : [])),
    recipients: new Map([...changes].filter(([, change]) => change > 0n)),
  };
}

function changesByOwner({ meta }: ChainTransaction, vault: Vault, vaultIndex: number) {
  const changes = new Map<string, bigint>();
  const add = (balances: readonly TokenBalance[], sign: bigint) => {
    for (const balance of balances) {
      if (balance.mint !== vault.mint || balance.accountIndex === vaultIndex) continue;
      const { owner } = balance;
      changes.set(owner, (changes.get(owner) ?? 0n) + sign * unitsOf(balance));
    }
  };
  add(meta.preTokenBalances, -1n);
  add(meta.postTokenBalances, 1n);
  return changes;
}

function unitsOf(balance: TokenBalance | undefined): bigint {
  return BigInt(balance?.uiTokenAmount.amount ?? "0");
}
