/** Which wallet of a partner is paid, while a change waits and after. */
import type { Partner } from "./partner.ts";

type Wallets = Pick<Partner, "payoutAddress" | "payoutNext" | "payoutNextAt">;

export type PayoutWallet = {
  /** Base58 public key; null until there is one. */
  address: string | null;
  /** What takes its place, and when. */
  next: { address: string; at: Date } | null;
};

/** `now`: Unix milliseconds. */
export function payoutWallet(partner: Wallets, now: number): PayoutWallet {
  const { payoutAddress: address, payoutNext: next, payoutNextAt: at } = partner;
  if (next === null || at === null) return { address, next: null };
  return at.getTime() <= now
    ? { address: next, next: null }
    : { address, next: { address: next, at } };
}
