/** One payment into or out of the vault, as read from its transaction. */

import type { ChainTransaction, TokenBalance } from "#lib/kernel/chain-client/chain-reads.ts";
import { depositAccount, withdrawalDigest } from "#lib/protocol/solana/vault.ts";
import type { Vault } from "./vault-address.ts";

/** Marks payments for what the venue owed before the vault existed. They belong to no account. */
export const OPENING_MEMO = "svc:opening-balance";

export type VaultEntry = {
  signature: string;
  slot: number;
  /** Unix milliseconds; null when the node does not know it. */
  time: number | null;
  /** Base units; positive for payments into the vault. */
  amount: bigint;
  /** The transaction's memos, in order. */
  memos: readonly string[];
  /** Owners whose balance of the mint fell. The vault is left out. */
  senders: readonly string[];
  /** Owners whose balance rose, and by how much. The vault is left out. */
  recipients: ReadonlyMap<string, bigint>;
};

/** Which account a payment into the vault belongs to. */
export type Attribution =
  | { kind: "memo" | "sender"; account: string }
  | { kind: "opening" }
  | { kind: "none"; reason: "memos differ" | "several senders" | "no sender" };

export function attributePayment({ memos, senders }: VaultEntry): Attribution {
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

/** The wallet that paid and named itself in a memo; undefined if others paid. */
export function selfPayer({ memos, senders }: VaultEntry): string | undefined {
  const [sender, second] = senders;
  if (sender === undefined || second !== undefined) return undefined;
  return memos.some((memo) => depositAccount(memo) === sender) ? sender : undefined;
}

/** The withdrawal that a payment out of the vault belongs to. */
export function digestIn({ memos }: VaultEntry): string | undefined {
  const digests = memos.flatMap((memo) => withdrawalDigest(memo) ?? []);
  return digests.length === 1 ? digests[0] : undefined;
}

/** Undefined for a transaction that did not change the vault's balance. */
export function parseEntry(
  found: ChainTransaction,
  signature: string,
  vault: Vault,
): VaultEntry | undefined {
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
