/** Which wallets belong to referred users, who pay 10 % less in fees for life. */
import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { partnerAccounts, partnerReferrals } from "#lib/partner/schema/partner.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import { bindWallets } from "./bind-wallets.ts";
import { HAS_DISCOUNT } from "./has-discount.ts";

/** @param accounts base58 public keys; those that were linked without being bound are bound */
export async function referredAmong(
  change: Pick<Statements, "execute" | "select">,
  accounts: readonly string[],
): Promise<Set<string>> {
  await bindWallets(change, accounts);
  const found = await change
    .select({ account: partnerAccounts.account })
    .from(partnerAccounts)
    .innerJoin(partnerReferrals, eq(partnerReferrals.id, partnerAccounts.referralId))
    .where(and(inArray(partnerAccounts.account, [...accounts]), HAS_DISCOUNT));
  return new Set(found.map(({ account }) => account));
}

export async function isReferred(
  change: Pick<Statements, "execute" | "select">,
  account: string,
): Promise<boolean> {
  return (await referredAmong(change, [account])).has(account);
}
